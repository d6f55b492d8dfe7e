import re
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from nalm.discovery._budget import Limits
from nalm.discovery.stages.functions._factor_products import MOST, factor_products, written
from nalm.discovery.stages.functions._families import of_functions
from nalm.symbolic import Product, Sum, evaluate, to_text
from tests.discovery._laws import table

LIMITS = Limits(largest=6.0)
WAVES = of_functions(("sin", "cos"))
GRATING = (
    lambda i, n, t: i * np.sin(n * t / 2) ** 2 / np.sin(t / 2) ** 2,
    [(1, 3), (1, 5), (1, 5)],
)


def found(data, families=WAVES):
    levels = factor_products(data, families, limits=LIMITS)
    return [each for level in levels for each in level]


def texts(chains, inputs):
    names = [f"x{i}" for i in range(inputs)]
    return [to_text(Sum((Product(Fraction(1), written(each)),)), names) for each in chains]


@cache
def of_grating(relative=0.0):
    return found(table(*GRATING, rows=300, relative=relative))


@pytest.mark.thorough
@pytest.mark.parametrize("relative", [0.0, 0.02])
def test_a_law_may_have_several_functions_as_factors(relative):
    chains = of_grating(relative)
    both = [text for text in texts(chains, 3) if "exp" not in text]
    assert any("sin(x2/2)^2" in text and "sin(x1*x2/2)^2" in text for text in both)


@pytest.mark.thorough
def test_one_factor_comes_before_several():
    lengths = [len(chain) for chain in of_grating()]
    assert lengths == sorted(lengths)
    assert max(lengths) <= MOST


def test_no_factor_is_repeated():
    for chain in of_grating():
        assert len({factor.base for factor in chain}) == len(chain)


def test_where_a_factor_explains_little_no_other_one_is_sought():
    data = table(lambda a, b: a**2 * b, [(1, 5)] * 2, rows=300, relative=0.05)
    assert {len(chain) for chain in found(data)} == {1}


@pytest.mark.thorough
def test_a_sine_over_a_difference_of_inputs_is_a_factor():
    data = table(
        lambda e, t, a, b: e * t * np.sin((a - b) * t / 2) ** 2 / ((a - b) * t / 2) ** 2,
        [(1, 3), (1, 3), (1, 5), (1, 5)],
        rows=300,
    )
    first, *_ = chains = found(data)
    (power, *_) = written(first)
    assert "sin(x1*(x2 - x3)/2)" in texts(chains, 4)[0]
    value = evaluate(Sum((Product(Fraction(1), (power,)),)), data.x)
    ratio = data.y / value / (data.x[:, 0] * data.x[:, 1])
    assert np.ptp(ratio) < 1e-9 * np.abs(ratio).max()


@pytest.mark.thorough
def test_an_exponential_may_have_another_argument_than_the_other_factor():
    """As that of a damped oscillation, by mass and resistance."""
    data = table(
        lambda a, b, m, w, t: a * np.exp(-b * t / (2 * m)) * np.cos(w * t),
        [(1, 3), (0.1, 0.6), (0.5, 2), (1, 3), (0.1, 6)],
        rows=300,
    )
    chains = [written(one) for one in found(data, of_functions(("exp", "cos")))]
    two = [powers for powers in chains if len(powers) == 2]
    values = [evaluate(Sum((Product(Fraction(1), powers),)), data.x) for powers in two]
    with np.errstate(all="ignore"):
        ratios = [data.y / value / data.x[:, 0] for value in values]
    assert any(np.ptp(ratio) < 1e-9 * np.abs(ratio).max() for ratio in ratios)


@pytest.mark.thorough
def test_a_sum_is_a_factor_beside_a_function_that_is_sought_again():
    """Before the sum was known, other functions explained as much as the exponential."""
    data = table(lambda a, b: np.exp(-b / 4) * a / (0.5 + a), [(0.1, 6), (0.1, 5)], rows=300)
    noise = 0.004 * np.random.default_rng(0).normal(size=300)
    chains = found(replace(data, y=data.y + noise), of_functions(("exp", "sin", "cos", "erf")))
    several = texts([chain for chain in chains if len(chain) == 2], 2)
    assert any(
        re.fullmatch(r"exp\(-0\.083\d*\*x1\)\^3/\(1 \+ 1\.99\d*\*x0\)", one) for one in several
    )
