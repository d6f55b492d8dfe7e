"""The numbers in the tables of docs/reproductions.md."""

import re
from decimal import Context, Decimal
from functools import cache
from pathlib import Path

from documentation import results
from page_tables import solved_of

from tests.claims import numbers

PAGE = Path(__file__).parents[2] / "docs" / "reproductions.md"
WIDE = Context(prec=60)


@cache
def tables():
    """Return the cells of what was trained and of what is published, by experiment, unit, place."""
    _, trained, _, published = results.parts(PAGE.read_text("utf-8"))
    return [
        {tuple(row[1:4]): row[4:] for row in table.rows}
        for table in (results.trained_table(trained), results.published_table(published))
    ]


def exact(cell):
    """Return the numbers of a cell; zeros behind the third digit are not written in most."""
    found = numbers(cell.replace(" to ", "–"))
    if re.match(r"\d\.\d+ \(\d\.\d+–", cell) or cell.endswith("k"):
        return found
    return [
        each.quantize(Decimal(1).scaleb(each.adjusted() - 2), context=WIDE)
        if -each.as_tuple().exponent + each.adjusted() < 2
        else each
        for each in found
    ]


def interval(experiment, unit, place):
    """Return a rate or a mean, and the ends of its interval."""
    return exact(tables()[0][experiment, unit, place][0])


def rate(experiment, unit, place):
    return interval(experiment, unit, place)[0]


def median(experiment, unit, place):
    """Return the median of "solved at", or of what was measured."""
    return exact(tables()[0][experiment, unit, place][1])[0]


def paper(experiment, unit, place):
    """Return a published number."""
    return exact(tables()[1][experiment, unit, place][0])[0]


def compared(experiment, unit, place):
    """Return what stands beside a published number, with its interval."""
    return exact(tables()[1][experiment, unit, place][1])


def runs(experiment, unit, place):
    """Return of how many runs such a number is, and how many there are."""
    return numbers(tables()[1][experiment, unit, place][3])


def solved(experiment, unit, place):
    """Return how many runs were solved, and how many there are."""
    return solved_of(tables()[0][experiment, unit, place][0])
