import sys

import pytest

from nalm.cli._discovery._read_table import read_table
from nalm.errors import DataError, InvalidValueError


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
        "# source: nobody, 1999\n# b in m\na,b\n1,2.5\n3,4e-3\n",
        '"a",b\n"1",2.5\n3,4e-3\n',
        ",a,b\n0,1,2.5\n1,3,4e-3\n",
    ],
)
def test_every_way_of_writing_a_table_is_read(tmp_path, text):
    frame = read_table(written(tmp_path, text))
    assert list(frame.columns) == ["a", "b"]
    assert frame.astype(float).to_numpy().tolist() == [[1.0, 2.5], [3.0, 4e-3]]


def test_a_single_column_and_names_with_spaces_are_read(tmp_path):
    assert list(read_table(written(tmp_path, "mass of it\n1\n2\n")).columns) == ["mass of it"]
    assert list(read_table(written(tmp_path, "mass (kg),b\n1,2\n")).columns) == ["mass (kg)", "b"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found an empty file"),
        ("\n  \n", "found an empty file"),
        ("# only a comment\n", "found an empty file"),
        ("a,b\n", "expected rows below the header"),
        ("a,b,a\n1,2,3\n", "more than one a. Rename all but one"),
        ("1,2\n3,4\n", "found the numbers 1, 2. Add a header"),
        (",,\n1,2,3\n", "found none"),
    ],
)
def test_what_is_no_table_is_refused_with_what_to_do(tmp_path, text, message):
    with pytest.raises(InvalidValueError, match=message):
        read_table(written(tmp_path, text))


@pytest.mark.parametrize("text", [b"\xff\xfe\x00a", b"a,b\n1,2\n3,4,5,6,7\n"])
def test_what_cannot_be_read_names_the_file(tmp_path, text):
    with pytest.raises(DataError, match=r"data\.csv: expected a table"):
        read_table(written(tmp_path, text))


def test_parquet_without_pyarrow_names_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "fastparquet", None)
    with pytest.raises(DataError, match=r"pip install nalm\[parquet\]"):
        read_table(written(tmp_path, b"PAR1", name="data.parquet"))


def test_parquet_is_read_as_csv_is(tmp_path):
    pytest.importorskip("pyarrow")
    path = tmp_path / "data.parquet"
    read_table(written(tmp_path, "a,b\n1,2\n")).to_parquet(path)
    assert read_table(path).to_numpy().tolist() == [[1, 2]]
