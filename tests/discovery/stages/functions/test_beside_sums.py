from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery._budget import Budget, Limits, TimeIsUpError
from nalm.discovery.stages.functions._beside_sums import functions_beside
from nalm.symbolic import Power, Product, Sum, to_text
from tests.discovery._laws import table

ONE = Fraction(1)
CONSTANT, X, Y = Product(ONE), Product(ONE, (Power(0, ONE),)), Product(ONE, (Power(1, ONE),))
ALL = ("exp", "log", "sin", "cos", "tanh")


def beside(law, ranges, sums, *, noise=0.0, limits=None, **options):
    data = table(law, ranges, rows=250, constant=noise)
    return functions_beside(
        data, sums, functions=options.get("functions", ALL), beside=options.get("by", [()]),
        limits=limits or Limits(largest=6.0),
    )  # fmt: skip


def best(*args, **options):
    return to_text(Sum(beside(*args, **options)[0]), ["x", "y"], digits=3)


@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_a_frequency_is_found_in_what_a_sum_leaves(noise):
    law = lambda t, x: 1.5 * np.cos(1.7 * t) - 4 * x  # noqa: E731
    found = best(law, [(0, 25), (-1, 1)], [[], [Y]], noise=noise)
    assert found in ("y + cos(1.7*x)", "y + sin(1.7*x + 1.57)", "cos(1.7*x) + y")


def test_a_product_may_be_a_factor():
    law = lambda c, t: c * np.exp(-600 / t)  # noqa: E731
    found = best(law, [(0.1, 1), (300, 400)], [[]], by=[(), X.powers])
    assert found == "x*exp(-600/y)"


def test_a_rate_next_to_a_whole_number_is_tried_as_one():
    law = lambda x: np.exp(-x) - 0.2 * x  # noqa: E731
    found = beside(law, [(0, 4)], [[X]], noise=0.01)
    assert any(to_text(Sum(one), ["x"]) == "x + exp(-x)" for one in found)


def test_a_function_that_depends_on_the_sum_is_none():
    found = beside(lambda x: x, [(1, 4)], [[CONSTANT, X]], functions=("log",))
    assert all(len(one) == 3 for one in found)


def test_a_search_ends_with_its_time():
    with pytest.raises(TimeIsUpError):
        beside(np.sin, [(0, 7)], [[]], limits=Limits(largest=6.0, budget=Budget(end=0.0)))
