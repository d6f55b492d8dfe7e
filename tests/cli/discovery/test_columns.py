import pandas as pd
import pytest

from nalm.cli._discovery._columns import complete_rows, find_columns, numeric
from nalm.errors import InvalidValueError, UnknownNameError

FRAME = pd.DataFrame(
    {
        "planet": ["Mercury", "Venus"],
        "axis": [0.4, 0.7],
        "period": [0.2, 0.6],
        "inner": [True, False],
        "day": pd.to_datetime(["2020-01-01", "2020-01-02"]),
        "text": ["1", "2"],
        "empty": [None, None],
    }
)


def test_columns_that_exist_are_found():
    assert find_columns(FRAME, ["period", "axis"], option="--inputs") == ["period", "axis"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("perod", "--target: the table has no column 'perod'. Did you mean period?"),
        ("AXIS", "Did you mean axis?"),
        ("zzz", "There are planet, axis"),
    ],
)
def test_an_unknown_column_has_a_near_one(name, message):
    with pytest.raises(UnknownNameError) as caught:
        find_columns(FRAME, [name], option="--target")
    assert message in str(caught.value)


def test_a_column_named_twice_is_refused():
    with pytest.raises(InvalidValueError, match="found axis twice"):
        find_columns(FRAME, ["axis", "axis"], option="--inputs")


def test_numbers_and_truth_values_are_numbers():
    table = numeric(FRAME, ["axis", "inner"])
    assert table.to_numpy().tolist() == [[0.4, 1.0], [0.7, 0.0]]
    assert {str(each) for each in table.dtypes} == {"float64"}


def test_text_is_named_with_a_way_out():
    with pytest.raises(InvalidValueError) as caught:
        numeric(FRAME, ["planet", "axis", "period"], others=["period"])
    message = str(caught.value)
    assert "planet holds text such as 'Mercury'" in message
    assert "--inputs axis, or encode it" in message


@pytest.mark.parametrize(("name", "found"), [("day", "dates"), ("text", "numbers written as text")])
def test_other_things_than_numbers_are_named(name, found):
    with pytest.raises(InvalidValueError, match=f"{name} holds {found}"):
        numeric(FRAME, [name])


def test_a_column_of_text_may_name_groups():
    with pytest.raises(InvalidValueError, match="If it names groups, give it with --group planet"):
        numeric(FRAME, ["planet", "axis"])
    spaced = FRAME.rename(columns={"planet": "the planet"})
    with pytest.raises(InvalidValueError, match="--group 'the planet'"):
        numeric(spaced, ["axis", "the planet"])
    with pytest.raises(InvalidValueError) as caught:
        numeric(FRAME, ["planet", "axis"], others=["planet"])
    assert "--group" not in str(caught.value)


def test_missing_values_are_counted_by_column_and_dropped_only_on_demand():
    frame = pd.DataFrame({"a": [1.0, None, 3.0], "b": [float("inf"), None, 3.0]})
    with pytest.raises(InvalidValueError, match=r"a 1, b 2 \(of 3 rows\)\. Leave these 2 rows out"):
        complete_rows(frame, drop=False)
    assert complete_rows(frame, drop=True).to_numpy().tolist() == [[3.0, 3.0]]
    whole = frame.iloc[2:]
    assert complete_rows(whole, drop=False) is whole


def test_a_table_without_a_complete_row_is_refused():
    with pytest.raises(InvalidValueError, match="found none"):
        complete_rows(numeric(FRAME, ["axis", "empty"]), drop=True)
