from fractions import Fraction

import pytest

from nalm.discovery.problem._units import parse_unit, unit_names
from nalm.errors import InvalidTypeError, InvalidValueError


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("N", "kg m s^-2"),
        ("J", "N m"),
        ("W", "V A"),
        ("Pa", "N/m^2"),
        ("km/h", "m/s"),
        ("eV", "kJ"),
        ("T", "Wb/m²"),
        ("W m⁻² K⁻⁴", "W/(m^2 K^4)"),
        ("m s-1", "m/s"),
        ("m2.s-1", "m^2/s"),
        ("kg·m²/s²", "J"),
        ("m**2", "m*m"),
        ("m^0.5", "m^(1/2)"),
        ("(m/s)^2", "m^2 s^-2"),
        ("J/kg/K", "J/(kg K)"),
        ("µg/L", "mg/m^3"),
        ("um", "μm"),
        ("Ω", "ohm"),
        ("rad/s", "Hz"),
        ("%", "1"),
        ("m/m", "1"),
        ("1/s", "s^-1"),
        ("mol/(L s)", "M/s"),
        ("[person]/d", "[person] s^-1"),
    ],
)
def test_two_ways_to_write_one_dimension(one, other):
    assert parse_unit(one) == parse_unit(other)


@pytest.mark.parametrize(
    ("unit", "dimension"),
    [
        ("J", {"kg": 1, "m": 2, "s": -2}),
        ("m^(1/3)", {"m": Fraction(1, 3)}),
        ("m^-1.5", {"m": Fraction(-3, 2)}),
        ("1", {}),
        ("min", {"s": 1}),
        ("mmol", {"mol": 1}),
        ("cd", {"cd": 1}),
        ("Pa", {"kg": 1, "m": -1, "s": -2}),
        ("[apple]^2", {"[apple]": 2}),
    ],
)
def test_a_unit_has_its_exponents(unit, dimension):
    assert parse_unit(unit) == dimension


@pytest.mark.parametrize(
    ("unit", "names"),
    [
        ("kJ/mol", {"kJ": 1, "mol": -1}),
        ("1/ms", {"ms": -1}),
        ("m m^-2", {"m": -1}),
        ("m/m", {}),
        ("[apple] µm", {"[apple]": 1, "µm": 1}),
    ],
)
def test_a_unit_has_the_names_that_it_is_written_with(unit, names):
    assert unit_names(unit) == names


@pytest.mark.parametrize(
    ("unit", "found"),
    [
        ("", "lacks a unit at its end"),
        ("m/", "lacks a unit at its end"),
        ("*m", "lacks a unit before '*'"),
        ("J/kg K", "ambiguous"),
        ("J/kg*K", "ambiguous"),
        ("m + s", "cannot be added"),
        ("1000 m", "the number 1000"),
        ("degC", "convert the data to K"),
        ("°C", "convert the data to K"),
        ("metre", "unknown name 'metre'"),
        ("kgg", "near it: kg"),
        ("mkg", "unknown name"),
        ("kmin", "unknown name"),
        ("m^", "where an exponent should be"),
        ("m^x", "where an exponent should be"),
        ("(m", "closing parenthesis"),
        ("m^(1", "closing parenthesis"),
        ("m)", "too many"),
        ("m^(1/0)", "divides by 0"),
        ("m$", "means nothing"),
        ("[a", "means nothing"),
        ("(" * 10_000, "too many parentheses"),
    ],
)
def test_what_is_not_a_unit_is_refused_with_its_reason(unit, found):
    with pytest.raises(InvalidValueError) as error:
        parse_unit(unit)
    assert found in str(error.value)
    assert "kg m s^-2" in str(error.value)  # how to write one


def test_a_unit_is_a_string():
    with pytest.raises(InvalidTypeError, match="must be a string; found 3"):
        parse_unit(3)
