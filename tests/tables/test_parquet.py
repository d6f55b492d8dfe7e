import pandas as pd
import pytest

from nalm.errors import DataError
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
