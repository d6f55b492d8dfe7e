import pytest

from nalm.reports import table
from nalm.reports.drawing._across import ACROSS, SERIES_COLUMN, arrange
from nalm.reports.drawing._style import SERIES
from nalm.reports.interface._frames import texts
from tests.reports.examples import grid_of_rows

RANGES = ["[1,2)", "[2,4)"]


def test_a_single_place_gives_the_axis_to_the_units_which_need_no_colours():
    sides = arrange(["NRU", "NMRU"], {"div": ["[1,2)"], "mul": ["[2,4)"]})
    assert sides.words == ("NRU", "NMRU")
    assert not sides.legend
    assert len({look.colour for look in sides.looks.values()}) == 1


@pytest.mark.parametrize("units", [1, 2, SERIES])
def test_units_have_a_colour_each_while_there_are_enough(units):
    names = [f"unit {k}" for k in range(units)]
    sides = arrange(names, {"div": RANGES})
    assert sides.words == tuple(RANGES)
    assert len({look.colour for look in sides.legend.values()}) == units


def test_more_units_than_colours_stand_on_the_axis():
    names = [f"unit {k}" for k in range(SERIES + 1)]
    sides = arrange(names, {"div": RANGES})
    assert sides.words == tuple(names)
    assert list(sides.legend) == RANGES


def test_a_table_says_row_by_row_where_it_stands():
    frame = table(grid_of_rows(("NRU", "NMRU"), RANGES))
    interval = lambda record: record["interpolation"]  # noqa: E731
    for names in (["NRU", "NMRU"], [f"unit {k}" for k in range(SERIES + 1)]):
        sides = arrange(names, {"div": RANGES})
        found = sides.arranged(frame, interval)
        pair = (texts(found, "unit"), texts(found, "interpolation"))
        across, series = pair if sides.units_across else pair[::-1]
        assert texts(found, ACROSS) == across
        assert texts(found, SERIES_COLUMN) == series
