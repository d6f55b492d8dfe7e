import numpy as np
import pytest

from nalm.discovery import Noise
from nalm.discovery.result._interval import prediction_interval
from nalm.errors import InvalidValueError
from tests.discovery._discoveries import candidate, power_law

X = np.linspace(1.0, 3.0, 7)[:, None]
LINE = power_law(2.0, {0: 1.0})


def width(each, x=X, level=0.95, rows=10**6):
    low, high = prediction_interval(each, x, level=level, rows=rows)
    return high - low


def test_noise_alone():
    exact = candidate(LINE, covariance=np.zeros((2, 2)), sigma=0.5)
    assert width(exact) == pytest.approx(np.full(7, 2 * 1.959964 * 0.5), rel=1e-4)
    low, high = prediction_interval(exact, X, level=0.95, rows=100)
    assert (low + high) / 2 == pytest.approx(2 * X[:, 0])


def test_relative_noise_grows_with_the_prediction():
    relative = candidate(LINE, covariance=np.zeros((2, 2)), sigma=0.1, noise=Noise.RELATIVE)
    assert width(relative) == pytest.approx(2 * 1.959964 * 0.1 * 2 * X[:, 0], rel=1e-4)


def test_errors_in_all_variables_grow_with_the_slope():
    both = candidate(LINE, covariance=np.zeros((2, 2)), sigma=0.1, noise=Noise.VARIABLES)
    size = np.hypot(2 * X[:, 0], 2 * X[:, 0])  # of the value, and carried on from x
    assert width(both) == pytest.approx(2 * 1.959964 * 0.1 * size, rel=1e-4)


def test_parameters_alone():
    # f = c x^p: df/dc = x^p, df/dp = f log x, correlated
    covariance = np.array([[0.04, 0.01], [0.01, 0.09]])
    uncertain = candidate(LINE, covariance=covariance, sigma=0.0)
    slopes = np.column_stack([X[:, 0], 2 * X[:, 0] * np.log(X[:, 0])])
    deviation = np.sqrt(np.einsum("ri,ij,rj->r", slopes, covariance, slopes))
    assert width(uncertain) == pytest.approx(2 * 1.959964 * deviation, rel=1e-4)


def test_it_holds_as_many_observations_as_it_says():
    random = np.random.default_rng(0)
    inside = []
    for _ in range(400):
        x = random.uniform(1, 3, (20, 1))
        y = 2 * x[:, 0] + random.normal(0, 0.3, 20)
        slope = (x[:, 0] @ y) / (x[:, 0] @ x[:, 0])
        sigma = np.sqrt(((y - slope * x[:, 0]) ** 2).sum() / 19)
        covariance = np.diag([sigma**2 / (x[:, 0] @ x[:, 0]), 0.0])
        fitted = candidate(power_law(slope, {0: 1.0}), covariance=covariance, sigma=sigma)
        low, high = prediction_interval(fitted, np.array([[2.5]]), level=0.8, rows=20)
        inside.append(low[0] <= 5.0 + random.normal(0, 0.3) <= high[0])
    assert 0.72 < np.mean(inside) < 0.88


def test_few_rows_widen_it():
    assert (width(candidate(LINE), rows=4) > 1.5 * width(candidate(LINE), rows=1000)).all()


def test_a_formula_without_measured_numbers():
    from fractions import Fraction

    exact = candidate(power_law(Fraction(2), {0: Fraction(1)}), sigma=0.5)
    assert width(exact) == pytest.approx(np.full(7, 2 * 1.959964 * 0.5), rel=1e-4)


def test_nothing_outside_the_domain():
    low, high = prediction_interval(
        candidate(power_law(1.0, {0: -1.0})), np.array([[0.0], [1.0]]), level=0.9, rows=9
    )
    assert np.isnan(low[0])
    assert np.isnan(high[0])
    assert low[1] < 1 < high[1]


@pytest.mark.parametrize("scale", [1e-30, 1e30, 1e200])
def test_scale_has_no_influence(scale):
    covariance = np.array([[0.04 * scale * scale, 0.01 * scale], [0.01 * scale, 0.09]])
    if not np.isfinite(covariance).all():
        covariance = np.diag([0.0, 0.09])
        plain = candidate(LINE, covariance=covariance, sigma=0.5)
    else:
        plain = candidate(LINE, covariance=np.array([[0.04, 0.01], [0.01, 0.09]]), sigma=0.5)
    scaled = candidate(power_law(2 * scale, {0: 1.0}), covariance=covariance, sigma=0.5 * scale)
    assert width(scaled) / scale == pytest.approx(width(plain), rel=1e-9)


def test_of_the_formula_itself_the_noise_is_left_out():
    covariance = np.array([[0.04, 0.01], [0.01, 0.09]])
    noisy = candidate(LINE, covariance=covariance, sigma=0.5)
    silent = candidate(LINE, covariance=covariance, sigma=0.0)
    bounds = prediction_interval(noisy, X, level=0.9, rows=30, observed=False)
    assert np.array_equal(bounds, prediction_interval(silent, X, level=0.9, rows=30))


def test_without_a_covariance_there_are_no_bounds():
    unknown = candidate(LINE, covariance=np.full((2, 2), np.nan))
    with pytest.raises(InvalidValueError, match="the constants must have a covariance"):
        prediction_interval(unknown, X, level=0.9, rows=30)


@pytest.mark.parametrize("level", [0.0, 1.0, -1.0, 95])
def test_a_level_is_a_probability(level):
    with pytest.raises(InvalidValueError, match="`level` must be between 0 and 1"):
        prediction_interval(candidate(LINE), X, level=level, rows=9)
