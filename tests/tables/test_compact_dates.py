import warnings

import pandas as pd
import pytest

from nalm.errors import ReadingWarning
from nalm.tables._compact_dates import say_compact_dates


@pytest.mark.parametrize(
    ("values", "date"),
    [
        ([20200131, 20200201], "2020-01-31"),
        ([20200131.0, None, 20200201.0], "2020-01-31"),
        ([201911, 201912, 202001], "2019-11"),
    ],
)
def test_numbers_that_may_be_dates_are_said(values, date):
    with pytest.warns(ReadingWarning, match=f"took 'when' as numbers.* write all as {date}"):
        say_compact_dates(pd.Series(values, name="when"))


@pytest.mark.parametrize(
    "values",
    [[20200131, 20200132], [201912, 201913], [0.5, 20200131], [2020, 2021], ["x"], [None]],
)
def test_other_numbers_are_not_taken_for_dates(values):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        say_compact_dates(pd.Series(values, name="when"))
