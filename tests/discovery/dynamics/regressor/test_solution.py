import numpy as np
import pytest

from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.regressor._solution import (
    FitSpecification,
    follow,
    solution,
    solutions,
)
from nalm.discovery.dynamics.systems._system import independent
from nalm.errors import DomainWarning, InvalidTypeError, InvalidValueError
from nalm.symbolic import Sum
from tests.discovery.dynamics._trajectories import ONE, PREDATOR, PREY, ROOT, lotka_volterra, term

T, X = lotka_volterra(rows=60)
BOTH = independent((PREY, PREDATOR))
SPECIFICATION = FitSpecification(names=("prey", "predator"), groups=(), time=False)
TANK = FitSpecification(names=("h",), groups=(), time=False)


def solved(
    system=BOTH, specification=SPECIFICATION, t=T, start=X[0], controls=None, method="DOP853"
):
    return solution(system, specification, t=t, start=start, controls=controls, method=method)


def test_the_end_of_a_solution_is_announced_with_its_time_and_state():
    with pytest.warns(
        DomainWarning, match=r"domain of the equation of 'h' at t = (3\.99|4).* rows are NaN"
    ):
        states = solved(independent((ROOT,)), TANK, t=np.arange(10.0), start=[1.0])
    assert np.isnan(states[5:]).all()
    assert np.isfinite(states[:4]).all()


def test_controls_and_time_drive_a_solution():
    filling = independent((Sum((term(1.0, (1, ONE)), term(1.0, (2, ONE)))),), (0,))
    specification = FitSpecification(names=("h", "q"), groups=(), time=True)
    t = np.array([0.0, 1.0, 3.0])
    states = solved(filling, specification, t=t, start=[0.0], controls=2 * t)
    assert states[:, 0] == pytest.approx(1.5 * t**2, abs=2e-3)


def test_a_pulse_of_a_held_control_is_met_however_long_the_solver_steps():
    lag = independent((Sum((term(-0.5, (0, ONE)), term(0.5, (1, ONE)))),), (0,))
    specification = FitSpecification(names=("x", "u"), groups=(), time=False, held=(True,))
    t = np.arange(0.0, 400.0)
    pulse = np.where(t == 300, 8.0, 0.0)
    states = solved(lag, specification, t=t, start=[0.0], controls=pulse)
    # Held for one unit of time, from its own sample on.
    assert states[300, 0] == pytest.approx(0.0, abs=1e-12)
    assert states[301:304, 0] == pytest.approx(
        8.0 * (1 - np.exp(-0.5)) * np.exp(-0.5 * np.arange(3)), rel=1e-7
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"method": "Euler"}, "`method` must be one of"),
        ({"t": T[::-1]}, "increasing times"),
        ({"start": [1.0]}, r"`x0` must be 2 finite numbers.*\['prey', 'predator'\]"),
        ({"start": [1.0, np.nan]}, "`x0` must be 2 finite numbers"),
        ({"controls": T}, "`controls` must be finite and have the shape"),
    ],
)
def test_what_cannot_be_solved_is_refused(change, message):
    with pytest.raises(InvalidValueError, match=message):
        solved(**change)


def test_text_is_refused():
    with pytest.raises(InvalidTypeError, match="must hold numbers; found"):
        solved(start=["a", "b"])


def test_several_systems_run_from_one_start():
    values = solutions([BOTH, BOTH], SPECIFICATION, t=T, start=X[0], controls=None)
    assert values.shape == (2, 60, 2)
    assert values[1] == pytest.approx(X, rel=1e-3)


def test_a_law_follows_and_a_line_does_not():
    trajectories, _ = read(T, X)
    line = independent((Sum((term(1.0, (1, ONE)),)), Sum((term(-1.0, (0, ONE)),))))
    assert follow(BOTH, trajectories, specification=SPECIFICATION) == pytest.approx(1.0, abs=1e-9)
    assert follow(line, trajectories, specification=SPECIFICATION) < 0.9
