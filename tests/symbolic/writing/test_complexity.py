import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.symbolic import MultipleOfPi, complexity, to_text
from tests.symbolic.strategies import NAMES, F, call, formulas, plus, quick, term

X, Y = (0, 1), (1, 1)
HALF = F(1, 2)
DISTANCE = plus(term(1, (0, 2)), term(1, (1, 2)))


@pytest.mark.parametrize(
    ("formula", "nodes"),
    [
        (plus(), 1),
        (plus(term(2.5)), 1),
        (plus(term(1, X)), 1),
        (plus(term(-1, X)), 2),  # minus, x
        (plus(term(2.5, X)), 3),
        (plus(term(-2.5, X)), 3),
        (plus(term(1, (0, 2))), 3),
        (plus(term(1, (0, HALF))), 2),
        (plus(term(1, (0, -1))), 3),
        (plus(term(1, X), term(-1, Y)), 3),
        (plus(term(-1, X), term(1, Y)), 3),  # y - x
        (plus(term(-1, X), term(-1, Y)), 4),
        (plus(term(2.5, X, (1, 2), (2, -1))), 9),  # 2.5*x*y^2/z
        (plus(term(1, (DISTANCE, HALF))), 8),
        (plus(term(1, X, (plus(term(1, X), term(0.4)), -1))), 5),  # x/(x + 0.4)
        (plus(term(3.0, (call("exp", term(-0.2, X)), 1))), 6),
        (plus(term(MultipleOfPi(F(3, 2)), X)), 3),
    ],
)
def test_pinned_sizes(formula, nodes):
    assert complexity(formula) == nodes


def counted(text):
    """Count names, numbers, operators and sqrt of a text, other than parentheses."""
    for operator in "+-*/^":
        text = text.replace(operator, f" {operator} ")
    return len(text.replace("sqrt", "sqrt ").replace("(", " ").replace(")", " ").split())


WHOLE_POSITIVE = st.integers(1, 4).map(F)


@quick
@given(formulas(coefficients=WHOLE_POSITIVE, exponents=WHOLE_POSITIVE | st.just(HALF)))
def test_it_counts_what_is_written(formula):
    assert complexity(formula) == counted(to_text(formula, NAMES))
