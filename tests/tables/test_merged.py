import io

import pytest

from nalm.errors import ReadingWarning
from nalm.tables._merged import Same, filled, marked, merged_columns


def found(text):
    return merged_columns(io.BytesIO(text.encode()))


def cells(reference):
    return f'<mergeCell ref="{reference}"/>'


@pytest.mark.parametrize(
    ("reference", "merged"),
    [
        ("A2:A5", {2: [(0, 5)]}),
        ("Z1:Z9", {1: [(25, 9)]}),
        ("AA10:AA11", {10: [(26, 11)]}),
        ("A1:D1", {}),
        ("A1:B4", {}),
    ],
)
def test_cells_merged_over_the_rows_of_one_column_are_found(reference, merged):
    assert found(f"<sheetData/><mergeCells>{cells(reference)}</mergeCells>") == merged
    assert found(f'<x:mergeCell foo="1" ref="{reference}"></x:mergeCell>') == merged


@pytest.mark.parametrize("before", [(1 << 20) - k for k in (0, 1, 12, 24, 25, 60)])
def test_the_end_of_a_piece_hides_and_repeats_none(before):
    text = " " * (before - len(cells("B2:B3"))) + cells("B2:B3") + cells("C4:C5")
    assert found(text) == {2: [(1, 3)], 4: [(2, 5)]}


def test_cells_below_the_first_are_marked_and_count_as_blank():
    rows = [("run", "x"), ("a", 1), (None, 2), (), ("b", 4), (None, 5)]
    result = list(marked(rows, {2: [(0, 4)], 5: [(1, 6)]}))
    same = Same("a", 2)
    assert result == [["run", "x"], ["a", 1], [same, 2], [same], ["b", 4], [None, Same(4, 5)]]
    assert str(same) == ""


def test_merged_blanks_are_nothing():
    assert list(marked([(None, 1), (None, 2)], {1: [(0, 2)]})) == [[None, 1], [None, 2]]


def test_what_is_merged_in_the_data_is_filled_and_said():
    rows = [[Same("run", 1), 1], ["a", 2], [Same("a", 3), Same(2, 3)], [Same("a", 3), 4]]
    with pytest.warns(ReadingWarning) as caught:
        result = filled(rows, names=["run", "x"], first=2)
    assert result == [[None, 1], ["a", 2], ["a", 2], ["a", 4]]
    assert [str(each.message) for each in caught] == [
        "filled 2 merged cells of 'run' with the value that they show.",
        "filled 1 merged cell of 'x' with the value that they show.",
    ]
