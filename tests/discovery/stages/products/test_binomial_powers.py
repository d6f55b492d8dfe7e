from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.stages.products._binomial_powers import Binomial, powers_of
from nalm.symbolic import Product, Sum, evaluate

X = np.random.default_rng(0).choice([-1.0, 1.0], (40, 2)) * np.linspace(0.5, 2, 80).reshape(40, 2)
HALVES = st.sampled_from([-1.5, -0.5, 0.5, 1.5])


def values(outer, binomials, wrong):
    powers = powers_of(np.array(outer, dtype=float), binomials, wrong=np.array(wrong))
    return evaluate(Sum((Product(1.0, powers),)), X)


@given(
    outer=st.tuples(st.integers(-3, 3), st.integers(-3, 3)),
    inner=st.tuples(st.sampled_from([-2, 0, 2]), st.sampled_from([-2, 2])),
    q=HALVES,
    lost=st.tuples(st.booleans(), st.booleans()),
)
def test_the_values_are_those_of_the_product_without_the_lost_signs(outer, inner, q, lost):
    """Of an odd exponent |x|^v is meant, of an even one x |x|^(v - 1), which has the sign."""
    root = Binomial(b=0.7, exponents=np.array(inner, dtype=float), q=q)
    sizes = (np.abs(X) ** np.array(outer)).prod(axis=1)
    signs = (np.sign(X) ** (np.array(outer) + np.array(lost))).prod(axis=1)
    expected = signs * sizes * (1 + 0.7 * (X ** np.array(inner)).prod(axis=1)) ** q
    assert np.allclose(values(outer, [root], lost), expected)


def test_only_one_binomial_takes_the_signs_and_only_one_with_half_an_exponent():
    ratio = np.array([2.0, 0.0])
    square, root = (Binomial(b=Fraction(3), exponents=ratio, q=q) for q in (2.0, 0.5))
    expected = np.abs(X[:, 0]) * (1 + 3 * X[:, 0] ** 2) ** 3
    for parts in ([square, root, root], [root, square, root]):
        assert np.allclose(values((1, 0), parts, (True, False)), expected)


def test_exact_numbers_stay_exact():
    [power] = powers_of(
        np.zeros(2),
        [Binomial(b=Fraction(-1), exponents=np.array([0.0, 0.5]), q=-1.0)],
        wrong=np.zeros(2, dtype=bool),
    )
    assert power.exponent == Fraction(-1)
    assert power.base.terms[1].coefficient == Fraction(-1)
    assert power.base.terms[1].powers[0].exponent == Fraction(1, 2)
