import datetime

import pandas as pd
import pytest

from nalm.tables._times import date_like, read_times


@pytest.mark.parametrize(
    ("values", "seconds", "first"),
    [
        (["2020-01-03", "2020-01-01"], [172800.0, 0.0], "2020-01-01"),
        (["2020-01-01T00:00:00Z", "2020-01-01 12:00+02:00"], [0.0, 36000.0], "2020-01-01"),
        (["2020-01", "2020-02"], [0.0, 31 * 86400.0], "2020-01-01"),
        (["2020/1/1", "2020/01/02"], [0.0, 86400.0], "2020-01-01"),
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


def test_columns_of_dates_are_told_by_their_type():
    assert date_like(pd.Series(pd.to_datetime(["2020-01-01"])))
    assert not date_like(pd.Series([1.0]))
    assert not date_like(pd.Series([None], dtype=object))
