import pytest
from hypothesis import given

from nalm.symbolic import evaluate
from nalm.symbolic._normal_form._sign import is_positive, never_negative
from tests.symbolic.strategies import INPUTS, F, formulas, plus, quick, tables, term

X, Y = (0, 1), (1, 1)


@pytest.mark.parametrize(
    ("base", "positive", "expected"),
    [
        (0, [True], True),
        (0, [False], False),
        (1, [True], False),
        (plus(term(1, X), term(2.5)), [True], True),
        (plus(term(1, X), term(2.5)), [False], False),
        (plus(term(1, (0, 2)), term(2.5)), [], True),
        (plus(term(1, (0, 2)), term(1, (1, 2))), [], False),  # 0 at 0
        (plus(term(1, (0, -2)), term(1, (1, 2))), [], True),  # no value at 0
        (plus(term(1, (0, 0.5)), term(1, Y)), [False, True], True),
        (plus(term(1, X), term(-1, Y)), [True, True], False),
        (plus(term(1, (plus(term(1, X), term(1)), F(3)))), [True], True),
        (plus(), [True], False),
    ],
)
def test_pinned_signs(base, positive, expected):
    assert is_positive(base, positive) is expected


@quick
@given(formulas(), tables(positive=[True, False, True]))
def test_what_is_known_to_be_positive_is(formula, x):
    y = evaluate(formula, x)
    if is_positive(formula, [True, False, True]):
        assert not (y < 0).any()


def test_a_term_without_one_of_its_bases():
    square = term(1, (0, 1), (1, 2))
    assert not never_negative(square, [])
    assert never_negative(square, [], without=0)
    assert not never_negative(square, [], without=1)
    assert not never_negative(term(-1, (1, 2)), [False] * INPUTS)
