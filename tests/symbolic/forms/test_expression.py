from fractions import Fraction

import pytest

from nalm.symbolic._forms._expression import (
    Added,
    Applied,
    Exact,
    Multiplied,
    Name,
    Raised,
    exact_value,
    float_value,
    names_in,
)  # fmt: skip
from nalm.symbolic._formula._pi import MultipleOfPi

TWO, HALF = Exact(Fraction(2)), Exact(Fraction(1, 2))


def test_names_come_from_left_to_right():
    tree = Added((Name("b"), Raised(Name("x"), Name("a")), Applied("exp", Name("b"))))
    assert list(names_in(tree)) == ["b", "x", "a", "b"]


def test_rational_numbers_stay_exact():
    assert exact_value(Added((TWO, Raised(TWO, Exact(Fraction(-1)))))) == Fraction(5, 2)
    assert exact_value(Multiplied((TWO, Exact(MultipleOfPi(1))))) == MultipleOfPi(2)


@pytest.mark.parametrize(
    "tree",
    [
        Raised(TWO, HALF), Raised(TWO, Exact(Fraction(10**9))), Applied("exp", TWO), Name("a"),
        Raised(Exact(MultipleOfPi(1)), TWO), Added((TWO, Exact(MultipleOfPi(1)))),
        Raised(Exact(Fraction(0)), Exact(Fraction(-1))),
    ],
)  # fmt: skip
def test_other_numbers_are_not(tree):
    assert exact_value(tree) is None


def test_what_is_not_exact_has_a_value():
    assert float_value(Raised(TWO, HALF)) == pytest.approx(2**0.5)
    assert float_value(Added((Applied("log", TWO), HALF))) == pytest.approx(1.1931471805599454)
