from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.rewriting._anchor import anchored
from nalm.symbolic import evaluate
from tests.discovery._laws import formula, term

coefficients = st.floats(0.1, 10).flatmap(lambda size: st.sampled_from([size, -size]))


@given(st.lists(coefficients, min_size=1, max_size=4))
def test_the_size_times_the_rest_is_the_sum(numbers):
    whole = formula(*(term(number, (0, k)) for k, number in enumerate(numbers)))
    size, rest = anchored(whole)
    x = np.linspace(1, 3, 7)[:, None]
    assert size * evaluate(rest, x) == pytest.approx(evaluate(whole, x), rel=1e-12, abs=1e-10)
    assert size == abs(numbers[0])


@pytest.mark.parametrize("sign", [1, -1])
def test_the_first_coefficient_alone_is_exact_and_keeps_its_sign(sign):
    _, rest = anchored(formula(term(sign * 4.0, (0, 2)), term(Fraction(3)), term(-8.0, (0, 1))))
    first, *others = (each.coefficient for each in rest.terms)
    assert isinstance(first, Fraction)
    assert first == sign
    assert others == [0.75, -2.0]
    assert all(isinstance(each, float) for each in others)
