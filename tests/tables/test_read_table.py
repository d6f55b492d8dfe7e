import sys
from datetime import datetime

import pandas as pd
import pytest

from nalm.errors import DataError, InvalidValueError, ReadingWarning
from nalm.tables._read_table import Reading, read_table


def written(tmp_path, text, name="data.csv"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    "text",
    [
        "a,b\n1,2.5\n3,4e-3\n",
        "a;b\n1;2,5\n3;4e-3\n",
        "a\tb\n1\t2.5\n3\t4e-3\n",
        "a|b\n1|2.5\n3|4e-3\n",
        "a  b\n1  2.5\n3 4e-3\n",
        "\ufeffa, b\r\n1, 2.5\r\n\r\n3, 4e-3\r\n",
        "a,b\r1,2.5\r3,4e-3\r",
        "# source: nobody, 1999\n# b in m\na,b\n1,2.5\n3,4e-3\n",
        '"a",b\n"1",2.5\n3,4e-3\n',
        "a,b,\n1,2.5,\n3,4e-3,\n",
        "a,b\n1,2.5,\n3,4e-3,\n",
        "# a b\n1 2.5\n3 4e-3\n",
        "a,b\n1,2.5\n3,0.4D-2\n".encode("utf-16"),
        "a\tb\n1\t2.5\n3\t4 × 10^-3\n".encode("utf-32"),
    ],
)
def test_every_way_of_writing_a_table_is_read(tmp_path, text):
    frame = read_table(written(tmp_path, text))
    assert list(frame.columns) == ["a", "b"]
    assert frame.astype(float).to_numpy().tolist() == [[1.0, 2.5], [3.0, 4e-3]]


@pytest.mark.parametrize(
    "text",
    [
        ",a,b\n0,1,2.5\n1,3,4e-3\n",
        "a\tb\n1\t1\t2.5\n2\t3\t4e-3\n",
        "a b\nx 1 2.5\ny 3 4e-3\n",
        '"a" "b"\n"1" 1 2.5\n"2" 3 4e-3\n',
    ],
)
def test_a_column_without_a_name_is_left_out_and_that_is_said(tmp_path, text):
    with pytest.warns(ReadingWarning, match=r"left out column 1, which has no name.*--names"):
        frame = read_table(written(tmp_path, text))
    assert frame.to_numpy().tolist() == [[1.0, 2.5], [3.0, 4e-3]]


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("x,y\n1,3,75\n2,7,00\n", "separate the columns by semicolons"),
        ("t,U,I\n1,2,0,25\n2,4,0,50\n", "separate the columns by semicolons"),
        ("x y\n1 1 137\n2 1 548\n", "separate the columns by tabs"),
        ("x;y\n0.5;1;2\n0.7;3;4\n", "--names x1,x2,x3"),
    ],
)
def test_columns_are_never_shifted_where_names_may_lack(tmp_path, text, advice):
    path = written(tmp_path, text)
    with pytest.raises(InvalidValueError, match=f"expected a name for each.*found.*{advice}"):
        read_table(path)
    names = tuple("abcd"[: text.split("\n")[1].count(text[1]) + 1])
    assert list(read_table(path, Reading(names=names)).columns) == list(names)


def test_titles_above_the_names_are_skipped_and_said(tmp_path):
    text = "Measured 12 May 2020\nby nobody, really\n\n# more\na,b,c\n1,2,3\n4,5,6\n"
    with pytest.warns(ReadingWarning, match="skipped the first 2 rows of data"):
        frame = read_table(written(tmp_path, text))
    assert frame.to_numpy().tolist() == [[1, 2, 3], [4, 5, 6]]


def test_units_are_taken_from_the_header_and_its_names_are_short(tmp_path):
    frame = read_table(written(tmp_path, "v0 (m/s),T [K],[S] / mM,log(P)\n1,2,3,4\n"))
    assert list(frame.columns) == ["v0", "T", "S", "log(P)"]
    assert frame.attrs["units"] == {"v0": "m/s", "T": "K", "S": "mM"}
    assert frame.attrs["headers"]["v0 (m/s)"] == "v0"


def test_units_are_taken_from_a_row_below_the_names(tmp_path):
    with pytest.warns(ReadingWarning, match="below the names for units: AU, yr"):
        frame = read_table(written(tmp_path, "planet,a,p\n,AU,yr\nMars,1.5,1.9\nEarth,1,1\n"))
    assert frame.attrs["units"] == {"a": "AU", "p": "yr"}
    assert frame["p"].tolist() == [1.9, 1.0]


def test_a_text_of_windows_is_read_and_said(tmp_path):
    with pytest.warns(ReadingWarning, match="as cp1252"):
        frame = read_table(written(tmp_path, "Länge,b\n1,2\n3,4\n".encode("cp1252")))
    assert list(frame.columns) == ["Länge", "b"]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('a,b\n1,"7,923.54"\n2,500\n', [7923.54, 500]),
        ("a;b\n1;7.923,54\n2;1.234\n", [7923.54, 1234]),
        ('a,b\n1,"1,000"\n2,"2,000"\n', [1000, 2000]),
        ("a\tb\n1\t1 234\n2\t567\n", [1234, 567]),
        ("a\tb\n1\t1'234.5\n2\t567\n", [1234.5, 567]),
        ("a;b\n1;0,123\n2;1,234\n", [0.123, 1.234]),
        ("a\tb\n1.5\t1,234\n2\t2,345\n", [1234, 2345]),
    ],
)
def test_thousands_and_decimals_are_told_apart(tmp_path, text, values):
    assert read_table(written(tmp_path, text))["b"].tolist() == values


def test_quantities_in_every_row_are_no_row_of_units(tmp_path):
    frame = read_table(written(tmp_path, "x,y\n1 kg,9.81 N\n2 kg,19.62 N\n"))
    assert (len(frame), frame.attrs["units"]) == (2, {})


def test_the_option_decides_where_the_table_does_not(tmp_path):
    path = written(tmp_path, "a\tb\n1\t1,234\n2\t2,345\n")
    assert read_table(path)["b"].tolist() == ["1,234", "2,345"]
    for decimal, first in ((",", 1.234), (".", 1234.0)):
        assert read_table(path, Reading(decimal=decimal))["b"][0] == first


def test_a_point_that_may_separate_thousands_is_said(tmp_path):
    with pytest.warns(ReadingWarning, match=r"read 'b' with '\.' as the decimal sign.*--decimal ,"):
        frame = read_table(written(tmp_path, "a;b\n1;7.923\n2;8.100\n3;9.111\n"))
    assert frame["b"][0] == 7.923


def test_times_that_may_be_dates_are_said_and_other_columns_are_not(tmp_path):
    path = written(tmp_path, "t (d),y\n20200131,20200131\n20200201,20200201\n")
    with pytest.warns(ReadingWarning, match="took 't' as numbers.*write all as 2020-01-31"):
        read_table(path, Reading(wanted={"--time": ("t (d)",), "--target": ("y",)}))


def test_columns_of_one_name_get_numbers_and_that_is_said(tmp_path):
    with pytest.warns(ReadingWarning, match="several columns 'a'.*now a_1, a_2"):
        frame = read_table(written(tmp_path, "a,b,a\n1,2,3\n"))
    assert list(frame.columns) == ["a_1", "b", "a_2"]


def test_names_can_be_said(tmp_path):
    path = written(tmp_path, "1,2\n3,4\n")
    frame = read_table(path, Reading(names=("a", "b")))
    assert frame["a"].tolist() == [1, 3]
    with pytest.raises(InvalidValueError, match="--names: expected 2 names"):
        read_table(path, Reading(names=("a",)))


@pytest.mark.parametrize(
    "text", ["s1,1,4\ns2,2,5\n", "# of us\ns1,1 kg,4\ns2,2 kg,5\n", "s1 1990 4\ns2 1 5\n"]
)
def test_names_of_the_user_cost_no_row_of_data(tmp_path, text):
    with pytest.warns(ReadingWarning, match=r"took the row s1, .* for data.* names, delete it"):
        frame = read_table(written(tmp_path, text), Reading(names=("s", "x", "y")))
    assert frame["s"].tolist() == ["s1", "s2"]
    assert frame["y"].tolist() == [4, 5]


def test_a_single_column_is_read(tmp_path):
    assert list(read_table(written(tmp_path, "mass of it\n1\n2\n")).columns) == ["mass of it"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found an empty file"),
        ("\n  \n", "found an empty file"),
        ("# only a comment\n", "found an empty file"),
        ("a,b\n", "expected rows below the header"),
        ("1,2\n3,4\n", "--names x1,x2, or add a header"),
        (",,\n1,2,3\n", "found none"),
    ],
)
def test_what_is_no_table_is_refused_with_what_to_do(tmp_path, text, message):
    with pytest.raises(InvalidValueError, match=message):
        read_table(written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"\xff\xfea\0b", "expected a table in UTF-16"),
        (b"a,b\n1,2\n3,4,5,6,7\n", "Expected 2 fields in line 3, saw 5"),
        (b"a,b\n1\0,2\n", "found bytes of 0, as in a picture"),
        (b"\xd0\xcf\x11\xe0", "Excel file of before 2007"),
        (b"\x1f\x8b", "compressed"),
        (b"PAR1", "Parquet"),
        (b"PK\x03\x04", "Excel"),
    ],
)
def test_what_cannot_be_read_names_the_file(tmp_path, text, message):
    with pytest.raises(DataError, match=rf"data\.csv: .*{message}"):
        read_table(written(tmp_path, text))


@pytest.mark.parametrize(
    ("beginning", "modules", "extra"),
    [(b"PAR1", ("pyarrow", "fastparquet"), "parquet"), (b"PK\x03\x04", ("openpyxl",), "excel")],
)
def test_a_missing_package_is_named_with_its_extra(
    tmp_path, monkeypatch, beginning, modules, extra
):
    for module in modules:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(DataError, match=rf"pip install nalm\[{extra}\]"):
        read_table(written(tmp_path, beginning))


def test_parquet_is_read_as_csv_is(tmp_path):
    pytest.importorskip("pyarrow")
    path = tmp_path / "data.parquet"
    read_table(written(tmp_path, "a,b (m)\n1,2\n")).to_parquet(path)
    assert read_table(path).to_numpy().tolist() == [[1, 2]]


def test_a_workbook_is_read_as_csv_is(tmp_path):
    pytest.importorskip("openpyxl")
    path = tmp_path / "data.xlsx"
    rows = [["Title", None, None], [None, None, None], ["t", "v (m/s)", "note"]]
    rows += [[datetime(2020, 1, k), k / 2, None] for k in (1, 2, 3)]
    rows += [[None, None, None], ["by nobody", None, None]]
    with pd.ExcelWriter(path) as book:
        for sheet in ("one", "two"):
            pd.DataFrame(rows).to_excel(book, sheet_name=sheet, header=False, index=False)
    with pytest.warns(ReadingWarning) as caught:
        frame = read_table(path)
    said = " ".join(str(each.message) for each in caught)
    for part in ("sheet 'one'", "another: 'two'", "skipped the first row", "1 row of text below"):
        assert part in said
    assert list(frame.columns) == ["t", "v", "note"]
    assert frame["v"].tolist() == [0.5, 1.0, 1.5]


def test_a_sheet_is_chosen_by_its_name_of_a_workbook_only(tmp_path):
    with pytest.raises(InvalidValueError, match="--sheet: expected a workbook"):
        read_table(written(tmp_path, "a\n1\n"), Reading(sheet="two"))
