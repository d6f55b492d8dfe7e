"""How does a file, as people have it, become a table of named columns of numbers?

`read_table` returns a `Frame` of text, a workbook or a Parquet file, as `Reading` says; its `attrs`
hold the units and the written form of its headers. `read_cells` and `read_times` make numbers of a
column, and `places_of` says where rows stand in the file. What had to be guessed is said by a
`ReadingWarning`.
"""

from typing import TYPE_CHECKING

from nalm._lazy import at_first_use

if TYPE_CHECKING:
    from nalm.tables._cells import Cells, Writing, read_cells
    from nalm.tables._headers import looks_like_unit, read_headers
    from nalm.tables._lookup import look_up
    from nalm.tables._quoting import as_cell, quoted
    from nalm.tables._read_table import read_table
    from nalm.tables._reading import Frame, Places, Reading, places_of
    from nalm.tables._times import Times, date_like, read_times

__all__ = [
    "Cells",
    "Frame",
    "Places",
    "Reading",
    "Times",
    "Writing",
    "as_cell",
    "date_like",
    "look_up",
    "looks_like_unit",
    "places_of",
    "quoted",
    "read_cells",
    "read_headers",
    "read_table",
    "read_times",
]

# A command that reads no table should not wait for NumPy.
__getattr__ = at_first_use(
    __name__,
    {
        f"{__name__}._cells": "Cells Writing read_cells",
        f"{__name__}._headers": "looks_like_unit read_headers",
        f"{__name__}._lookup": "look_up",
        f"{__name__}._quoting": "as_cell quoted",
        f"{__name__}._read_table": "read_table",
        f"{__name__}._reading": "Frame Places Reading places_of",
        f"{__name__}._times": "Times date_like read_times",
    },
)
