from pathlib import Path

import pytest

from nalm.cli._discovery._places import check_apart, places_of
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


@pytest.mark.parametrize(("wanted", "told"), [
    (Wanted(save=Path("data.csv")), r"found data.csv, which is read. Write --save data.json$"),
    (Wanted(report=Path("models/../data.csv")), r"--report: .*, which is read"),
    (Wanted(save=Path("link.csv")), "which is read. Write --save link.json$"),
    (Wanted(save=Path("hard.csv")), "which is read"),
    (Wanted(report=Path("units.toml")), "which is read. Write --report units.html$"),
    (Wanted(save=Path("a.json"), report=Path("a.json")), "which --save writes. .* a.html$"),
    (Wanted(save=Path("a b.html"), report=Path("models/../a b.html")), "--report '.*a b_new.html'"),
])  # fmt: skip
def test_no_file_is_written_over_one_that_is_read_or_written(wanted, told):
    Path("data.csv").write_text("x,y\n1,2\n")
    Path("link.csv").symlink_to("data.csv")
    Path("hard.csv").hardlink_to("data.csv")
    with pytest.raises(InvalidValueError, match=told):
        places_of([Path("data.csv")], wanted, others=[Path("units.toml")])


def test_of_several_tables_another_folder_is_the_remedy():
    tables = [Path("one.csv"), Path("models/two.json")]
    with pytest.raises(InvalidValueError, match=r"two\.json, which is read. Choose another folder"):
        places_of(tables, Wanted(save=Path("models")))


def test_a_path_that_is_offered_is_free():
    for name in ("new.csv", "new_new.csv", "new_new2.csv"):
        Path(name).write_text("")
    with pytest.raises(InvalidValueError, match=r"Write --out new_new3.csv$"):
        check_apart([("--out", Path("new.csv"))], read=[Path("new.csv")])
