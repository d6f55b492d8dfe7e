from pathlib import Path

import pandas as pd
import pytest

from nalm.errors import InvalidValueError, ReadingWarning, UnknownNameError
from nalm.tables._headers import read_headers
from nalm.tables._reading import (
    Reading,
    headers_of,
    named,
    places_of,
    said_rows,
    say_first_row,
    with_places,
)

PATH = Path("data.csv")


def headers(*written, names=()):
    reading = Reading(names=names)
    return headers_of(PATH, written, units=(), width=2, reading=reading)


def test_names_of_the_user_stand_in_place_of_the_header():
    assert [each.name for each in headers("a", "a", names=("x", "y"))] == ["x", "y"]
    with pytest.raises(InvalidValueError, match=r"--names: expected 2 names.*found 1"):
        headers("a", "b", names=("x",))
    with pytest.raises(InvalidValueError, match="--names x1,x2"):
        headers()


def test_columns_of_one_name_are_said():
    with pytest.warns(ReadingWarning, match="several columns 'a'.*a_1, a_2"):
        headers("a", "a")


def test_a_frame_knows_its_units_and_headers():
    frame = pd.DataFrame([[1, 2, 3, 4]])
    with pytest.warns(ReadingWarning, match="left out column 2, .* begins with 2"):
        result = named(frame, read_headers(["a (m)", "", "b", "b"]), writing={"separator": ","})
    assert list(result.columns) == ["a", "b_1", "b_2"]
    assert result.attrs["units"] == {"a": "m"}
    assert result.attrs["headers"] == {"a (m)": "a"}  # b would be two
    assert result.attrs["writing"] == {"separator": ","}


def test_rows_that_are_no_data_are_said():
    with pytest.warns(ReadingWarning, match="skipped the first 2 rows"):
        said_rows(PATH, above=2, units=())
    with pytest.warns(ReadingWarning, match="took the row 1, 2, 3, 4, 5, … of data.csv for data"):
        say_first_row(PATH, list("123456"))
    with pytest.warns(ReadingWarning, match="for units: m, s"):
        said_rows(PATH, above=0, units=["m", "", "s"])


def test_a_wanted_column_has_to_be_there():
    reading = Reading(wanted={"--target": ("y",), "--inputs": ("a (m)",)})
    assert headers_of(PATH, ["a (m)", "y"], units=(), width=2, reading=reading)
    with pytest.raises(UnknownNameError, match="--target: the table has no column 'y'"):
        headers_of(PATH, ["a (m)", "z"], units=(), width=2, reading=reading)


@pytest.mark.parametrize(
    ("numbers", "found"),
    [
        ([4], [4, 5, 6, 7]),
        ([2, 3, 4, 5], [2, 3, 4, 5]),
        ([2, 5, 6, 9], [2, 5, 6, 9]),
    ],
)
def test_places_of_rows_are_kept_by_where_neighbours_part(numbers, found):
    frame = with_places(pd.DataFrame({"a": range(4)}), numbers, words="Line {}")
    places = places_of(frame.copy())
    assert list(places.numbers) == found
    assert places.of(1) == f"Line {found[1]}"
    assert [places.take([3, 0]).of(k) for k in (0, 1)] == [f"Line {found[k]}" for k in (3, 0)]
    assert len(frame.attrs["places"]["runs"]) == {4: 1, 2: 1 if found[1] == 3 else 3}[found[0]]
    assert places_of(pd.DataFrame({"a": range(4)})) is None
