import numpy as np
import pytest

from nalm.discovery._budget import Limits
from nalm.discovery.stages.functions._function_products import LARGEST_RATIO, function_products
from nalm.symbolic import Call, Sum, as_formula, evaluate
from tests.discovery._laws import table

TURNS = [(-3, 3), (0.3, 2.8)]


def made(law, functions=("sin", "cos"), ranges=TURNS):
    data = table(law, ranges, rows=250)
    return data, function_products(data, functions, sums=[[]], limits=Limits(largest=6.0))


def shear_flow(x, y):
    return np.cos(x) * np.cos(y) / np.sin(y)


@pytest.mark.parametrize(
    ("law", "part"),
    [
        (shear_flow, shear_flow),
        (lambda x, y: np.sin(x) * np.sin(y) ** 2, lambda x, y: np.sin(x) * np.sin(y) ** 2),
        (lambda x, y: y - np.cos(x) / y, lambda x, y: np.cos(x) / y),
        (lambda x, y: 0.5 * np.sin(x - y) - np.sin(x), lambda x, y: np.sin(x - y)),
    ],
)  # fmt: skip
def test_the_products_of_a_law_are_among_them(law, part):
    data, found = made(law)
    values = np.abs(part(*data.x.T))
    misses = [np.abs(np.abs(evaluate(Sum((p,)), data.x)) - values).max() for p in found.products]
    assert min(misses) < 1e-9


def test_every_product_has_a_function_and_a_value():
    data, found = made(shear_flow)
    for product in found.products:
        assert any(isinstance(power.base, Call) for power in product.powers)
        assert np.isfinite(evaluate(Sum((product,)), data.x)).all()


def test_what_passes_zero_is_no_denominator():
    data, found = made(lambda x, y: np.sin(x) * y)
    assert (data.x[:, 0] < 0).any() and (data.x[:, 0] > 0).any()
    for product in found.products:
        below = [power.base for power in product.powers if power.exponent < 0]
        for base in below:
            size = np.abs(evaluate(as_formula(base), data.x))
            assert size.max() < LARGEST_RATIO * size.min()


def test_without_functions_there_is_none():
    _, found = made(shear_flow, ())
    assert found.products == ()
