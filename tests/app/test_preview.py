import pytest

from nalm.app._preview import read_preview
from nalm.errors import NalmError
from nalm.tables import Reading


@pytest.fixture
def preview(tmp_path):
    def read(text, encoding="utf-8", **reading):
        path = tmp_path / "table.csv"
        path.write_bytes(text.encode(encoding))
        return read_preview(path, Reading(**reading))

    return read


def test_columns_are_known_by_what_they_hold(preview):
    found = preview(
        "when,name,v (m/s),empty\n2020-01-01,a,1.5,\n2020-01-02,b,NA,\n2020-01-03,c,4,\n"
    )
    assert [(each.name, each.content, each.missing) for each in found.columns] == [
        ("when", "dates", 0),
        ("name", "text", 0),
        ("v", "numbers", 1),
        ("empty", "nothing", 3),
    ]
    v = found.columns[2]
    assert (v.unit, v.low, v.high) == ("m/s", 1.5, 4.0)
    assert (found.numbers, found.likely_target, found.likely_time) == (["v"], "v", "when")
    assert found.has_units
    assert found.holes == 1


def test_what_was_guessed_is_said(preview):
    found = preview("a;b\nm;s\n1,5;2\n2,5;3\n")
    assert any("units: m, s" in note for note in found.notes)
    assert any("',' as the decimal sign" in note for note in found.notes)


def test_another_encoding_is_said(preview):
    assert any("cp1252" in note for note in preview("größe,b\n1,2\n", "latin-1").notes)


def test_a_column_called_time_is_proposed(preview):
    assert preview("x,Time\n1,2\n").likely_time == "Time"
    assert preview("x,y\n1,2\n").likely_time is None


@pytest.mark.parametrize("text", ["", "a,b\n", "\0\1\2"])
def test_what_is_no_table_is_said(preview, text):
    with pytest.raises(NalmError, match="expected"):
        preview(text)
