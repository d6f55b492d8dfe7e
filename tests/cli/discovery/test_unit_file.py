import pytest

from nalm.cli._discovery._unit_file import read_units
from nalm.errors import DataError, InvalidValueError, UnknownNameError

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
