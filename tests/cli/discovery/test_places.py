from pathlib import Path

import pytest

from nalm.cli._discovery._places import places_of
from nalm.errors import InvalidValueError, StoreError
from nalm.inquiry import Wanted

TABLES = [Path("a/one.csv"), Path("b/two.xlsx")]


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "models").mkdir()


def test_one_table_has_the_files_that_were_named():
    wanted = Wanted(save=Path("law.json"), report=Path("models/law.html"))
    assert places_of(TABLES[:1], wanted) == [wanted]


def test_of_several_each_has_a_file_in_the_folder():
    places = places_of(TABLES, Wanted(kind="json", save=Path("models")))
    assert [each.save for each in places] == [Path("models/one.json"), Path("models/two.json")]
    assert {(each.kind, each.report) for each in places} == {("json", None)}
    assert places_of(TABLES, Wanted()) == [Wanted(), Wanted()]


@pytest.mark.parametrize(("tables", "wanted", "error", "told"), [
    (TABLES, Wanted(save=Path("law.json")), InvalidValueError, "--save: expected a folder"),
    (TABLES[:1], Wanted(report=Path("models")), InvalidValueError, "--report: expected a file"),
    (TABLES[:1], Wanted(save=Path("none/law.json")), StoreError, "none/law.json: expected"),
    ([*TABLES, Path("c/two.csv")], Wanted(save=Path("models")), InvalidValueError, "'two'"),
])  # fmt: skip
def test_what_cannot_be_written_is_an_error(tables, wanted, error, told):
    with pytest.raises(error, match=told):
        places_of(tables, wanted)
