import time

import numpy as np
import pytest

from nalm.reports.discovery import _simulated
from nalm.reports.discovery._simulated import SHOWN, fitted_start, motion_of
from tests.cli.laws import Rates

TIMES = np.linspace(0.0, 2.0, 30)
EXACT = np.column_stack([3.0 * np.exp(-TIMES), 0.5 * np.exp(TIMES)])


class Driven:
    """x' = u, without constants that have an error."""

    def simulate(self, t, x0, controls):
        steps = np.diff(t) * (controls[1:, 0] + controls[:-1, 0]) / 2
        return x0 + np.concatenate([[0.0], np.cumsum(steps)])[:, None]

    def simulate_interval(self, t, x0, *, draws, controls):
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


class Slow(Rates):
    """Takes so many seconds for each unit of time that it simulates."""

    def __init__(self, seconds):
        self.seconds, self.simulated, self.draws = seconds, 0, []

    def simulate(self, t, x0):
        self.simulated += 1
        time.sleep(self.seconds * (t[-1] - t[0]))
        return super().simulate(t, x0)

    def simulate_interval(self, t, x0, *, draws=100):
        self.draws.append(draws)
        time.sleep(draws * self.seconds * (t[-1] - t[0]))
        return 0.9 * super().simulate(t, x0), 1.1 * super().simulate(t, x0)


def test_nothing_is_simulated_before_a_figure_asks():
    slow = Slow(0.0)
    motion = motion_of(slow, [("", TIMES, EXACT)], states=("x", "z"), time="t", units={})
    assert slow.simulated == 0
    assert motion.trajectories is motion.trajectories
    assert slow.simulated > 0


@pytest.mark.parametrize("runs", [1, 8])
@pytest.mark.parametrize("seconds", [0.001, 0.02, 10.0])
def test_a_picture_takes_no_longer_however_slow_the_equations_are(runs, seconds, monkeypatch):
    monkeypatch.setattr(_simulated, "SECONDS", 0.5)
    slow, begin = Slow(seconds), time.perf_counter()
    named = [(f"run {k}", TIMES, EXACT) for k in range(runs)]
    motion = motion_of(slow, named, states=("x", "z"), time="t", units={})
    assert len(motion.trajectories) == runs
    assert time.perf_counter() - begin < 1.5
    assert max(slow.draws, default=0) <= 100
    last = motion.trajectories[-1]
    np.testing.assert_array_equal(last.simulated[0], last.measured[0])


def test_what_is_simulated_in_part_is_shown_in_part(monkeypatch):
    monkeypatch.setattr(_simulated, "SECONDS", 0.5)
    [only] = motion_of(
        Slow(1.0), [("", TIMES, EXACT)], states=("x", "z"), time="t", units={}
    ).trajectories
    known = np.isfinite(only.simulated[:, 0])
    assert 2 <= known.sum() < len(known)
    assert known[: known.sum()].all()
    assert np.isnan(only.low).all()


def test_a_start_is_the_best_of_those_that_there_was_time_for():
    late = fitted_start(Rates(), TIMES, measured=EXACT, until=time.perf_counter())
    np.testing.assert_array_equal(late, EXACT[0])
