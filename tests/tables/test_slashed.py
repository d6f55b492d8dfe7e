import pytest

from nalm.tables._slashed import is_known_unit, slashed


def read(text):
    return [each and tuple(each) for each in slashed(text.split("; "))]


@pytest.mark.parametrize(
    ("headers", "found"),
    [
        ("U/V; I/A", [("U", "V"), ("I", "A")]),
        ("t/s; x/m; run", [("t", "s"), ("x", "m"), None]),
        ("p/kPa; V/L; T/K", [("p", "kPa"), ("V", "L"), ("T", "K")]),
        ("y; p/kPa; a; b; c", [None, ("p", "kPa"), None, None, None]),
        ("T/°C; y", [("T", "°C"), None]),
        ("v/(m/s); y", [("v", "m/s"), None]),
        ("ρ/[kg/m3]; y", [("ρ", "kg/m3"), None]),
        ("k/s^-1; y", [("k", "s^-1"), None]),
        ("E/kJ mol⁻¹; y", [("E", "kJ mol⁻¹"), None]),
        ("U_1/mV; x1/mm; V'/mL", [("U_1", "mV"), ("x1", "mm"), ("V'", "mL")]),
        ("1/T; ln(k); p/kPa", [None, None, ("p", "kPa")]),
    ],
)
def test_a_quantity_over_its_unit_is_both(headers, found):
    assert read(headers) == found


@pytest.mark.parametrize(
    "headers",
    [
        "W/L; y",  # width over length
        "U/V; y",
        "U/V; V; I/A",
        "p/kPa; a/b",  # a quotient for certain, so the table is not written so
        "p/kPa; W/L; L",
        "H/C; O/C; HHV",
        "C/N; C/S",
        "Fe/Mg; K/Mg",
        "Na/K; y",
        "n/min; y",
        "U/V; I/A; a; b; c",
        "km/h; y",
        "m/s; y",
        "mg/L; y",
        "g/cm3; kg/m3",
        "mass/length; y",
        "cells/mL; y",
        "U / V; y",
        "a/; /b; /; a//b",
        "log(p/kPa); y",
        "; ",
    ],
)
def test_other_headers_stay_as_they_are(headers):
    assert not any(read(headers))


def test_units_are_known_by_all_their_names():
    assert all(map(is_known_unit, ["V", "kPa", "m/s", "J/(kg K)", "%", "°F", "m s-2", "µm"]))
    assert not any(map(is_known_unit, ["", "Mg", "D", "m/D", "m//s", "length", "m)", "2"]))
