import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from nalm.discovery.dynamics.regressor import _regressor
from nalm.errors import InvalidValueError
from nalm.inquiry._motion_search import discover_motion
from nalm.inquiry._request import Effort, Request
from tests.cli.laws import SERIES, Rates

FRAME = pd.read_csv(io.StringIO(SERIES))


@pytest.fixture(autouse=True)
def rates(monkeypatch):
    monkeypatch.setattr(_regressor, "DynamicsRegressor", Rates)


def motion(frame=FRAME, effort=None, **columns):
    given = {"time": "t", "trajectory": "run", **columns}
    request = Request(data=Path("series.csv"), **given)
    return discover_motion(frame, request, effort=effort or Effort(), units={"x": "m"}, verbose=0)


def test_every_state_has_a_finding_and_every_run_a_trajectory():
    result = motion()
    assert [each.left for each in result.findings] == ["dx/dt", "dz/dt"]
    assert result.motion.states == ("x", "z")
    assert [each.name for each in result.motion.trajectories] == ["1", "2"]
    for each in result.motion.trajectories:
        assert each.simulated[0] == pytest.approx(each.measured[0], rel=1e-3)
        assert (each.low <= each.simulated).all()


def test_a_search_solves_no_equations_for_a_picture(monkeypatch):
    monkeypatch.setattr(Rates, "simulate", lambda *_, **__: pytest.fail("was simulated"))
    assert len(motion().findings) == 2


def test_rows_are_sorted_by_time_within_a_trajectory():
    shuffled = FRAME.sample(frac=1.0, random_state=3)
    times = motion(shuffled).estimator.t
    assert [t.tolist() for t in times] == [[0.0, 0.5, 1.0, 1.5]] * 2


def test_one_trajectory_needs_no_name():
    one = FRAME[FRAME["run"] == 1]
    result = motion(one, trajectory=None, inputs=("x", "z"))
    assert len(result.estimator.t) == 1
    assert result.estimator.options["conserved"] is None


def test_gaps_and_groups_reach_the_estimator():
    gaps = FRAME.assign(x=FRAME["x"].where(FRAME["t"] > 0))
    result = motion(gaps, conserved=(("x", "z"),))
    assert np.isnan(result.estimator.states[0]["x"].iloc[0])
    assert result.estimator.options["conserved"] == [["x", "z"]]


def test_a_row_without_a_time_is_refused():
    with pytest.raises(InvalidValueError, match="found 2 rows without one in 't'"):
        motion(FRAME.assign(t=FRAME["t"].where(FRAME["t"] > 0)))


def test_the_noise_model_reaches_the_estimator():
    assert motion(effort=Effort(noise="relative")).estimator.options["noise"] == "relative"
