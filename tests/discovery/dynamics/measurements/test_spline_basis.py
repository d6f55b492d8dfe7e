import numpy as np
import pytest

from nalm.discovery.dynamics.measurements._derivatives import smooth
from nalm.discovery.dynamics.measurements._spline_basis import (
    free_columns,
    inner_breaks,
    spline_basis,
)

T = np.linspace(0.0, 8.0, 161)
KINKS = (T[50], T[110])
SAW = np.where(KINKS[0] > T, T, np.where(KINKS[1] > T, 2 * KINKS[0] - T, T - 2 * (T[110] - T[50])))
SLOPES = np.where((KINKS[0] <= T) & (KINKS[1] > T), -1.0, 1.0)


def curved(t):
    """Two arcs that meet in a kink, and the slope from the right."""
    values = np.where(t < KINKS[0], np.sin(t), np.sin(KINKS[0]) * np.exp(-(t - KINKS[0])))
    slopes = np.where(t < KINKS[0], np.cos(t), -np.sin(KINKS[0]) * np.exp(-(t - KINKS[0])))
    return values, slopes


def test_the_curve_goes_on_at_a_break_and_its_slope_jumps():
    curve = smooth(T, SAW + 0.02 * np.random.default_rng(0).standard_normal(len(T)), at=T,
                   kinks=KINKS)  # fmt: skip
    slopes = curve.spline.derivative()(T)
    assert np.abs(slopes - SLOPES).max() < 0.2
    assert curve.sigma == pytest.approx(0.02, rel=0.25)
    for kink in KINKS:
        left, right = curve.spline(np.array([kink - 1e-9, kink]))
        assert left == pytest.approx(right, abs=1e-6)


def test_without_noise_the_slope_is_exact_next_to_a_break():
    values, slopes = curved(T)
    curve = smooth(T, values, at=T, kinks=KINKS[:1])
    assert np.abs(curve.spline.derivative()(T) - slopes).max() < 1e-5


def test_a_kink_that_is_no_break_spoils_the_slopes_around_it():
    values, slopes = curved(T)
    curve = smooth(T, values, at=T)
    assert np.abs(curve.spline.derivative()(T) - slopes).max() > 1e-2


def test_a_part_of_two_measurements_has_a_slope_that_nobody_trusts():
    values, _ = curved(T)
    curve = smooth(T, values, at=T, kinks=(T[50], T[51]))
    slope = abs(curve.spline.derivative()(T)[50])
    assert curve.slope_error[50] == pytest.approx(slope, rel=1e-6)


def test_breaks_are_measured_times_inside_and_few():
    x = np.linspace(0.0, 1.0, 11)
    assert inner_breaks(x, (0.0, x[3], 0.35, 1.0)).tolist() == [x[3]]
    assert len(inner_breaks(x, x.tolist())) == 0


def test_what_a_penalty_leaves_alone_is_a_polynomial_of_each_part():
    x = np.linspace(0.0, 1.0, 21)
    breaks = x[[8, 9]]
    # Cubics of three parts that meet twice; the part of two sites is a line.
    assert free_columns(x, breaks, order=4) == 4 + 2 + 4 - 2
    basis = spline_basis(x, order=4, breaks=breaks)
    assert basis.rotation.shape == (21, 21)
    assert int((basis.roughness == 0).sum()) == basis.free


@pytest.mark.parametrize("rows", [9, 16, 30])
def test_many_breaks_leave_a_curve(rows):
    t = np.linspace(0.0, 6.0, rows)
    y = np.sin(t) + 0.01 * np.random.default_rng(0).standard_normal(rows)
    for every in (3, 4, 5):
        curve = smooth(t, y, at=t, kinks=t[::every])
        assert np.abs(curve.spline(t) - np.sin(t)).max() < 0.2
        assert np.isfinite(curve.slope_error).all()
