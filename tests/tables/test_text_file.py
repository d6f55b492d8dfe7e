import warnings

import pytest

from nalm.errors import DataError, ReadingWarning
from nalm.tables._reading import Reading, places_of
from nalm.tables._text_file import read_text


def table(tmp_path, text, **reading):
    path = tmp_path / "data.csv"
    path.write_text(text, newline="")
    return read_text(path, Reading(**reading))


def test_the_decimal_sign_that_a_table_shows_is_kept(tmp_path):
    assert table(tmp_path, "a;b\n1,5;1.234\n").attrs["writing"]["elsewhere"] == ","
    assert table(tmp_path, "a,b\n1.5,1\n").attrs["writing"]["elsewhere"] == "."
    assert table(tmp_path, "a,b\n1,1\n").attrs["writing"]["elsewhere"] == ""


@pytest.mark.filterwarnings("ignore:skipped:nalm.errors.ReadingWarning")
@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a,b\n1,2\n3,4\n5,6", [2, 3, 4]),
        ("a,b\r\n1,2\r\n3,4\r\n\r\n", [2, 3]),
        ("a,b\r1,2\r3,4\r", [2, 3]),
        ("# a file\n\na;b\n1;2\n\n  \n3;4\n", [4, 7]),
        ('a,b\n"one\ntwo",2\n"x, ""y""",4\n5,6\n', [2, 4, 5]),
        ("a\tb\n1\t2\n\t\n3\t4\n", [2, 4]),
        ("a,b\r\n1,2\r\n,\r\n , \r\n3,4\r\n,,,\r\n,\r\n", [2, 5]),
        ('a,b\n"",""\n1,2\n', [3]),
        ("a b\n1 2\n \n3 4\n", [2, 4]),
    ],
)
def test_rows_stand_in_the_lines_in_which_they_begin(tmp_path, text, lines):
    assert list(places_of(table(tmp_path, text)).numbers) == lines


def rows_and_notes(tmp_path, text):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ReadingWarning)
        frame = table(tmp_path, text)
    return len(frame), [str(each.message) for each in caught]


LABELLED = "name,x\nS1,1\nS2,2\nS3,3\n"
NUMBERED = "x,y\n1,2\n2,3\n3,4\n"


@pytest.mark.parametrize(
    ("text", "rows", "skipped"),
    [
        (NUMBERED + "Source: Smith 1990\n", 3, "1 row"),
        (NUMBERED + ",\n\nSource: Smith 1990,\nUnits are SI\n", 3, "2 rows"),
        (NUMBERED.replace(",", ";") + "Source: Smith, 1990\n", 3, "1 row"),
        (NUMBERED + "\nremark\n\n# another\n,,\n", 3, "2 rows"),
        (LABELLED + "\nSource: Smith 1990\n", 3, "1 row"),
        (LABELLED + "S4,\n", 4, ""),  # a value is missing
        (LABELLED + "S4\n", 4, ""),
        (NUMBERED + "4\n", 4, ""),
        (NUMBERED + "n/a\n", 4, ""),
        ("x\n1\nword\n", 2, ""),  # of one column, nothing tells a remark from a cell
    ],
)
def test_remarks_below_the_data_are_skipped_and_said(tmp_path, text, rows, skipped):
    found, notes = rows_and_notes(tmp_path, text)
    assert found == rows
    said = [f"skipped {skipped} of text below the data of data.csv."] if skipped else []
    assert [note for note in notes if note.startswith("skipped")] == said


@pytest.mark.parametrize("text", [NUMBERED + "Mean,3\n", LABELLED + "Total:,6\n"])
def test_a_last_row_that_may_sum_up_the_others_is_said(tmp_path, text):
    rows, [note] = rows_and_notes(tmp_path, text)
    assert rows == 4
    assert note.startswith("row 4, the last one, begins with ")


@pytest.mark.filterwarnings("ignore:read lines:nalm.errors.ReadingWarning")
def test_separators_in_quotes_are_no_blank_row(tmp_path):
    found = table(tmp_path, 'a,b\n"one\n,\ntwo",2\n,\n5,6\n')
    assert found["a"].tolist() == ["one\n,\ntwo", "5"]


def test_a_row_without_a_number_is_not_a_blank_one(tmp_path):
    assert len(table(tmp_path, NUMBERED + "NA,NA\n")) == 4


def test_where_lines_cannot_be_told_no_row_has_a_place(tmp_path):
    assert places_of(table(tmp_path, 'a,b\n5" wide,1\n6,2\n7,3\n')) is None


@pytest.mark.parametrize(
    ("text", "usual", "elsewhere"),
    [
        ("a;b\n2,500;1.500\n", ",", ","),
        ("a,b\n1,1\n", ",", ","),
        ("a;b\n2,500;3\n", ".", "."),
        ("a,b\n2.5,1500.25\n", ",", "."),
        ("a;b\n2,5;1.500\n", ".", ","),
        ("a;b\n2,5;1.5\n", ".", ""),
    ],
)
def test_the_usual_decimal_sign_counts_where_no_cell_tells(tmp_path, text, usual, elsewhere):
    assert table(tmp_path, text, usual=usual).attrs["writing"]["elsewhere"] == elsewhere


def test_numbers_stay_as_written_where_commas_are_decimal(tmp_path):
    assert table(tmp_path, "a;b\n1,5;1.234\n")["b"].tolist() == ["1.234"]
    assert table(tmp_path, "a;b\n1;1.234\n", decimal=",")["b"].tolist() == ["1.234"]


@pytest.mark.parametrize(
    "text",
    [
        "x\ty\n1\t137\n2\t1.233\n3\t2.192\n4\t5\n",
        "x y\n1 137\n2 1.233\n3 2.192\n4 5\n",
        'x,y\n1,"137"\n2,"1.233"\n3,"2.192"\n4,5\n',
        "x;y\n1;7.923\n2;1.233\n3;5.111\n",
    ],
)
def test_points_that_may_separate_thousands_are_said(tmp_path, text):
    with pytest.warns(ReadingWarning, match=r"read 'y' with '\.' as the decimal sign.*--decimal ,"):
        assert table(tmp_path, text)["y"][1] == 1.233


@pytest.mark.parametrize("y", [("1.233", "2.192"), ("0", "1.233"), ("5", "0.5"), ("1.25", "137")])
def test_other_points_are_decimal_signs(tmp_path, y):
    assert table(tmp_path, f"x\ty\n1\t{y[0]}\n2\t{y[1]}\n3\t{y[0]}\n")["y"][1] == float(y[1])


def test_a_blank_cell_between_spaces_shifts_no_row_silently(tmp_path):
    text = "# of us\n  x  y  z\n  1  2  1\n\n  2     4\n  3  3  9\n"
    with pytest.raises(DataError, match=r"expected 3 cells.*found 2 in line 5\. Write NaN"):
        table(tmp_path, text)
    frame = table(tmp_path, 'p x y\n"a b" 1 2\n"a c" 2 nan\n\n"a d" 3 NaN\n')
    assert frame["y"].isna().tolist() == [False, True, True]


@pytest.mark.parametrize("word", ["NA", "None", "null", "nan"])
def test_a_word_for_nothing_is_kept_in_a_column_of_text(tmp_path, word):
    frame = table(tmp_path, f"land,y\n{word},1\nDE,{word}\n,3\n")
    assert frame["land"].fillna("blank").tolist() == [word, "DE", "blank"]
    assert frame["y"].isna().tolist() == [False, True, False]


def test_rows_in_a_quote_are_never_lost_silently(tmp_path):
    rows = "pipe,x,y\nA1,1,1\nA2,2,4\n{}A3,3,9\nA4,4,16\n{}A5,5,25\nA6,6,36\n"
    with pytest.raises(DataError, match="begins in line 4 and ends inside a cell of line 6"):
        table(tmp_path, rows.format('"', '"'))
    with pytest.raises(DataError, match="found: a quote without an end in line 4"):
        table(tmp_path, rows.format('"', ""))


@pytest.mark.parametrize("long", ["1,2,3", "1,2,3,4"])
def test_cells_beyond_the_columns_are_never_dropped_silently(tmp_path, long):
    for text in (f"a,b\n1,2\n3,4\n{long}\n", f"# c\n\na,b\n{long}\n1,2\n3,4\n"):
        number = 1 + text[: text.index(long)].count("\n")
        with pytest.raises(DataError, match=f"as in most.*(line {number}|Length)"):
            table(tmp_path, text)
