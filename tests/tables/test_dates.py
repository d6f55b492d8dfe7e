import pandas as pd
import pytest

from nalm.tables._dates import has_zone, is_date
from nalm.tables._times import date_like


@pytest.mark.parametrize(
    ("text", "found"),
    [("2020-01-01", True), ("31.12.2020", True), ("12 May 2020", True), ("12:30", True)]
    + [(text, True) for text in ("12:30 pm", "20200131T2200", "12:30:05,5")]
    + [(text, False) for text in ("", "1.5", "x", "5 kg", "-", "2020", "20200131", "5 pm")],
)
def test_dates_are_told_from_other_cells(text, found):
    assert is_date(text) is found
    assert bool(date_like(pd.Series([text], dtype=object))) is found


def test_only_times_of_day_have_a_zone():
    with_zone = ["2020-01-01T12:00Z", "2020-01-01 12:00:00.5 +02:00", "20200101T12-0500"]
    assert all(map(has_zone, with_zone))
    assert has_zone("2020-01-01T12:00") is has_zone("2020-01-01 12:00:00.5") is False
    assert has_zone("2020-01-01") is has_zone("2020-01") is None
