import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from nalm.errors import InvalidValueError, ReadingWarning
from nalm.inquiry._predicted_columns import about_outside, beside, numbers_in, outside, times_in
from nalm.tables import read_table

FRAME = pd.DataFrame({"a": [1, 2], "b": [0.5, None], "c": ["3", "x"]})
RANGES = np.array([[0.0, 1.0], [3.0, 9.0]])


def test_what_is_missing_is_nan_and_text_is_refused():
    np.testing.assert_equal(numbers_in(FRAME, ["a", "b"]), [[1.0, 0.5], [2.0, np.nan]])
    assert numbers_in(FRAME, []).shape == (2, 0)
    with pytest.raises(InvalidValueError, match=r"'c' should hold numbers.* found 'x'"):
        numbers_in(FRAME, ["a", "c"])
    dates = pd.DataFrame({"day": pd.to_datetime(["2020-01-01"])})
    with pytest.raises(InvalidValueError, match="found dates"):
        numbers_in(dates, ["day"])


def test_numbers_are_read_as_in_the_table_of_a_fit():
    frame = pd.DataFrame({"a": ["1,234.5", "?", "12"], "b": ["5", "<0.5", "7"]})
    with pytest.warns(ReadingWarning, match="read 'a' with ',' as thousands separator"):
        np.testing.assert_equal(numbers_in(frame, ["a"])[:, 0], [1234.5, np.nan, 12.0])
    with pytest.raises(
        InvalidValueError,
        match=r"'b' should hold numbers.* found '<0\.5' in row 2, a limit.* blank",
    ):
        numbers_in(frame, ["b"])


def test_how_numbers_were_written_is_said_of_columns_that_were_read_with_the_table():
    Path("rows.csv").write_text('m\n"1,234.5"\n?\n12\n')
    frame = read_table(Path("rows.csv"))
    with pytest.warns(ReadingWarning, match="read 'm' with ',' as thousands separator"):
        np.testing.assert_equal(numbers_in(frame, ["m"])[:, 0], [1234.5, np.nan, 12.0])


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        (["5", "about 3", "7"], "'about 3' in row 2, no number. Write a number there"),
        (["5", "<0.5 kg", "7"], "'<0.5 kg' in row 2, a limit and no number. Leave the cells"),
        (["1,5", "2.5", "3"], "found both '1,5' and numbers with a decimal point"),
        (["5", "long", "short"], "text such as 'long'. Mend the column"),
    ],
)
def test_the_cell_that_is_no_number_is_named(cells, found):
    with pytest.raises(InvalidValueError, match=re.escape(found)):
        numbers_in(pd.DataFrame({"a": cells}), ["a"])


def test_dates_are_counted_from_where_the_fit_began():
    frame = pd.DataFrame({"when": ["2020-01-02", None, "2020-01-03T12:00:00"]})
    day = 86400.0
    for first, start, said in (
        ("2020-01-01", day, "'when' as seconds since 2020-01-01, as in the fit"),
        ("2020-01-02 12:00:00", -0.5 * day, "since 2020-01-02 12:00:00, as in the fit"),
        ("", 0.0, "'when' as seconds since 2020-01-02.$"),
        ("12:30:00", 0.0, "since 2020-01-02; those of the fit are since 12:30:00"),
    ):
        with pytest.warns(ReadingWarning, match=said):
            found = times_in(frame, "when", first=first)
        np.testing.assert_equal(found, [start, np.nan, start + 1.5 * day])
    np.testing.assert_equal(times_in(FRAME, "a", first="2020-01-01"), [1.0, 2.0])


def test_dates_that_cannot_be_read_say_how_to_write_them():
    frame = pd.DataFrame({"when": ["31/01/2020", "01/02/2020"]})
    with pytest.raises(InvalidValueError, match=r"'31/01/2020'. Write all times as 2020-12-31"):
        times_in(frame, "when", first="")


def test_no_column_is_overwritten():
    assert beside(FRAME, {"d": [7, 8]})["d"].tolist() == [7, 8]
    with pytest.raises(InvalidValueError, match="no column 'a'"):
        beside(FRAME, {"d": [7, 8], "a": [0, 0]})


def test_rows_outside_name_their_columns():
    x = np.array([[1.0, 5.0], [-1.0, 5.0], [4.0, 9.1], [np.nan, 1.0]])
    marks = outside(x, RANGES, names=["a", "b"])
    assert marks == ["", "a", "a; b", ""]
    [line] = about_outside(marks, RANGES, names=["a", "b"])
    assert line.startswith("2 of 4 rows lie outside the ranges of the fit (a 0 to 3, b 1 to 9)")
    [line] = about_outside(marks[:2], RANGES, names=["a", "b"])
    assert line.startswith("1 of 2 rows lies outside the ranges of the fit (a 0 to 3)")
    assert about_outside([""], RANGES, names=["a", "b"]) == []
