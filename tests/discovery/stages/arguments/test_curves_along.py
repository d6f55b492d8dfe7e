import numpy as np
import pytest

from nalm.discovery.stages.arguments._arguments import arguments
from nalm.discovery.stages.arguments._curves_along import CurvesAlong, along_smooth_curves
from nalm.discovery.stages.products._working_response import working_response
from tests._tiers import thorough
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


def kept(law, *, relative):
    """Return the arguments along which a law may have a function, and all."""
    data = table(law, RANGES, rows=150, relative=relative)
    response = working_response(data, law(*data.x.T))
    assert response is not None
    tried = arguments(response.inputs)
    return along_smooth_curves(tried, response), tried


FUNCTIONS = [np.tanh, thorough(np.arctan), thorough(np.cosh), lambda u: 1 / (np.exp(u / 3) + 1)]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("relative", [0.01, thorough(0.003)])
def test_beside_an_answer_the_argument_of_its_function_stays(function, relative):
    found, tried = kept(lambda a, b, c: a**2 / c * function(b * c), relative=relative)
    assert any(one.exponents == (0, 1, 1) and not one.added for one in found)
    assert len(found) < 0.3 * len(tried)


def test_a_law_without_a_function_of_one_argument_has_none():
    found, _ = kept(lambda a, b, c: a**2 + b * c + 2 / c, relative=0.01)
    assert not found


def test_where_it_may_have_a_zero_all_arguments_stay():
    found, tried = kept(lambda a, b, c: a * np.sin(b * c + 0.2), relative=0.01)
    assert found == tried


def test_where_products_explain_all_but_the_noise_all_arguments_stay():
    found, tried = kept(lambda a, b, c: a * b / c * (1 + 1e-4 * a * b), relative=0.01)
    assert found == tried
