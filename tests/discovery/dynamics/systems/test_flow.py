import numpy as np
import pytest

from nalm.discovery.dynamics.systems._flow import Intervals, end_errors, ends, ends_of_draws, flow
from nalm.discovery.dynamics.systems._step_counts import steps
from nalm.discovery.dynamics.systems._system import independent, numbers, with_numbers
from tests.discovery.dynamics._trajectories import DECAY, PREDATOR, PREY, ROOT, lotka_volterra

T, X = lotka_volterra(rows=30)
SYSTEM = independent((PREY, PREDATOR))


def unknown(times, rows):
    return np.full((len(times), 2), np.nan)


BETWEEN = Intervals(begin=T[:-1], end=T[1:], known=unknown)
TOLERANCE = np.full(2, 1e-9)


def test_each_interval_ends_where_the_next_begins():
    count = steps(SYSTEM, X[:-1], intervals=BETWEEN, tolerance=TOLERANCE)
    assert len(set(count.tolist())) > 1  # not every interval is equally hard
    assert np.abs(ends(SYSTEM, X[:-1], intervals=BETWEEN, count=count) - X[1:]).max() < 1e-7
    assert flow(SYSTEM, X[:-1], intervals=BETWEEN, count=count).end == pytest.approx(
        ends(SYSTEM, X[:-1], intervals=BETWEEN, count=count), rel=1e-12
    )


def test_sensitivities_are_those_of_differences():
    count = np.full(len(T) - 1, 8)
    moved = flow(SYSTEM, X[:-1], intervals=BETWEEN, count=count)
    for place in range(2):
        step = 1e-6 * (np.arange(2) == place)
        high = ends(SYSTEM, X[:-1] + step, intervals=BETWEEN, count=count)
        low = ends(SYSTEM, X[:-1] - step, intervals=BETWEEN, count=count)
        assert moved.by_start[:, :, place] == pytest.approx((high - low) / 2e-6, abs=1e-6)
    for place in range(4):
        step = 1e-6 * (np.arange(4) == place)
        high, low = (with_numbers(SYSTEM, numbers(SYSTEM) + sign * step) for sign in (1, -1))
        difference = ends(high, X[:-1], intervals=BETWEEN, count=count) - ends(
            low, X[:-1], intervals=BETWEEN, count=count
        )
        assert moved.by_number[:, :, place] == pytest.approx(difference / 2e-6, abs=1e-6)


def test_draws_are_integrated_side_by_side_as_one_by_one():
    random = np.random.default_rng(0)
    rows = np.array([3, 7, 20])
    values = numbers(SYSTEM) * (1 + 0.1 * random.standard_normal((5, 4)))
    starts = X[rows] * (1 + 0.1 * random.standard_normal((5, 3, 2)))
    together = ends_of_draws(SYSTEM, starts, values=values, intervals=BETWEEN, rows=rows, count=4)
    some = Intervals(begin=T[rows], end=T[rows + 1], known=unknown)
    for draw, start, number in zip(together, starts, values, strict=True):
        alone = ends(with_numbers(SYSTEM, number), start, intervals=some, count=np.full(3, 4))
        np.testing.assert_allclose(draw, alone, rtol=1e-13)


def test_known_columns_drive_the_others():
    forced = independent((PREY,), (0,))

    def steady(times, rows):
        return np.full((len(times), 2), 0.5)  # the predators stay

    one = Intervals(begin=np.array([0.0]), end=np.array([1.0]), known=steady)
    end = ends(forced, np.array([[2.0]]), intervals=one, count=np.array([16]))
    assert end[0, 0] == pytest.approx(2 * np.e, rel=1e-8)


def test_outside_the_domain_there_is_no_end():
    root = independent((ROOT,))
    one = Intervals(begin=np.zeros(2), end=np.ones(2), known=lambda t, rows: np.empty((len(t), 1)))
    end = ends(root, np.array([[1.0], [-1.0]]), intervals=one, count=np.ones(2, dtype=int))
    assert np.isfinite(end[0, 0])
    assert np.isnan(end[1, 0])


def test_errors_of_relative_states_shrink_with_them():
    one = Intervals(
        begin=np.zeros(1), end=np.full(1, 30.0), known=lambda t, rows: np.empty((len(t), 1))
    )
    start, decay, count, row = np.array([[5.0]]), independent((DECAY,)), 16, np.array([0])
    end = ends(decay, start, intervals=one, count=np.array([count]))[0, 0]
    exact = 5 * np.exp(-15.0)
    constant, relative = (
        end_errors(decay, start, intervals=one, rows=row, count=count, relative=(grows,))[0, 0]
        for grows in (False, True)
    )
    assert abs(end - exact) < relative < 0.1 * exact
    assert constant > 10 * exact  # of the first step, when the state was large
