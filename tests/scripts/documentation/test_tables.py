import json

import pytest
from documentation import tables

FILE = "unit,rate,note\nNMU,0.123456789,a\nNAU,25,\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "rates.csv"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_columns_are_chosen_and_numbers_shortened(file):
    table = tables.read_table(file, "unit* rate", name="rates")
    assert table.columns == ["unit", "rate"]
    assert table.filters == ["unit"]
    assert table.rows == [["NMU", "0.1235"], ["NAU", "25"]]


def test_a_column_that_is_missing_is_named(file):
    with pytest.raises(ValueError, match=r"rates\.csv: expected .* no \['speed'\]"):
        tables.read_table(file, "unit speed", name="rates")


def test_the_script_holds_the_table(file):
    script = tables.read_table(file, "unit* rate", name="rates").script()
    data = json.loads(script.split(" = ", 1)[1].rstrip(";\n"))
    assert data == {
        "columns": ["unit", "rate"],
        "filters": ["unit"],
        "rows": [["NMU", "0.1235"], ["NAU", "25"]],
    }


def test_the_marker_names_a_file_and_its_columns():
    text = "a\n\n<!-- table ../x/field.csv: unit* success_rate -->\n\nb"
    assert tables.MARKER.findall(text) == [("../x/field.csv", "unit* success_rate")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("0.86680774", "0.8668"), ("[1,2)", "[1,2)"), ("25", "25"), ("", ""), ("19500.0", "19500")],
)
def test_only_numbers_are_shortened(text, expected):
    assert tables.short(text) == expected
