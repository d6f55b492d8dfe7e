import pandas as pd
import pytest

from nalm.errors import DataError, InvalidValueError, ReadingWarning, UnknownNameError
from nalm.inquiry._unit_file import column_units, read_units

COLUMNS = ["mass", "speed"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("units.toml", 'mass = "kg"\nspeed = "m/s"\n'),
        ("units.toml", '[units]\nmass = "kg"\nspeed = "m/s"\n'),
        ("units.csv", "mass,kg\nspeed, m/s\n"),
        ("units.csv", "Column,Unit\nmass,kg\n\nspeed,m/s\n"),
    ],
)
def test_units_are_read_from_toml_and_csv(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    assert read_units(path, COLUMNS) == {"mass": "kg", "speed": "m/s"}


@pytest.mark.parametrize(
    ("name", "text", "error", "message"),
    [
        ("units.toml", "mass = 3\n", InvalidValueError, "expected a unit as text for mass"),
        ("units.toml", 'mas = "kg"\n', UnknownNameError, "Did you mean mass?"),
        ("units.toml", "mass kg", DataError, "expected units as TOML"),
        ("units.csv", "mass,kg,1\n", InvalidValueError, "found 'mass,kg,1'"),
        ("units.csv", "weight,kg\n", UnknownNameError, "no column 'weight'"),
    ],
)
def test_what_are_no_units_is_refused(tmp_path, name, text, error, message):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(error) as caught:
        read_units(path, COLUMNS)
    assert message in str(caught.value)


def table(**units):
    frame = pd.DataFrame({"a": [1.0], "b": [1.0]})
    frame.attrs = {"units": units, "headers": {"a (m)": "a"}}
    return frame


def units_of(frame, source, *, labels=False):
    return column_units(frame, source, columns=["a", "b"], labels=labels)


def test_units_of_headers_are_offered_and_taken_on_demand():
    with pytest.warns(ReadingWarning, match=r"says units \(a: m\)\. With --units auto .* --dim"):
        assert units_of(table(a="m", b="1"), None) == {}
    assert units_of(table(a="m", b="1"), "auto") == {"a": "m", "b": "1"}
    with pytest.warns(ReadingWarning, match="no unit above b"):
        assert units_of(table(a="m"), "auto") == {"a": "m", "b": "1"}
    with pytest.raises(InvalidValueError, match="--units auto: expected units in the header"):
        units_of(table(), "auto")


def test_headers_label_a_time_series_unasked():
    assert units_of(table(a="m"), None, labels=True) == {"a": "m"}


def test_a_file_of_units_may_name_headers_as_written(tmp_path):
    path = tmp_path / "units.toml"
    path.write_text('"a (m)" = "m"\nb = "s"\n')
    assert units_of(table(), path) == {"a": "m", "b": "s"}
