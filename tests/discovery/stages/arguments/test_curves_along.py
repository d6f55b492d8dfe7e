import numpy as np
import pytest

from nalm.discovery.stages.arguments._curves_along import CurvesAlong
from nalm.discovery.stages.products._working_response import working_response
from tests.discovery._laws import table

RANGES = [(1, 3), (0.2, 3), (0.5, 2)]


def left(law, *arguments):
    response = working_response(data := table(law, RANGES, rows=150), data.y)
    assert response is not None
    with np.errstate(all="ignore"):
        return CurvesAlong(response).left(np.column_stack([one(*data.x.T) for one in arguments]))


@pytest.mark.parametrize("function", [np.tanh, np.arctan, lambda u: 1 / (np.exp(u) + 1)])
def test_least_is_left_along_the_argument_of_a_law(function):
    found = left(
        lambda a, b, c: a**2 / c * function(b - c),
        lambda a, b, c: b - c,
        lambda a, b, c: b + c,
        lambda a, b, c: a - c,
    )
    assert found.argmin() == 0
    assert found[0] < 0.1 * found[1:].min()


def test_a_curve_that_passes_zero_is_followed():
    assert left(lambda a, b, c: a * (b - c), lambda a, b, c: b - c) < 1e-6


def test_an_argument_that_does_not_vary_explains_nothing():
    found = left(lambda a, b, c: np.exp(b * c), lambda a, b, c: b * c, lambda a, b, c: 0 * a + 2)
    assert found[0] < 1e-6
    assert found[1] == np.inf
