import numpy as np
import pytest

from nalm.discovery._budget import Limits
from nalm.discovery.stages.functions._function_sums import function_sums, short_products
from nalm.symbolic import Call, evaluate
from tests._tiers import thorough
from tests.discovery._laws import table

FUNCTIONS = ("exp", "log", "sin", "cos", "tanh")
FAR = np.array([[4.1, 0.2], [-4.0, 2.9], [1.0, 3.0]])


def sums(data):
    return function_sums(
        data, FUNCTIONS, shapes=short_products(data.x), freedom=len(data.y),
        limits=Limits(largest=6.0),
    )  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize(
    "law",
    [
        lambda x, y: 0.5 * np.sin(x - y) - np.sin(x),
        lambda x, y: np.sin(x) * (np.cos(y) ** 2 + 0.1 * np.sin(y) ** 2),
        thorough(lambda x, y: np.cos(x) * np.cos(y) / np.sin(y)),
        thorough(lambda x, y: -0.05 * y**2 - np.sin(x)),
        thorough(lambda x, y: y - np.cos(x) / y),
    ],
)
def test_the_textbook_flows_are_among_them(law):
    data = table(law, [(-3, 3), (0.3, 2.8)], rows=300)
    misses = [np.abs(evaluate(each, FAR) - law(*FAR.T)).max() for each in sums(data)]
    assert min(misses) < 1e-6


def test_every_sum_has_a_function():
    data = table(lambda x, y: x + np.exp(-y), [(0, 3), (0, 2)], rows=200)
    for each in sums(data):
        assert any(isinstance(w.base, Call) for term in each.terms for w in term.powers)


def test_short_products_divide_by_nothing_that_may_be_zero():
    x = np.random.default_rng(0).uniform([-1, 1], [1, 2], (50, 2))
    exponents = [{w.base: w.exponent for w in each.powers} for each in short_products(x)]
    assert {} in exponents and any(each.get(1, 0) < 0 for each in exponents)
    assert all(each.get(0, 0) >= 0 for each in exponents)
