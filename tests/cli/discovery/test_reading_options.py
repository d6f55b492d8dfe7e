import click
import pytest

from nalm.cli._discovery._reading_options import column_names, unit_source


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


def test_units_come_from_a_file_or_the_header(tmp_path):
    path = tmp_path / "units.toml"
    path.touch()
    assert unit_source(None) is None
    assert unit_source("auto") == "auto"
    assert unit_source(str(path)) == path
    with pytest.raises(click.BadParameter, match="does not exist"):
        unit_source(str(tmp_path / "gone"))
