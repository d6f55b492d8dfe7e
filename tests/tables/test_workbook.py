import tracemalloc
import zipfile

import pandas as pd
import pytest

from nalm.errors import DataError, InvalidValueError, ReadingWarning, UnknownNameError
from nalm.tables._reading import Reading, places_of
from nalm.tables._workbook import read_workbook


@pytest.fixture
def book(tmp_path):
    pytest.importorskip("openpyxl")

    def written(**sheets):
        path = tmp_path / "data.xlsx"
        with pd.ExcelWriter(path) as target:
            for name, rows in sheets.items():
                pd.DataFrame(rows).to_excel(target, sheet_name=name, header=False, index=False)
        return path

    return written


def test_units_and_text_among_numbers_are_kept(book):
    path = book(one=[["a", "b"], ["m", "s"], [1, "?"], [2.5, 3]])
    with pytest.warns(ReadingWarning, match="for units: m, s"):
        frame = read_workbook(path, Reading())
    assert frame["a"].tolist() == [1.0, 2.5]
    assert frame["b"].tolist() == ["?", 3]
    assert frame.attrs["units"] == {"a": "m", "b": "s"}


@pytest.fixture
def merged(book):
    openpyxl = pytest.importorskip("openpyxl")

    def written(rows, *ranges):
        path = book(one=rows)
        changed = openpyxl.load_workbook(path)
        for each in ranges:
            changed.active.merge_cells(each)
        changed.save(path)
        return path

    return written


def test_merged_labels_and_numbers_stand_for_all_their_rows(merged):
    rows = [["T", "enzyme", "x", "pH"], [20, "a", 1, 7], [None, None, 2, None], [25, "b", 3, None]]
    rows = [["measured in May", None, None, None], [None] * 4, *rows, [None, None, 4, None]]
    path = merged(rows, "A1:D1", "A4:A5", "B4:B5", "B6:B7", "D4:D7")
    with pytest.warns(ReadingWarning) as caught:
        frame = read_workbook(path, Reading())
    assert frame["enzyme"].tolist() == ["a", "a", "b", "b"]
    assert frame["T"].tolist()[:3] == [20, 20, 25]
    assert frame["T"].isna().tolist() == [False, False, False, True]  # blank, and not merged
    assert frame["pH"].tolist() == [7, 7, 7, 7]
    said = "\n".join(str(each.message) for each in caught)
    for part in ("1 merged cell of 'T'", "2 merged cells of 'enzyme'", "3 merged cells of 'pH'"):
        assert f"filled {part} with the value that they show." in said


def test_merged_headers_and_blank_rows_hold_no_data(merged):
    rows = [["run", "x", "y"], [None, "m", "s"], ["a", 1, 2], [None, 3, 4], [None, None, None]]
    path = merged(rows, "A1:A2", "A3:A6")
    with pytest.warns(ReadingWarning) as caught:
        frame = read_workbook(path, Reading())
    assert frame.to_numpy().tolist() == [["a", 1, 2], ["a", 3, 4]]
    assert frame.attrs["units"] == {"x": "m", "y": "s"}
    assert any("filled 1 merged cell of 'run'" in str(each.message) for each in caught)


def test_rows_stand_where_the_sheet_has_them(book):
    rows = [["measured in May", None], [None, None], [None, None], ["x", "y"], [1, 2], [3, 4]]
    rows += [[None, None], [None, None], [5, 6], [None, None], ["a remark", None]]
    with pytest.warns(ReadingWarning):
        frame = read_workbook(book(one=rows), Reading())
    places = places_of(frame)
    assert [places.of(k) for k in range(3)] == [f"Row {k} of the sheet" for k in (5, 6, 9)]


def test_the_usual_decimal_sign_is_kept(book):
    frame = read_workbook(book(one=[["a"], ["2,500"]]), Reading(usual=","))
    assert frame.attrs["writing"] == {"decimal": "", "elsewhere": ","}


def test_a_table_may_begin_anywhere(book):
    rows = [[None, None, None], [None, "a", "b"], [None, 1, 2], [None, 3, 4]]
    assert read_workbook(book(one=rows), Reading()).to_numpy().tolist() == [[1, 2], [3, 4]]


def test_names_of_the_user_cost_no_row_of_data(book):
    path = book(one=[["s1", 1, 4], ["s2", 2, 5]])
    with pytest.warns(ReadingWarning, match="took the row s1, 1, 4 of data.xlsx for data"):
        frame = read_workbook(path, Reading(names=("s", "x", "y")))
    assert frame["y"].tolist() == [4, 5]


def test_a_workbook_is_read_whatever_its_ending(book, tmp_path):
    path = book(one=[["a"], [1]]).rename(tmp_path / "data.csv")
    assert read_workbook(path, Reading())["a"].tolist() == [1]


@pytest.mark.parametrize(
    ("member", "message"),
    [
        ("content.xml", "OpenDocument file. Save the sheet"),
        ("a.csv", "archive .ZIP.. Unpack"),
    ],
)
def test_other_archives_are_refused_with_what_to_do(tmp_path, member, message):
    pytest.importorskip("openpyxl")
    with zipfile.ZipFile(tmp_path / "data.zip", "w") as archive:
        archive.writestr(member, "a\n1\n")
    with pytest.raises(DataError, match=f"expected a workbook of Excel, found an.*{message}"):
        read_workbook(tmp_path / "data.zip", Reading())


def test_a_cell_far_away_costs_little(book):
    openpyxl = pytest.importorskip("openpyxl")
    path = book(one=[["a", "b"], [1, 2], [3, 4]])
    changed = openpyxl.load_workbook(path)
    changed.active.cell(row=20_000, column=16_000, value="!")
    changed.save(path)
    tracemalloc.start()
    with pytest.warns(ReadingWarning, match="1 row of text below"):
        frame = read_workbook(path, Reading())
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert frame.to_numpy().tolist() == [[1, 2], [3, 4]]
    assert used < 50e6  # all cells would take a hundred times as much


def test_a_sheet_is_chosen_by_name(book):
    path = book(one=[["a"], [1]], two=[["b"], [2]])
    assert list(read_workbook(path, Reading(sheet="two")).columns) == ["b"]
    with pytest.raises(UnknownNameError, match=r"no sheet 'three'. There are 'one', 'two'"):
        read_workbook(path, Reading(sheet="three"))


def test_an_empty_sheet_and_a_damaged_file_are_refused(book, tmp_path):
    with pytest.raises(InvalidValueError, match="found an empty sheet"):
        read_workbook(book(one=[[None]]), Reading())
    path = tmp_path / "other.xlsx"
    path.write_bytes(b"PK\x03\x04 nothing more")
    with pytest.raises(DataError, match=r"expected a workbook of Excel.*Save it again"):
        read_workbook(path, Reading())
