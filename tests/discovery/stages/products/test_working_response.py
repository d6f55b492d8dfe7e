from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery.stages.products._working_response import working_response
from tests.discovery._laws import problem, table


def law(a, b):
    return a**2 / b


def test_residuals_are_those_of_the_target_to_first_order():
    data = table(law, [(1, 3), (1, 3)], constant=0.3)
    data = replace(data, weight=np.linspace(1, 3, len(data.y)))
    near = law(*data.x.T) * 1.001
    response = working_response(data, near)
    other = near * (1 + 1e-4 * data.x[:, 0])
    ours = response.target - response.weight * np.log(other / response.scale)
    theirs = np.sqrt(data.weight / data.weight.mean()) * (data.y - other) / response.scale
    assert np.allclose(ours, theirs, atol=1e-6)


def test_a_target_of_either_sign_has_a_response():
    data = table(law, [(1, 3), (1, 3)], constant=1.0)
    assert (data.y < 0).any()
    assert np.isfinite(working_response(data, law(*data.x.T)).target).all()


def test_rows_with_zeros_are_left_out():
    x = np.arange(1.0, 11.0)
    x[:2] = 0.0, -2.0
    response = working_response(problem(x, 2 * x), np.r_[1.0, 2.0, -3.0, 0.0, x[4:]])
    assert response.logs[:, 0].tolist() == np.log([2.0, 3.0, *x[4:]]).tolist()
    assert response.negative[:, 0].tolist() == [True] + 7 * [False]
    assert np.allclose(response.y * response.scale, [-4.0, 6.0, *2 * x[4:]])
    assert np.allclose(response.values * response.scale, [2.0, -3.0, *x[4:]])


@pytest.mark.parametrize("values", [np.full(60, np.nan), np.zeros(60), np.r_[1.0, np.zeros(59)]])
def test_without_enough_values_there_is_no_response(values):
    assert working_response(table(law, [(1, 3), (1, 3)]), values) is None


def test_infinite_weights_have_no_response():
    data = table(law, [(1, 3), (1, 3)])
    assert working_response(replace(data, weight=np.full(60, np.inf)), data.y) is None


def test_the_products_are_those_of_the_inputs():
    data = table(law, [(1, 3), (1, 3)])
    response = working_response(data, data.y)
    coefficients = np.linalg.lstsq(response.products, response.target, rcond=None)[0]
    assert np.allclose(coefficients[1:], [2, -1])
