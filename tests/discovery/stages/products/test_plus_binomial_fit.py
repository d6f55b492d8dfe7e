import numpy as np
import pytest

from nalm.discovery.stages.products._plus_binomial_fit import (
    begin_plus_binomial,
    fit_plus_binomial,
    two_powers,
)
from nalm.discovery.stages.products._working_response import working_response
from tests.discovery._laws import table


def fitted(data, *, u, e, q, size, b, free=True, values=None):
    """Fit d x^u + a x^v (1 + b x^e)^q from a beginning."""
    response = working_response(data, data.y if values is None else values)
    signs = 1.0 - 2.0 * (response.negative @ np.array([u, e]).T % 2)
    beside, ratio = (signs * np.exp(response.logs @ np.array([u, e]).T)).T
    binomial = {"parts": b * ratio[None], "q": np.array([q]), "free": np.array([free])}
    begin, _ = begin_plus_binomial(
        response, beside[None], size=np.array([size / response.scale]), **binomial
    )
    return response, fit_plus_binomial(response, beside[None], begin=begin, **binomial)


@pytest.mark.parametrize("begun", [0.5, 1.5])
def test_numbers_are_those_of_the_law(begun):
    data = table(lambda a, b: 2 * a / b + 5 * b * np.sqrt(1 + 0.3 * a), [(1, 4)] * 2, rows=200)
    response, fits = fitted(data, u=[1, -1], e=[1, 0], q=0.5, size=2 * begun, b=0.3 * begun)
    for fit in fits:
        assert fit.size[0] * response.scale == pytest.approx(2)
        assert np.exp(fit.log_a[0]) * response.scale == pytest.approx(5)
        assert np.exp(fit.log_b[0]) * 0.3 * begun == pytest.approx(0.3)
        assert fit.outer[0].tolist() == [0, 1]
        assert fit.misfit[0] < 1e-20


@pytest.mark.parametrize("begun", [-0.5, -1.5, -2.0])
@pytest.mark.parametrize("share", [0.7, 0.9, 1.1])
def test_the_power_of_the_law_is_beside_the_best_one(begun, share):
    """To first order it may be another: 9 % off a large term is a third of the small one."""
    data = table(lambda a, b: b + a / (1 + b), [(1, 5)] * 2, rows=200)
    response = working_response(data, data.y)
    beside, ratio = np.exp(response.logs[:, 1])[None], np.exp(response.logs[:, 1])[None]
    size = np.array([share / response.scale])
    powers, found = two_powers(response, beside, size=size, parts=ratio, q=np.array([begun]))
    assert -1.0 in powers[:, 0]
    assert found[0] * response.scale == pytest.approx(1, abs=0.02)


def test_any_exponents_come_first():
    data = table(lambda a, b: 2 * a + b**1.23 * np.sqrt(1 + a), [(1, 4)] * 2, rows=200)
    response = working_response(data, data.y)
    a, _ = np.exp(response.logs.T)
    binomial = {"parts": a[None], "q": np.array([0.5]), "free": np.array([True])}
    size = np.array([1.8 / response.scale])
    numbers, misfit = begin_plus_binomial(response, a[None], size=size, **binomial)
    assert np.allclose(numbers[0, 2:], [0, 0, 1.23], atol=1e-3)
    assert misfit[0] < 1e-8


def test_a_constant_that_is_given_stays():
    data = table(lambda a, b: a + 5 * b / (1 + a), [(1, 4)] * 2, rows=200)
    _, fits = fitted(data, u=[1, 0], e=[1, 0], q=-1.0, size=1.2, b=1.0, free=False)
    assert all(fit.log_b[0] == 0 and fit.misfit[0] < 1e-20 for fit in fits)


def test_a_half_is_not_whole_unless_noise_leaves_it_open():
    law = lambda a, b: 2 * a + np.sqrt(b) * (1 + 0.3 * a) ** 2  # noqa: E731
    clean, noisy = (table(law, [(1, 1.5)] * 2, rows=60, constant=each) for each in (0, 2))
    for data, exponents in ((clean, {0.5}), (noisy, {0.0, 1.0})):
        _, (whole, _) = fitted(
            data, u=[1, 0], e=[1, 0], q=2.0, size=2.0, b=0.3, values=law(*data.x.T)
        )
        assert whole.outer[0, 1] in exponents


def test_signs_of_inputs_are_those_of_the_rest():
    data = table(lambda a, b: 3 * b + a / (1 + 0.5 * b), [(-3, 3), (1, 4)], rows=200)
    _, fits = fitted(data, u=[0, 1], e=[0, 1], q=-1.0, size=2.9, b=0.4)
    assert fits[0].outer[0].tolist() == [1, 0]
    assert fits[0].misfit[0] < 1e-20


def test_without_a_solution_the_score_is_infinite_or_poor():
    data = table(lambda a, b: a * b, [(1, 4)] * 2, rows=100)
    _, fits = fitted(data, u=[3, 3], e=[-3, 0], q=-2.0, size=1e9, b=-0.9)
    assert (fits[0].scores(100) > -1000).all()
