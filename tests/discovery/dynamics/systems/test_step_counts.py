import numpy as np

from nalm.discovery.dynamics.systems._flow import Intervals, ends
from nalm.discovery.dynamics.systems._step_counts import MOST_STEPS, steps
from nalm.discovery.dynamics.systems._system import independent
from tests.discovery.dynamics._trajectories import DECAY, PREDATOR, PREY, lotka_volterra


def unknown(times, rows):
    return np.full((len(times), 2), np.nan)


def test_hard_intervals_take_more_steps_than_easy_ones():
    t, x = lotka_volterra(rows=30)
    between = Intervals(begin=t[:-1], end=t[1:], known=unknown)
    system = independent((PREY, PREDATOR))
    count = steps(system, x[:-1], intervals=between, tolerance=np.full(2, 1e-9))
    assert len(set(count.tolist())) > 1
    assert set(count.tolist()) <= {2**k for k in range(6)}
    assert count.max() <= MOST_STEPS


def test_a_state_that_falls_over_decades_takes_few_steps_for_a_relative_error():
    end = np.array([2.0, 8.0, 20.0])
    between = Intervals(
        begin=np.zeros(3), end=end, known=lambda t, rows: np.empty((len(t), 1))
    )  # fmt: skip
    start, decay = np.full((3, 1), 5.0), independent((DECAY,))
    exact = 5 * np.exp(-0.5 * end)[:, None]
    for relative, most in ((False, MOST_STEPS), (True, MOST_STEPS // 2)):
        count = steps(
            decay, start, intervals=between, tolerance=2e-3 * exact, relative=(relative,)
        )  # fmt: skip
        reached = ends(decay, start, intervals=between, count=count)
        assert np.abs(reached / exact - 1).max() < 2e-3
        assert count.max() == most
