from dataclasses import FrozenInstanceError

import pytest

from nalm.reports.html._cells import HTMLTable, Meter, TableCell, TableLine


def test_the_pieces_of_a_table_are_values():
    cell = TableCell(text="1.00", meter=Meter(value=100.0, low=87.0, high=100.0))
    line = TableLine(cells=(cell,))
    assert line == TableLine(cells=(cell,), settings=(), pooled=False, first=False)
    with pytest.raises(FrozenInstanceError):
        HTMLTable(header=("a",), lines=(line,)).header = ()
