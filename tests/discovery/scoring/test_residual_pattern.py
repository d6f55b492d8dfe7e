import numpy as np
import pytest

from nalm.discovery import Noise
from nalm.discovery.scoring._judge import judge
from nalm.discovery.scoring._residual_pattern import residuals_consistent_with_noise
from tests.discovery._laws import formula, problem, split, table, term, tried

SQUARE = formula(term(1.0, (0, 2)))
LINE = formula(term(1.0), term(1.0, (0, 1)))


@pytest.mark.parametrize("seed", range(20))
def test_noise_of_any_tails_is_no_pattern(seed):
    data = table(lambda a: 3 * a**2, [(1, 4)], rows=100)
    data.y[:] += 0.3 * np.random.default_rng(seed).standard_t(2, 100)
    judged = tried(SQUARE, data)
    inner, outer = split(data)
    assert (
        residuals_consistent_with_noise(judged, inner=inner, outer=outer)
        or judged.prediction_error > 1.5
    )


@pytest.mark.parametrize("readings", [2, 15, 40, 200])
@pytest.mark.parametrize("levels", [2, 4, 10])
def test_repeated_readings_are_no_pattern(levels, readings):
    """Rows come sorted by x, then y: neighbours among equal x err alike if taken in that order."""
    x = np.repeat(np.arange(1.0, levels + 1), readings)
    noise = np.random.default_rng(levels).standard_normal((levels, readings))
    y = 3 * x + 0.1 * np.sort(noise, axis=1).ravel()
    inner, outer = problem(x[::2], y[::2]), problem(x[1::2], y[1::2])
    chosen = judge(formula(term(3.0, (0, 1))), inner, outer=outer, noises=(Noise.CONSTANT,))
    assert residuals_consistent_with_noise(chosen, inner=inner, outer=outer)


@pytest.mark.parametrize("readings", [20, 100])
def test_levels_that_err_alike_are_a_pattern(readings):
    x = np.repeat(np.arange(1.0, 11.0), readings)
    noise = 0.5 * np.random.default_rng(0).standard_normal(len(x))
    data = problem(x, 3 * x + 0.5 * np.sin(2 * x) + noise)
    chosen = judge(formula(term(3.0, (0, 1))), data, outer=data, noises=(Noise.CONSTANT,))
    assert not residuals_consistent_with_noise(chosen, inner=data, outer=data)


def test_only_noise_is_left_by_the_law_alone():
    data = table(lambda a: 3 * a**2, [(1, 4)], rows=100, constant=0.02)
    inner, outer = split(data)
    assert residuals_consistent_with_noise(tried(SQUARE, data), inner=inner, outer=outer)
    assert not residuals_consistent_with_noise(tried(LINE, data), inner=inner, outer=outer)
