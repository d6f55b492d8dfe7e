import json
from pathlib import Path

import pandas as pd
import pytest

from nalm.errors import InvalidValueError
from nalm.inquiry._fitted_table import FittedTable


def table(columns, **units):
    frame = pd.DataFrame(columns)
    frame.attrs["units"] = units
    return frame


def test_units_of_a_file_come_before_those_of_headers():
    frame = table({"a": [1], "b": [2], "c": [3]}, a="m", b="s", c="K")
    kept = FittedTable.of(frame, ["a", "b"], units={"b": "ms"}, time=None)
    assert kept == FittedTable(units={"a": "m", "b": "ms"})


@pytest.mark.parametrize(
    ("times", "first"),
    [
        (["2020-01-02", "2020-01-01"], "2020-01-01"),
        (["12:30:00", "12:30:05"], "12:30:00"),
        ([1.0, 2.0], ""),
    ],
)
def test_the_first_date_is_kept(times, first):
    kept = FittedTable.of(table({"t": times}), ["t"], units={}, time="t")
    assert kept == FittedTable(time="t", first=first)


@pytest.mark.parametrize(
    ("writing", "decimal"),
    [
        ({}, ""),
        ({"decimal": "", "elsewhere": "", "separator": ";"}, ""),
        ({"decimal": "", "elsewhere": ","}, ","),
        ({"decimal": ".", "elsewhere": ","}, "."),
    ],
)
def test_the_decimal_sign_is_kept(writing, decimal):
    frame = table({"a": [1]})
    frame.attrs["writing"] = writing
    kept = FittedTable.of(frame, ["a"], units={}, time=None)
    kept_in_file(kept)
    assert kept.decimal == decimal


def test_a_unit_behind_every_number_is_one_of_its_column():
    frame = table({"m": ["5 kg", "1.5 kg"], "v": ["3 m/s", "7 m/s"]}, v="km/h")
    kept = FittedTable.of(frame, ["m", "v"], units={}, time=None)
    assert kept.units == {"m": "kg", "v": "km/h"}
    assert FittedTable.of(frame, ["group a"], units={}, time=None).units == {}
    kept.check_units(table({"m": ["7 kg"]}), {"m": "m"})
    kept.check_units(table({"m": ["7"]}), {"m": "m"})
    with pytest.raises(InvalidValueError, match="'m': expected the unit of the fit, kg, found g"):
        kept.check_units(table({"m": ["7 g"]}), {"m": "m"})


def kept_in_file(kept):
    Path("m.json").write_text("{}")
    kept.add_to(Path("m.json"))
    assert FittedTable.read(Path("m.json")) == kept


def test_what_is_added_to_a_file_is_read_again():
    path, kept = Path("m.json"), FittedTable(units={"ä": "m/s"}, time="t", first="2020-01-01")
    path.write_text('{"format": "model", "low": [0.1]}')
    assert FittedTable.read(path) == FittedTable()
    kept.add_to(path)
    assert FittedTable.read(path) == kept
    content = json.loads(path.read_text(encoding="utf-8"))
    assert (content["format"], content["low"]) == ("model", [0.1])


@pytest.mark.parametrize("part", ["null", "[]", "{}", '{"decimal": [3]}', '{"units": 3}'])
def test_a_part_that_is_no_table_says_nothing(part):
    Path("m.json").write_text(f'{{"table": {part}}}')
    assert FittedTable.read(Path("m.json")) == FittedTable()


@pytest.mark.parametrize(
    ("then", "now"), [("m/s", "km/h"), ("s", "h"), ("1", "m"), ("counts", "events"), ("kg", "g")]
)
def test_another_unit_than_in_the_fit_is_refused(then, now):
    told = rf"'v': expected the unit of the fit, {then}, found {now}\. .* v \({then}\) above"
    with pytest.raises(InvalidValueError, match=told):
        FittedTable(units={"v": then}).check_units(table({"v": [1]}, v=now), {"v": "v"})


def test_the_same_unit_or_none_is_taken():
    fitted = FittedTable(units={"v": "m/s", "n": "counts", "t": "s"})
    columns = {"v": "v", "n": "n", "t": "hour", "x": "x"}
    frame = table({"v": [1], "n": [1], "hour": [1], "x": [1]}, v="m s^-1", n="counts", x="m")
    fitted.check_units(frame, columns)
    frame.attrs["units"]["hour"] = "h"
    with pytest.raises(InvalidValueError, match="'hour': expected the unit of the fit, s, found h"):
        fitted.check_units(frame, columns)
