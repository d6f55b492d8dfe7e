from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.rewriting._proportion import LARGEST, in_proportion
from nalm.symbolic import evaluate
from tests.discovery._laws import formula, term

ONE = Fraction(1)


def base(*coefficients):
    first, *others = coefficients
    head = term(Fraction(1 if first > 0 else -1), (0, 0))
    return formula(head, *(term(c / abs(first), (0, k + 1)) for k, c in enumerate(others)))


@given(
    st.lists(st.integers(-LARGEST, LARGEST).filter(bool), min_size=2, max_size=5),
    st.lists(st.floats(-0.05, 0.05), min_size=6, max_size=6),
)
def test_small_whole_proportions_are_read_out(whole, errors):
    if 1 not in map(abs, whole):
        whole = [1, *whole]
    noisy = base(*(n * (1 + e) for n, e in zip(whole, errors, strict=False)))
    exact = in_proportion(noisy)
    found = [each.coefficient for each in exact.terms]
    assert found == [Fraction(n, abs(whole[0])) for n in whole]
    assert [each.powers for each in exact.terms] == [each.powers for each in noisy.terms]


@pytest.mark.parametrize("other", [1.5, -0.7, 4.9, 0.05], ids=str)
def test_what_is_in_no_such_proportion_stays(other):
    law = base(1.0, other)
    assert in_proportion(law) is law


def test_a_square_becomes_one_that_is_nowhere_negative():
    square = formula(term(ONE, (0, 2)), term(-2.03, (0, 1), (1, 1)), term(1.01, (1, 2)))
    x = np.array([[1.0, 1.0], [2.0, 2.1]])
    assert evaluate(square, x).min() < 0
    assert evaluate(in_proportion(square), x) == pytest.approx([0.0, 0.01])
