import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.errors import InvalidValueError
from nalm.symbolic import MultipleOfPi, from_json, to_json
from tests.symbolic.strategies import F, call, formulas, plus, quick, term

ANY = st.floats(allow_nan=False, allow_infinity=False) | st.fractions()


def product(**fields):
    return {"terms": [{"coefficient": 2.5, "powers": []} | fields]}


def power(**fields):
    return product(powers=[{"base": 0, "exponent": "1"} | fields])


@quick
@given(formulas(coefficients=ANY, exponents=ANY))
def test_it_comes_back_to_the_last_bit(formula):
    text = json.dumps(to_json(formula), allow_nan=False)
    assert repr(from_json(json.loads(text))) == repr(formula)


def test_pinned_form():
    formula = plus(term(2.5, (plus(term(F(-3, 2))), 2), (1, 0.5)))
    assert to_json(formula) == {
        "terms": [
            {
                "coefficient": 2.5,
                "powers": [
                    {"base": {"terms": [{"coefficient": "-3/2", "powers": []}]}, "exponent": "2"},
                    {"base": 1, "exponent": 0.5},
                ],
            }
        ]
    }


def test_a_whole_number_is_measured():
    """Other programs write 2.0 as 2."""
    assert repr(from_json(product(coefficient=2))) == repr(plus(term(2.0)))


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_json_cannot_hold_is_refused(number):
    with pytest.raises(InvalidValueError, match="finite"):
        to_json(plus(term(1, (0, number))))


def nested(depth):
    value = {"terms": []}
    for _ in range(depth):
        value = power(base=value)
    return value


def called(depth):
    value = {"terms": []}
    for _ in range(depth):
        value = power(base={"function": "sin", "argument": value})
    return value


def test_functions_and_multiples_of_pi():
    wave = call("sin", term(MultipleOfPi(F(3, 2)), (0, 1)), term(0.5))
    value = to_json(plus(term(2.5, (wave, 1))))
    base = value["terms"][0]["powers"][0]["base"]
    assert base["function"] == "sin"
    assert [each["coefficient"] for each in base["argument"]["terms"]] == ["3*pi/2", 0.5]


def test_a_file_of_before_there_were_functions_is_read_to_the_bit():
    text = """{"terms": [{"coefficient": 0.1, "powers": [{"base": {"terms":
        [{"coefficient": "-3/2", "powers": []}, {"coefficient": 1e-300, "powers":
        [{"base": 1, "exponent": 0.30000000000000004}]}]}, "exponent": "1/2"}]}]}"""
    inner = plus(term(F(-3, 2)), term(1e-300, (1, 0.1 + 0.2)))
    assert repr(from_json(json.loads(text))) == repr(plus(term(0.1, (inner, F(1, 2)))))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, 'formula should be an object with exactly "terms", found None'),
        ([], "formula should be an object"),
        ({}, "formula should be an object"),
        ({"terms": [], "more": 1}, "formula should be an object"),
        ({"terms": {}}, "formula.terms should be a list"),
        ({"terms": [1]}, r"formula.terms\[0\] should be an object"),
        ({"terms": [{"coefficient": 1.5}]}, 'exactly "coefficient" and "powers"'),
        (product(coefficient=None), r"formula.terms\[0\].coefficient should be a finite number"),
        (product(coefficient=True), "finite number"),
        (product(coefficient=float("nan")), "finite number"),
        (product(coefficient=10**400), "finite number"),
        (product(coefficient="1.5"), "fraction"),
        (product(coefficient="1/0"), "fraction"),
        (product(coefficient="1/-2"), "fraction"),
        (product(coefficient=" 1"), "fraction"),
        (product(coefficient="1\n"), "fraction"),
        (product(coefficient="__import__('os')"), "fraction"),
        (product(coefficient="9" * 5000), "fraction"),
        (product(powers=None), r"formula.terms\[0\].powers should be a list"),
        (product(powers=["x"]), r"powers\[0\] should be an object"),
        (power(base=-1), r"powers\[0\].base should be the number of an input"),
        (power(base=True), "number of an input"),
        (power(base=1.0), "number of an input"),
        (power(base="x"), "number of an input"),
        (power(base={"terms": 1}), r"powers\[0\].base.terms should be a list"),
        (power(exponent=[]), r"powers\[0\].exponent should be a finite number"),
        (product(coefficient=nested(2000)), r"formula.terms\[0\].coefficient should be"),
        (nested(2000), "at most 32 sums inside each other"),
        (called(2000), "at most 32 sums inside each other"),
        (
            power(base={"function": "sine", "argument": {"terms": []}}),
            r"powers\[0\].base.function should be the name of a function .*exp, log.*'sine'",
        ),
        (power(base={"function": 1, "argument": {"terms": []}}), "the name of a function"),
        (power(base={"function": "sin"}), '"function" and "argument"'),
        (product(coefficient="2pi"), "fraction"),
        (product(coefficient="pi/0"), "fraction"),
    ],
)
def test_anything_else_is_refused_and_the_place_is_named(value, message):
    with pytest.raises(InvalidValueError, match=message):
        from_json(value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(
            st.sampled_from(
                ["terms", "coefficient", "powers", "base", "exponent", "function", "argument"]
            ),
            inner,
        )
    ),
)


@quick
@given(JSON)
def test_no_input_causes_another_error(value):
    try:
        formula = from_json(value)
    except InvalidValueError:
        return
    assert repr(from_json(to_json(formula))) == repr(formula)
