"""The folder of data that do not come with the library."""

import os
from pathlib import Path

from nalm.errors import DataError

DATA_VARIABLE = "NALM_DATA"
"""Environment variable that names the folder."""


def data_file(*names: str, advice: str) -> Path:
    """Find a file in the folder.

    Args:
        names: What it may be called; the first that is there is taken.
        advice: Where the file can be had, for the error.

    Raises:
        DataError: If the variable names no folder, or none of the files is in it.
    """
    folder = os.environ.get(DATA_VARIABLE)
    for name in names:
        if folder and (path := Path(folder) / name).is_file():
            return path
    found = f"no such file in {folder}" if folder else "no such variable"
    raise DataError(
        f"{DATA_VARIABLE}: expected a folder with {' or '.join(names)}, found {found}. {advice}"
    )
