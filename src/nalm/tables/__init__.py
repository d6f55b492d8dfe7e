"""How does a file, as people have it, become a table of named columns of numbers?

`read_table` returns a `Frame` of text, a workbook or a Parquet file, as `Reading` says; its `attrs`
hold the units and the written form of its headers. `read_cells` and `read_times` make numbers of a
column. What had to be guessed is said by a `ReadingWarning`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nalm.tables._cells import Cells, Writing, read_cells
    from nalm.tables._headers import looks_like_unit
    from nalm.tables._lookup import look_up
    from nalm.tables._quoting import as_cell, quoted
    from nalm.tables._read_table import read_table
    from nalm.tables._reading import Frame, Reading
    from nalm.tables._times import Times, date_like, read_times

__all__ = [
    "Cells",
    "Frame",
    "Reading",
    "Times",
    "Writing",
    "as_cell",
    "date_like",
    "look_up",
    "looks_like_unit",
    "quoted",
    "read_cells",
    "read_table",
    "read_times",
]

_PLACES = {
    "_cells": ("Cells", "Writing", "read_cells"),
    "_headers": ("looks_like_unit",),
    "_lookup": ("look_up",),
    "_quoting": ("as_cell", "quoted"),
    "_read_table": ("read_table",),
    "_reading": ("Frame", "Reading"),
    "_times": ("Times", "date_like", "read_times"),
}
_MODULES = {name: module for module, names in _PLACES.items() for name in names}


def __getattr__(name: str) -> Any:  # noqa: ANN401  (whatever is asked for)
    # A command that reads no table should not wait for NumPy.
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
