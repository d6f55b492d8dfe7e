import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.rewriting._division import divide, to_sum
from nalm.symbolic import evaluate

exponents = st.tuples(st.integers(0, 3), st.integers(0, 3))
coefficients = st.integers(-4, 4).filter(bool).map(float)
polynomials = st.dictionaries(exponents, coefficients, min_size=1, max_size=5)


def value(polynomial, x):
    return evaluate(to_sum(polynomial), x) if polynomial else np.zeros(len(x))


@given(polynomials, polynomials)
def test_the_whole_part_times_the_divisor_and_the_rest_make_the_dividend(above, below):
    x = np.random.default_rng(0).uniform(0.5, 1.5, (20, 2))
    whole, rest = divide(above, below)
    size = sum(map(abs, above.values())) * (1 + sum(map(abs, whole.values())))
    assert value(whole, x) * value(below, x) + value(rest, x) == pytest.approx(
        value(above, x), abs=1e-3 * size
    )


@given(polynomials, polynomials)
def test_no_term_of_the_rest_could_still_be_divided(above, below):
    _, rest = divide(above, below)
    lead = max(below, key=lambda e: (sum(e), e))
    assert not any(all(a >= b for a, b in zip(term, lead, strict=True)) for term in rest)


def test_respiration_of_bacteria_gets_its_usual_form():
    above = {(3, 0): -0.5, (2, 0): 10.0, (1, 1): -1.0, (1, 0): -1.0, (0, 0): 20.0}
    below = {(2, 0): 0.5, (0, 0): 1.0}
    whole, rest = divide(above, below)
    assert whole == {(1, 0): -1.0, (0, 0): 20.0}
    assert rest == {(1, 1): -1.0}
