import numpy as np
import pytest

from nalm.reports.discovery._simulated import SHOWN, fitted_start, motion_of
from tests.cli.laws import Rates

TIMES = np.linspace(0.0, 2.0, 30)
EXACT = np.column_stack([3.0 * np.exp(-TIMES), 0.5 * np.exp(TIMES)])


class Driven:
    """x' = u, without constants that have an error."""

    def simulate(self, t, x0, controls):
        steps = np.diff(t) * (controls[1:, 0] + controls[:-1, 0]) / 2
        return x0 + np.concatenate([[0.0], np.cumsum(steps)])[:, None]

    def simulate_interval(self, t, x0, controls):
        raise ValueError


def test_the_start_is_fitted_to_all_rows():
    times = np.linspace(0.0, 2.0, 30)
    exact = np.column_stack([3.0 * np.exp(-times), 0.5 * np.exp(times)])
    measured = exact.copy()
    measured[0] = [4.0, 0.9]  # the first row alone would mislead
    measured[5, 1] = np.nan
    start = fitted_start(Rates(), times, measured=measured)
    assert start == pytest.approx([3.0, 0.5], rel=0.1)


def test_trajectories_are_simulated_where_they_were_measured_and_between():
    named = [(f"run {k}", TIMES, EXACT) for k in range(SHOWN + 2)]
    motion = motion_of(Rates(), named, states=("x", "z"), time="t", units={"x": "m"})
    assert [each.name for each in motion.trajectories] == [name for name, *_ in named[:SHOWN]]
    first = motion.trajectories[0]
    np.testing.assert_allclose(first.fitted, EXACT, rtol=1e-3)
    assert len(first.grid) == len(first.simulated) > len(TIMES)
    assert motion.labelled("x") == "x (m)"


def test_controls_drive_the_simulation_and_a_band_may_be_missing():
    controls = np.cos(TIMES)[:, None]
    known = [("", TIMES, 1.0 + np.sin(TIMES)[:, None])]
    motion = motion_of(Driven(), known, states=("x",), time="t", units={}, controls=[controls])
    [only] = motion.trajectories
    np.testing.assert_allclose(only.fitted, known[0][2], atol=1e-2)
    assert np.isnan(only.low).all()
