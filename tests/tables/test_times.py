import datetime

import pandas as pd
import pytest

from nalm.errors import InvalidValueError, ReadingWarning
from nalm.tables._times import date_like, read_times


@pytest.mark.parametrize(
    ("values", "seconds", "first"),
    [
        (["2020-01-03", "2020-01-01"], [172800.0, 0.0], "2020-01-01"),
        (["2020-01-01T00:00:00Z", "2020-01-01 12:00+02:00"], [0.0, 36000.0], "2020-01-01"),
        (["2020-01", "2020-02"], [0.0, 31 * 86400.0], "2020-01-01"),
        (["2020/1/1", "2020/01/02"], [0.0, 86400.0], "2020-01-01"),
        (["20200131T220000", "20200131T223000.5"], [0.0, 1800.5], "2020-01-31 22:00:00"),
        (["2020-01-01 12:00:00,5", "2020-01-01 12:00:01"], [0, 0.5], "2020-01-01 12:00:00.500000"),
        ([datetime.date(2020, 1, 1), "2020-01-02"], [0.0, 86400.0], "2020-01-01"),
        (["11:00 AM", "1:00 PM"], [0.0, 7200.0], "11:00:00"),
        (["12:00", "13:30"], [0.0, 5400.0], "12:00:00"),
        (["12:00:01", "12:00:02.5"], [0.0, 1.5], "12:00:01"),
        ([datetime.date(2020, 1, 1), datetime.date(2020, 1, 2)], [0.0, 86400.0], "2020-01-01"),
        ([datetime.time(1), datetime.time(2)], [0.0, 3600.0], "01:00:00"),
        ([datetime.timedelta(1), datetime.timedelta(2)], [0.0, 86400.0], "1 days"),
        (
            pd.to_datetime(["2020-01-01 00:00:00", "2020-01-01 00:00:00.001"], format="ISO8601"),
            [0.0, 1e-3],
            "2020-01-01",
        ),
    ],
)
def test_times_are_seconds_since_the_first(values, seconds, first):
    found = read_times(pd.Series(values))
    assert found.seconds.tolist() == pytest.approx(seconds)
    assert found.first == first


def test_missing_times_stay_so():
    found = read_times(pd.Series(["2020-01-01", None, "?", "2020-01-02"]))
    assert found.seconds.tolist() == pytest.approx(
        [0, float("nan"), float("nan"), 86400], nan_ok=True
    )


@pytest.mark.parametrize(
    "values", [["31/12/2020"], ["x"], ["2020-13-45"], ["2020-01-01", "x"], [1.0], [None]]
)
def test_other_things_are_no_times(values):
    assert read_times(pd.Series(values)) is None


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["2020-02-28", "?", "2020-02-29", "2020-02-30"], "such as '2020-02-28'.*02-30' in row 4"),
        (["x", "2020-02-28", "2020-02-29"], "'x' in row 1"),
        (["12:00", "12:30", "noon"], "'noon' in row 3"),
        (
            ["2020-01-01T12:00", None, "2020-01-01T12:00Z"],
            r"a time zone in every row or in none.*12:00' in row 1 and .*Z' in row 3.*Write a zone",
        ),
        (["2020-01-01T12:00+02:00", "2020-01-01 12:00"], "' in row 2 and .* in row 1"),
        (["20200101T1200", "20200101T1200-0530"], "time zone"),
    ],
)
def test_a_few_wrong_times_are_named(values, message):
    with pytest.raises(InvalidValueError, match=f"column 'when'.*{message}"):
        read_times(pd.Series(values, name="when"))


def test_times_past_midnight_are_counted_on():
    with pytest.warns(ReadingWarning, match="'when' past midnight.*row 3"):
        found = read_times(pd.Series(["23:00", None, "00:30"], name="when"))
    assert found.seconds[2] == 5400


def test_dates_are_told_by_the_first_that_is_there():
    assert date_like(pd.Series(["?", "2020-01-01"])) == "2020-01-01"


def test_columns_of_dates_are_told_by_their_type():
    assert date_like(pd.Series(pd.to_datetime(["2020-01-01"])))
    assert not date_like(pd.Series([1.0]))
    assert not date_like(pd.Series([None], dtype=object))
