import pytest

from nalm.discovery.result._names import symbols


@pytest.mark.parametrize("name", ["x", "x_1", "Mass", "σ", "lambda"])
def test_names_that_can_stand_in_an_equation_stay(name):
    assert symbols([name]) == (name,)


@pytest.mark.parametrize(
    ("name", "plain"),
    [("mass (kg)", "mass_kg"), ("a-b", "a_b"), ("2nd", "x_2nd"), ("", "x0"), ("?!", "x0")],
)
def test_others_become_ones_that_can(name, plain):
    assert symbols([name]) == (plain,)


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
