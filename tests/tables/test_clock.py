import datetime

import pytest

from nalm.errors import InvalidValueError, ReadingWarning
from nalm.tables._clock import check_cells, read_clock


def hours(values):
    found = read_clock(values, name="t", rows=range(len(values)))
    return None if found is None else (found.dt.total_seconds() / 3600).tolist()


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["12:00", "13:30"], [12.0, 13.5]),
        (["12:00:36,0", "12:00:36.0"], [12.01, 12.01]),
        (["11:30 AM", "12:00 pm", "1:15 p.m."], [11.5, 12.0, 13.25]),
        (["12:30 AM", "01:00:36 AM"], [0.5, 1.01]),
        ([datetime.time(1), datetime.time(2)], [1.0, 2.0]),
        (["17:00", "09:00", "17:00"], [17.0, 9.0, 17.0]),  # trajectories, each of one day
        (["00:00", "30:00", "00:00", "30:00"], [0.0, 30.0, 0.0, 30.0]),  # durations
        (["12:00 kg", "x"], None),
        (["2020-01-01"], None),
    ],
)
def test_times_of_day_are_hours_since_midnight(values, expected):
    assert hours(values) == expected


@pytest.mark.parametrize(
    ("values", "expected", "said"),
    [
        (
            ["22:00", "23:30", "00:00", "01:00"],
            [22, 23.5, 24, 25],
            r"new day begins in row 3 \(00:00",
        ),
        (["11:00 PM", "12:30 AM"], [23, 24.5], "new day begins in row 2"),
        (["20:00", "04:00", "12:00", "20:00", "04:00"], [20, 28, 36, 44, 52], "rows? 2 .*, 5 "),
        (["01:00", "00:00", "23:00"], [25, 24, 23], "day before begins in row 3"),
        (["23:00", "00:00"] * 5, [23 + k % 2 + 24 * (k // 2) for k in range(10)], "and 2 more"),
        ([datetime.time(23), datetime.time(0)], [23, 24], "row 2"),
    ],
)
def test_times_past_midnight_are_of_the_next_day_and_that_is_said(values, expected, said):
    with pytest.warns(ReadingWarning, match=f"took 't' past midnight: .*{said}"):
        assert hours(values) == expected


def test_times_in_no_order_are_refused_where_midnight_may_lie_between():
    with pytest.raises(InvalidValueError, match=r"'t'.*'00:30' in row 5 after '01:00'.*in row 3"):
        hours(["22:00", "23:00", "00:00", "01:00", "00:30"])


def test_a_cell_that_is_no_time_is_named():
    with pytest.raises(InvalidValueError, match=r"'t'.*such as '12:00'.*found '1 pm' in row 3"):
        hours(["12:00", "12:30", "1 pm"])
    check_cells(["12:00"], [True], name="t", rows=[0])
