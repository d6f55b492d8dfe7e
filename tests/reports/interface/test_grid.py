from dataclasses import FrozenInstanceError

import pytest

from nalm.reports import Cell, Grid, Listing


def test_the_pieces_of_a_table_are_values():
    cell = Cell(lines=("1.00",))
    assert cell == Cell(lines=("1.00",), alert=False)
    assert Grid(title="", header=("a",), rows=((cell,),)).caption == ""
    with pytest.raises(FrozenInstanceError):
        Listing(header=(), rows=()).header = ("a",)
