import numpy as np
import pytest

from nalm.discovery.stages.products._binomial_fit import fit_binomials
from nalm.discovery.stages.products._working_response import working_response
from tests.discovery._laws import problem

X = np.random.default_rng(0).uniform(1, 3, (200, 2))
RATIO = X[:, 0] / X[:, 1] ** 2


def fitted(y, parts, *, q, free, near=1.0):
    response = working_response(problem(X, y), near * y)
    return fit_binomials(
        response, np.array([parts]), q=np.array([q]), free=np.array([free])
    ), response


@pytest.mark.parametrize("start", [0.1, 0.4, 2.0])
@pytest.mark.parametrize("near", [1.0, 1.0 + 0.05 * np.sin(7 * X[:, 0])])
def test_constants_are_found_from_the_next_point_of_a_grid(start, near):
    y = 2.5 * X[:, 0] ** 2 / X[:, 1] / (1 + 0.7 * RATIO)
    parts = [start * RATIO, 0 * RATIO]
    numbers, response = fitted(y, parts, q=[-1.0, 0.0], free=[True, False], near=near)
    assert numbers.outer.tolist() == [[2, -1]]
    assert start * np.exp(numbers.log_b[0, 0]) == pytest.approx(0.7, rel=1e-6)
    assert np.exp(numbers.log_a[0]) * response.scale == pytest.approx(2.5, rel=1e-6)
    assert numbers.misfit[0] < 1e-12


def test_two_binomials():
    other = X[:, 0] * X[:, 1]
    y = X[:, 1] * np.sqrt(1 + 0.7 * RATIO) / (1 + 0.2 * other)
    numbers, _ = fitted(y, [0.5 * RATIO, 0.3 * other], q=[0.5, -1.0], free=[True, True])
    assert numbers.outer.tolist() == [[0, 1]]
    assert np.allclose([0.5, 0.3] * np.exp(numbers.log_b[0]), [0.7, 0.2])


def test_constants_that_are_exact_stay():
    y = X[:, 0] / (1 + 1.05 * RATIO)
    numbers, _ = fitted(y, [RATIO, 0 * RATIO], q=[-1.0, 0.0], free=[False, False])
    assert numbers.log_b.tolist() == [[0, 0]]
    assert 0 < numbers.misfit[0] < 1e-3


def test_a_binomial_stays_positive():
    largest = RATIO.max()
    y = np.sqrt(np.maximum(1 - 1.2 * RATIO / largest, 1e-3))
    numbers, _ = fitted(y, [-0.9 * RATIO / largest, 0 * RATIO], q=[0.5, 0.0], free=[True, False])
    assert 0.9 < 0.9 * np.exp(numbers.log_b[0, 0]) < 1


def test_the_sign_is_that_of_what_comes_near():
    y = -3 * X[:, 0] * (1 + 0.5 * RATIO)
    numbers, response = fitted(y, [0.4 * RATIO, 0 * RATIO], q=[1.0, 0.0], free=[True, False])
    assert numbers.misfit[0] < 1e-12
    assert np.exp(numbers.log_a[0]) * response.scale == pytest.approx(3.0)


def noisy_halves(seed):
    """Return the exponents that are found of a law with halves, in much noise."""
    random = np.random.default_rng(seed)
    x = random.uniform(1, 2, (200, 2))
    a, b = x.T
    law = a**3.5 * b**0.5 * (1 + 0.4 * b / a) ** 1.5
    noise = 0.07 * np.sqrt(np.mean(law**2)) * random.standard_normal(200)
    response = working_response(problem(x, law + noise), law)
    parts = np.array([[0.3 * b / a, 0 * a]])
    q, free = np.array([[1.5, 0.0]]), np.array([[True, False]])
    return fit_binomials(response, parts, q=q, free=free).outer[0].tolist()


def test_halves_are_tried_where_noise_lets_exponents_be_whole():
    """All of 30 draws were rounded to whole exponents, before halves were tried too."""
    assert sum(noisy_halves(seed) == [3.5, 0.5] for seed in range(30)) > 8
