import math

import pytest

from nalm.reports.html._table import make_table, sort_value
from tests.reports.examples import curve_report, row, surface_report, training_report
from tests.reports.html.examples import report, settings


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("25", 25.0),
        ("25 of 100", 25.0),
        ("12k", 12e3),
        ("2.6M", 2.6e6),
        ("3.2e-8", 3.2e-8),
        ("-0.5", -0.5),
        ("−0.5", -0.5),
        ("0.84 (0.65–0.94)", 0.84),
        ("(0.65–0.94)", 0.65),
        ("0.01 ± 0.02", 0.01),
        ("[1,2)", None),
        ("NMRU", None),
        ("2nd", None),
        ("inf", None),
    ],
)
def test_a_cell_sorts_by_the_number_that_it_begins_with(text, value):
    assert sort_value(text) == value


@pytest.mark.parametrize("text", ["–", ""])
def test_a_missing_number_sorts_as_a_number(text):
    assert math.isnan(sort_value(text))


@pytest.mark.parametrize("make", [curve_report, surface_report])
def test_other_reports_show_their_listing(make):
    table, listing = make_table(make(), []), make().listing()
    assert table.header == listing.header
    assert [tuple(c.text for c in line.cells) for line in table.lines] == list(listing.rows)
    assert not table.summary
    assert not any(line.settings for line in table.lines)


def test_what_cannot_succeed_shows_its_listing_with_its_runs():
    nothing = training_report(row(unit="NRU", solved=0, runs=0))
    table = make_table(nothing, settings())
    assert not table.summary
    assert [line.settings for line in table.lines] == [(1,)]
    assert [cell.opens for cell in table.lines[0].cells] == [True] + [False] * 8


def test_trained_experiments_have_their_own_table():
    assert make_table(report(), settings()).summary
