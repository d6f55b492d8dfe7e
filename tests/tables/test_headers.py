import pytest

from nalm.tables._headers import is_bracketed, looks_like_unit, read_headers


@pytest.mark.parametrize(
    ("written", "name", "unit"),
    [
        ("v0 (m/s)", "v0", "m/s"),
        ("T [K]", "T", "K"),
        ("T(K)", "T", "K"),
        ("[S] / mM", "S", "mM"),
        ("[S]", "S", None),
        ("mass, kg", "mass", "kg"),
        ("mass, dry", "mass, dry", None),
        ("E, keV", "E", "keV"),
        ("mass in kg", "mass", "kg"),
        ("mass in air", "mass in air", None),
        ("flow in A", "flow in A", None),
        ("Temp °C", "Temp", "°C"),
        ("Temp in °C", "Temp", "°C"),
        ("net mol", "net mol", None),
        ("U/V", "U/V", None),
        ("k / s^-1", "k", "s^-1"),
        ("E / kJ mol⁻¹", "E", "kJ mol⁻¹"),
        ("rate [J/(kg K)]", "rate", "J/(kg K)"),
        ("v0\n(m/s)", "v0", "m/s"),
        ("x (-)", "x", "1"),
        ("I (a.u.)", "I", "a.u."),
        ("log(P)", "log(P)", None),
        ("f(x)", "f(x)", None),
        ("v (t=0)", "v (t=0)", None),
        ("1/[S]", "1/[S]", None),
        ("mass / length", "mass / length", None),
        ("a/b", "a/b", None),
        ("", "", None),
        ("()", "()", None),
    ],
)
def test_a_header_is_a_name_and_perhaps_a_unit(written, name, unit):
    [header] = read_headers([written])
    assert (header.name, header.unit) == (name, unit)


def test_quantities_over_units_are_read_where_the_table_is_written_so():
    found = read_headers(["p/kPa", "T/K", "T_0/K", "n", "Δt/s"])
    assert [(each.name, each.unit) for each in found] == [
        *[("p", "kPa"), ("T", "K"), ("T_0", "K"), ("n", None), ("Δt", "s")]
    ]
    assert [each.name for each in read_headers(["p/kPa", "p/bar", "T/K"])] == [
        "p/kPa",
        "p/bar",
        "T",
    ]
    assert [each.name for each in read_headers(["U/V", "I/A"], ["mV", ""])] == ["U/V", "I/A"]


def test_names_that_differ_in_brackets_alone_keep_them():
    names = [each.name for each in read_headers(["l (mean)", "l (max)", "x", "x (m)"])]
    assert names == ["l (mean)", "l (max)", "x", "x (m)"]


def test_names_that_repeat_get_numbers_that_are_free():
    names = [each.name for each in read_headers(["x", "x", "x_1", "", ""])]
    assert names == ["x_2", "x_3", "x_1", "", ""]


def test_a_row_of_units_fills_what_the_header_lacks():
    found = read_headers(["a", "b (s)", "c"], ["[m]", "min", ""])
    assert [each.unit for each in found] == ["m", "s", None]


def test_units_and_brackets_are_recognised():
    assert all(map(looks_like_unit, ["m/s", "kg m^-3", "(mM)", "%", "-", "°C", "J/(kg K)"]))
    assert not any(map(looks_like_unit, ["length", "1.5", "", "hello world"]))
    assert is_bracketed("[m]")
    assert not is_bracketed("a [m]")
