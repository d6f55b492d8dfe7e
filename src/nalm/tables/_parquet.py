"""Tables in Parquet files."""

from importlib import import_module
from pathlib import Path
from typing import Any

from nalm.errors import DataError
from nalm.tables._reading import Frame, Reading, headers_of, named


def read_parquet(path: Path, reading: Reading) -> Frame:
    """Read a table from a Parquet file.

    Args:
        path: The file.
        reading: How to read it.

    Returns:
        A frame with distinct names.

    Raises:
        DataError: If pyarrow is missing, or the file cannot be read.
    """
    pandas: Any = import_module("pandas")
    try:
        frame = _read(pandas, path)
    except ImportError as error:
        raise DataError(
            f"{path}: reading Parquet needs pyarrow, found no such package. Install it with "
            "`pip install nalm[parquet]`, or save the table as CSV."
        ) from error
    except Exception as error:  # pyarrow has errors of its own for damaged files
        found = " ".join(str(error).split())[:200]
        raise DataError(f"{path}: expected a Parquet file, found: {found}") from error
    if any(name is not None for name in frame.index.names):
        frame = frame.reset_index()
    written = [str(name) for name in frame.columns]
    headers = headers_of(path, written, units=(), width=len(written), reading=reading)
    return named(
        frame, headers, writing={"decimal": reading.decimal or "", "elsewhere": reading.usual}
    )


def _read(pandas: Any, path: Path) -> Frame:  # noqa: ANN401
    import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    with parquet.ParquetFile(path) as file:
        names: list[str] = file.schema_arrow.names
        if len(set(names)) == len(names):
            return pandas.read_parquet(path)
        # pandas reads no two columns of one name.
        table = file.read().rename_columns([str(k) for k in range(len(names))])
    return table.to_pandas(ignore_metadata=True).set_axis(names, axis=1)
