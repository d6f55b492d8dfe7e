import dataclasses

import numpy as np
import pytest
from scipy import stats

from nalm.discovery import Noise, bands, posterior
from nalm.errors import InvalidValueError
from tests.discovery._measured import LINE, POWER, ROOT, candidate, line_data, power_data, problem


@pytest.mark.parametrize("method", ["laplace", "sampling"])
def test_a_line_has_the_textbook_bands_also_far_away(method):
    data, x = line_data(), np.array([[0.0], [3.0], [50.0]])
    design, at = np.c_[np.ones(12), data.x], np.c_[np.ones(3), x]
    best, squares = np.linalg.lstsq(design, data.y, rcond=None)[:2]
    share = np.einsum("ri,ij,rj->r", at, np.linalg.inv(design.T @ design), at)
    t = stats.t.ppf(0.95, 10) * np.sqrt(squares[0] / 10)
    found = bands(posterior(candidate(LINE), data, method=method), x, level=0.9)
    for sign, mean, prediction in (
        (-1, found.mean_lower, found.prediction_lower),
        (1, found.mean_upper, found.prediction_upper),
    ):
        width = t * np.sqrt(share)
        np.testing.assert_allclose(mean, at @ best + sign * width, atol=0.05 * width.max())
        np.testing.assert_allclose((mean - at @ best) / width, sign, atol=0.05)
        wide = t * np.sqrt(1 + share)
        np.testing.assert_allclose((prediction - at @ best) / wide, sign, atol=0.05)


def test_a_derivative_is_never_measured_so_it_has_no_noise():
    found = dataclasses.replace(posterior(candidate(POWER), power_data()), rate=True)
    both = bands(found, np.array([[1.0], [4.0]]))
    np.testing.assert_array_equal(both.prediction_lower, both.mean_lower)
    np.testing.assert_array_equal(both.prediction_upper, both.mean_upper)


def test_relative_noise_grows_with_the_law():
    data = power_data(noise=Noise.RELATIVE)
    found = bands(posterior(candidate(POWER, Noise.RELATIVE), data), np.array([[1.0], [4.0]]))
    law = 2 * np.array([1.0, 8.0])
    width = (found.prediction_upper - found.prediction_lower) / law
    assert width[1] == pytest.approx(2 * 1.96 * 0.1, rel=0.3)
    assert width[0] == pytest.approx(2 * 1.96 * 0.1, rel=0.3)


def test_errors_in_all_variables_grow_with_the_slope():
    random = np.random.default_rng(0)
    x = random.uniform(0.5, 5, 60)
    data = problem(x * (1 + 0.01 * random.standard_normal(60)), 2 * x**1.5)
    at = np.array([[1.0], [4.0]])
    found = bands(posterior(candidate(POWER, Noise.VARIABLES), data), at)
    half = (found.prediction_upper - found.prediction_lower) / 2
    # By the slope 1.5 y / x alone, since y has no errors of its own here.
    assert half == pytest.approx(1.96 * 0.01 * 1.5 * 2 * np.array([1.0, 8.0]), rel=0.3)


def test_new_measurements_lie_in_the_band_as_often_as_it_says():
    data, new = power_data(rows=30), power_data(rows=2000, seed=1)
    found = bands(posterior(candidate(POWER), data, draws=20), new.x, level=0.8)
    inside = (found.prediction_lower < new.y) & (new.y < found.prediction_upper)
    assert 0.7 < inside.mean() < 0.9


def test_where_draws_have_no_value_there_is_no_band_unless_tolerated():
    random = np.random.default_rng(1)
    x = np.sort(random.uniform(1, 4, 30))
    data = problem(x, 2 * (x - 0.9) ** 0.5 + 0.1 * random.standard_normal(30))
    it = posterior(candidate(ROOT), data)
    at = np.array([[0.0], [0.85], [4.0]])
    found = bands(it, at)
    assert found.outside[0] > 0.99 and 0.01 < found.outside[1] < 0.99 and found.outside[2] == 0
    for each in (
        found.mean_lower,
        found.mean_upper,
        found.prediction_lower,
        found.prediction_upper,
    ):
        assert np.isnan(each).tolist() == [True, True, False]
    assert np.isfinite(bands(it, at, tolerated=0.99).mean_lower).tolist() == [False, True, True]


def test_rows_do_not_depend_on_each_other():
    it = posterior(candidate(POWER), power_data())
    x = np.linspace(1, 9, 200)[:, None]
    np.testing.assert_array_equal(
        bands(it, x).prediction_upper[150:], bands(it, x[150:]).prediction_upper
    )
    assert len(bands(it, x[:0]).mean_lower) == 0


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0])
def test_a_level_is_a_probability(level):
    with pytest.raises(InvalidValueError, match="level should be between 0 and 1, found"):
        bands(posterior(candidate(LINE), line_data()), np.ones((1, 1)), level=level)
