import pandas as pd
import pytest

from nalm.tables._dates import is_date
from nalm.tables._times import date_like


@pytest.mark.parametrize(
    ("text", "found"),
    [("2020-01-01", True), ("31.12.2020", True), ("12 May 2020", True), ("12:30", True)]
    + [(text, False) for text in ("", "1.5", "x", "5 kg", "-", "2020")],
)
def test_dates_are_told_from_other_cells(text, found):
    assert is_date(text) is found
    assert bool(date_like(pd.Series([text], dtype=object))) is found
