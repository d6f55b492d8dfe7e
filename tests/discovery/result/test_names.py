import pytest

from nalm.discovery.result._names import full_symbols, renamed, symbols


@pytest.mark.parametrize("name", ["x", "x_1", "Mass", "σ", "lambda"])
def test_names_that_can_stand_in_an_equation_stay(name):
    assert symbols([name]) == (name,)


@pytest.mark.parametrize(
    ("name", "plain"),
    [("f(x)", "f_x"), ("a-b", "a_b"), ("2nd", "x_2nd"), ("", "x0"), ("?!", "x0")],
)
def test_others_become_ones_that_can(name, plain):
    assert symbols([name]) == (plain,)


@pytest.mark.parametrize(
    ("names", "made"),
    [
        (["v0 (m/s)", "E [J]", "[S] / mM", "mass (kg)"], ("v0", "E", "S", "mass")),
        (["U/V", "I/A", "T (°C)"], ("U", "I", "T")),
        (["length (mean)", "length (max)"], ("length_mean", "length_max")),
        (["m", "m (kg)"], ("m", "m_kg")),
        (["m (kg)", "m (kg)"], ("m", "m_2")),
        (["x[0]", "x[1]"], ("x_0", "x_1")),
        (["E [J][iron]"], ("E_iron",)),
        (["log(P)", "v (t=0)"], ("log_P", "v_t_0")),
        (["a (m)", "a b", "a_b (s)"], ("a", "a_b", "a_b_2")),
    ],
)
def test_the_unit_in_a_header_is_no_part_of_the_name(names, made):
    assert symbols(names) == made


def test_columns_beside_them_tell_what_is_no_unit():
    assert symbols(["T (in)"], beside=["T (out)"]) == ("T_in",)
    assert symbols(["T (in)"], beside=["T"]) == ("T_in",)
    assert symbols(["T (K)", "p (bar)"], beside=["T (K)"]) == ("T", "p")


def test_full_names_have_all_that_stands_in_the_header():
    assert full_symbols(["v0 (m/s)", "m"]) == ("v0_m_s", "m")
    assert renamed(["v0 (m/s)", "m"], ["v0", "m"]) == {"v0_m_s": "v0"}


def test_names_stay_distinct():
    names = ["a b", "a_b", "a-b", "a_b_2", "", "x4"]
    assert len(set(symbols(names))) == len(names)
    assert all(each.isidentifier() for each in symbols(names))


def test_taken_names_are_avoided():
    assert symbols(["y"], taken=["y"]) == ("y_2",)


@pytest.mark.parametrize(
    ("names", "made"),
    [
        (["a b", "a_b", "a-b"], ("a_b_2", "a_b", "a_b_3")),
        (["v", "v", "v_2"], ("v", "v_3", "v_2")),
        (["a_b", "a b"], ("a_b", "a_b_2")),
    ],
)
def test_a_name_that_can_stand_as_it_is_keeps_it(names, made):
    assert symbols(names) == made
