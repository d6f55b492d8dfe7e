import shlex

import pandas as pd
import pytest

from nalm.errors import InputWarning, InvalidValueError, ReadingWarning, UnknownNameError
from nalm.inquiry._columns import complete_rows, find_columns, numeric, without_empty

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
    assert "'planet' holds text such as 'Mercury'" in message
    assert "--inputs axis, or encode it" in message


def test_names_are_quoted_for_the_shell():
    frame = pd.DataFrame({"[S] / mM": [1.0], "v, m": [1.0], "who": ["x"], "y": [1.0]})
    with pytest.raises(InvalidValueError) as caught:
        numeric(frame, list(frame.columns), roles={"y": "--target"})
    word = str(caught.value).split("--inputs ")[1].split(", or encode")[0]
    assert shlex.split(word) == ['[S] / mM,"v, m"']


@pytest.mark.parametrize(
    ("option", "advice"),
    [
        ("--target", "the target, holds text such as 'Mercury'. Choose another column with --tar"),
        ("--weights", "the weights, holds"),
    ],
)
def test_the_part_of_a_column_is_said_and_no_input_is_blamed(option, advice):
    with pytest.raises(InvalidValueError) as caught:
        numeric(FRAME, ["axis", "planet"], roles={"planet": option})
    assert advice in str(caught.value)
    assert "--inputs" not in str(caught.value)


def test_dates_are_named_and_become_seconds_as_the_time_alone():
    with pytest.raises(InvalidValueError, match=r"'day' holds dates such as.*--time day"):
        numeric(FRAME, ["day", "axis"])
    with pytest.warns(ReadingWarning, match="'day' as seconds since 2020-01-01"):
        table = numeric(FRAME, ["day"], roles={"day": "--time"})
    assert table["day"].tolist() == [0.0, 86400.0]
    other = pd.DataFrame({"day": ["31/12/2020", "01/01/2021"]})
    with pytest.raises(
        InvalidValueError, match=r"the time, holds dates.*Write all times as 2020-12"
    ):
        numeric(other, ["day"], roles={"day": "--time"})


def test_numbers_written_as_text_are_numbers_and_guesses_are_said_in_one_line():
    frame = pd.DataFrame({"a": ["1,234.5", "2"], "b": ["1,111.5", "?"], "text": ["1", "2"]})
    with pytest.warns(ReadingWarning, match="read 'a', 'b' with ',' as thousands separator"):
        table = numeric(frame, ["a", "b", "text"])
    assert table["a"].tolist() == [1234.5, 2]
    with pytest.raises(InvalidValueError, match=r"b 1 \('\?'\) \(of 2 rows\)"):
        complete_rows(table, drop=False)


def test_a_limit_is_an_error_with_two_ways_out_and_dropped_on_demand():
    frame = pd.DataFrame({"y": ["1", "<0.5", "<0.5"]})
    with pytest.raises(
        InvalidValueError, match=r"'<0.5' in row 2 and the like in 1 more.*--drop-m"
    ):
        numeric(frame, ["y"], roles={"y": "--target"})
    with pytest.raises(InvalidValueError, match="Leave the cells blank"):
        numeric(frame, ["y"], drop=None)
    with pytest.warns(ReadingWarning, match="left out 2 rows"):
        assert len(complete_rows(numeric(frame, ["y"], drop=True), drop=True)) == 1


def test_single_cells_of_text_are_named_with_their_row():
    frame = pd.DataFrame({"x": ["1", "2", "oops", "4"]})
    with pytest.raises(
        InvalidValueError, match=r"'oops' in row 3, no number. Write a number there"
    ):
        numeric(frame, ["x"])


def test_a_number_of_two_readings_asks_for_the_option():
    frame = pd.DataFrame({"x": ["1,234", "2,345"]})
    with pytest.raises(InvalidValueError, match=r"'1,234'.*--decimal , or --decimal ."):
        numeric(frame, ["x"])
    both = pd.DataFrame({"x": ["1,5", "2.5", "3.5"]})
    with pytest.raises(InvalidValueError, match="both '1,5' and numbers with a decimal point"):
        numeric(both, ["x"])


def test_a_column_may_be_called_by_its_header():
    frame = FRAME.copy()
    frame.attrs["headers"] = {"axis (AU)": "axis"}
    assert find_columns(frame, ["axis (AU)"], option="--inputs") == ["axis"]


def test_columns_without_a_value_are_left_out_with_a_warning():
    table = numeric(FRAME, ["axis", "empty"])
    with pytest.warns(InputWarning, match="left out 'empty'"):
        inputs, left = without_empty(table, ["axis", "empty"])
    assert inputs == list(left.columns) == ["axis"]
    assert without_empty(left, inputs) == (["axis"], left)


def test_a_column_of_text_may_name_groups():
    with pytest.raises(InvalidValueError, match="If it names groups, give it with --group planet"):
        numeric(FRAME, ["planet", "axis"])
    spaced = FRAME.rename(columns={"planet": "the planet"})
    with pytest.raises(InvalidValueError, match="--group 'the planet'"):
        numeric(spaced, ["axis", "the planet"])
    with pytest.raises(InvalidValueError) as caught:
        numeric(FRAME, ["planet", "axis"], roles={"inner": "--group"})
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
        complete_rows(pd.DataFrame({"a": [1.0, None], "b": [None, 2.0]}), drop=True)


@pytest.mark.parametrize("drop", [True, False])
def test_no_rows_are_to_be_left_out_where_a_column_has_no_value(drop):
    with pytest.raises(InvalidValueError, match="numbers in 'empty', found no value") as caught:
        complete_rows(numeric(FRAME, ["axis", "empty"]), drop=drop)
    assert "formulas of a workbook" in str(caught.value)
    assert "--drop-missing" not in str(caught.value)
