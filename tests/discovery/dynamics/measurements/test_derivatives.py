import numpy as np
import pytest

from nalm.discovery.dynamics.measurements._derivatives import smooth, smooth_positive

T = np.sort(np.random.default_rng(1).uniform(0.0, 6.0, 150))


@pytest.mark.parametrize(
    ("function", "slope"),
    [(np.sin, np.cos), (lambda t: np.exp(-t), lambda t: -np.exp(-t))],
)
def test_without_noise_the_slope_is_exact_also_at_the_ends(function, slope):
    curve = smooth(T, function(T), at=T)
    assert curve.sigma < 1e-4
    assert np.abs(curve.spline.derivative()(T) - slope(T)).max() < 1e-5


@pytest.mark.parametrize("share", [0.01, 0.05])
def test_noise_is_measured_and_the_slopes_errors_are_as_announced(share):
    ratios, sigmas = [], []
    for seed in range(5):
        noise = share * np.random.default_rng(seed).standard_normal(len(T))
        curve = smooth(T, np.sin(T) + noise, at=T)
        ratios.append((curve.spline.derivative()(T) - np.cos(T)) / curve.slope_error)
        sigmas.append(curve.sigma)
    assert np.mean(sigmas) == pytest.approx(share, rel=0.15)
    assert 0.5 < np.sqrt(np.mean(np.square(ratios))) < 1.6


def test_slopes_from_noisy_data_are_better_than_differences():
    noise = 0.01 * np.random.default_rng(3).standard_normal(len(T))
    curve = smooth(T, np.sin(T) + noise, at=T)
    ours = np.abs(curve.spline.derivative()(T) - np.cos(T))
    differences = np.abs(np.gradient(np.sin(T) + noise, T) - np.cos(T))
    assert np.sqrt(np.mean(ours**2)) < 0.05 * np.sqrt(np.mean(differences**2))


@pytest.mark.parametrize("scale", [1e-30, 1e30])
def test_the_scale_does_not_matter(scale):
    y = np.sin(T) + 0.01 * np.random.default_rng(0).standard_normal(len(T))
    plain, scaled = smooth(T, y, at=T), smooth(T, scale * y, at=T)
    assert scaled.sigma == pytest.approx(scale * plain.sigma, rel=1e-6)
    assert scaled.slope_error == pytest.approx(scale * plain.slope_error, rel=1e-6)


def test_a_constant_has_no_slope_and_no_error():
    curve = smooth(T, np.full(len(T), 3.0), at=T)
    assert (curve.spline.derivative()(T) == 0).all()
    assert (curve.slope_error == 0).all()


@pytest.mark.parametrize("rows", [6, 7, 8, 12])
def test_few_rows_have_a_curve(rows):
    t = np.linspace(0.0, 1.0, rows)
    curve = smooth(t, np.exp(t), at=t)
    assert np.abs(curve.spline(t) - np.exp(t)).max() < 1e-2


def test_a_curve_of_logarithms_stays_positive_and_knows_its_slope():
    t = np.linspace(0, 4, 60)
    truth = np.exp(3 * np.sin(t))
    noise = np.random.default_rng(0).standard_normal(60)
    curve = smooth_positive(t, truth * np.exp(0.1 * noise), at=t)
    assert curve.sigma == pytest.approx(0.1, rel=0.3)
    assert (curve.spline(t) > 0).all()
    slope = 3 * np.cos(t) * truth
    far = np.abs(curve.spline.derivative()(t) - slope) / curve.slope_error
    assert 0.3 < np.sqrt(np.mean(far**2)) < 2.0
