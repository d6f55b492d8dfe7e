import shlex

import click
import pytest

from nalm.cli._discovery._reading_options import column_name, column_names, unit_source
from nalm.tables import quoted


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a, b c", ("a", "b c")),
        ('"mass, dry",b', ("mass, dry", "b")),
        ("", ()),
        ("a,,b", ("a", "b")),
    ],
)
def test_names_are_read_as_a_line_of_csv(text, names):
    assert column_names(text) == names


@pytest.mark.parametrize("name", ["a", "a b", "weird, name", 'a "b", c', '"a"', '"', "it's", "--x"])
def test_one_name_is_read_as_it_is_and_as_it_is_suggested(name):
    [typed] = shlex.split(quoted([name]))
    assert column_name(typed) == name
    assert column_names(typed) == (name,)
    assert column_name(name) == name or name.startswith('"')


def test_blanks_count_once_and_nothing_is_nothing():
    assert column_name("a \t b ") == "a b"
    assert column_name("") == ""
    assert column_name(None) is None


def test_units_come_from_a_file_or_the_header(tmp_path):
    path = tmp_path / "units.toml"
    path.touch()
    assert unit_source(None) is None
    assert unit_source("auto") == "auto"
    assert unit_source(str(path)) == path
    with pytest.raises(click.BadParameter, match="does not exist"):
        unit_source(str(tmp_path / "gone"))
