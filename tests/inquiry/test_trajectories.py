import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from nalm.discovery.dynamics.measurements import _trajectories
from nalm.errors import InputWarning, InvalidValueError, ReadingWarning
from nalm.inquiry._request import Request
from nalm.inquiry._trajectories import FEWEST, cut_trajectories
from tests.cli.laws import SERIES

FRAME = pd.read_csv(io.StringIO(SERIES))


def cut(frame=FRAME, **columns):
    request = Request(data=Path("series.csv"), **{"time": "t", "trajectory": "run", **columns})
    return cut_trajectories(frame, request, states=["x", "z"])


def test_times_that_repeat_ask_for_the_column_that_tells_trajectories_apart():
    with pytest.raises(InvalidValueError, match=r"found 0 more than once.*--trajectory ID"):
        cut(trajectory=None)
    with pytest.raises(InvalidValueError, match="of trajectory '1' once"):
        cut(FRAME.assign(run=1))


def test_short_trajectories_are_left_out_with_a_warning():
    times = np.arange(FEWEST, dtype=float)
    long = pd.DataFrame({"t": times, "run": 3, "x": np.exp(-times), "z": np.exp(times)})
    with pytest.warns(InputWarning, match="left out 2 of 3 trajectories.*'1', '2'"):
        parts = cut(pd.concat([FRAME, long], ignore_index=True))
    assert [len(part) for _, part in parts] == [FEWEST]
    assert FEWEST == _trajectories.FEWEST_ROWS


def test_rows_that_belong_to_no_trajectory_are_left_out_with_a_warning():
    with pytest.warns(InputWarning, match="left out 4 rows without a value in 'run'"):
        cut(FRAME.assign(run=FRAME["run"].where(FRAME["run"] > 1)))


def test_dates_are_times():
    day = pd.to_datetime("2020-01-01") + pd.to_timedelta(FRAME["t"], unit="D")
    with pytest.warns(ReadingWarning, match="seconds since 2020-01-01"):
        parts = cut(FRAME.assign(t=day.astype(str)))
    assert parts[0][1]["t"].tolist() == [0.0, 43200.0, 86400.0, 129600.0]


def test_blanks_around_a_name_make_no_trajectory_of_its_own():
    times = np.arange(12, dtype=float)
    frame = pd.DataFrame({"t": times, "run": ["a", "a "] * 6, "x": times, "z": times})
    [(name, part)] = cut(frame)
    assert (name, len(part)) == ("a", 12)
