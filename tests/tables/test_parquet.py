import pandas as pd
import pytest

from nalm.errors import DataError, ReadingWarning
from nalm.tables._parquet import read_parquet
from nalm.tables._reading import Reading


def test_columns_and_a_named_index_are_read(tmp_path):
    pytest.importorskip("pyarrow")
    path = tmp_path / "data.parquet"
    frame = pd.DataFrame({"v (m/s)": [1.0, 2.0], "n": pd.array([1, None], dtype="Int64")})
    frame.index = pd.Index([5, 6], name="run")
    frame.to_parquet(path)
    found = read_parquet(path, Reading())
    assert list(found.columns) == ["run", "v", "n"]
    assert found.attrs["units"] == {"v": "m/s"}


def test_a_damaged_file_is_named(tmp_path):
    path = tmp_path / "data.parquet"
    path.write_bytes(b"PAR1 nothing more")
    with pytest.raises(DataError, match=r"data\.parquet: .*Parquet"):
        read_parquet(path, Reading())


def test_columns_of_one_name_get_numbers_as_in_text(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = [pyarrow.array(values) for values in ([1, 2], [3.5, 4.5], ["a", "b"])]
    parquet.write_table(pyarrow.table(columns, names=["x", "x", "s"]), tmp_path / "data.parquet")
    with pytest.warns(ReadingWarning, match="several columns 'x'.* now x_1, x_2"):
        frame = read_parquet(tmp_path / "data.parquet", Reading())
    assert frame.to_dict("list") == {"x_1": [1, 2], "x_2": [3.5, 4.5], "s": ["a", "b"]}
