"""A page of tables of the discovery benchmark, read again."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

HEADING = re.compile(r"### `(?P<set>[^`]+)`, noise (?P<noise>[^,]+), (?P<rows>.+) rows, .*")
COLUMNS = 9


@dataclass(frozen=True, kw_only=True)
class Line:
    """What one line says.

    Attributes:
        set: Of problems.
        noise: As a share of the target's root mean square.
        rows: Of each table that was fitted.
        klass: Letter of the class; empty for all classes together.
        method: That was given the tables.
        fits: How many.
        share: Of laws that were found exactly, in percent.
        laws: How many answers were called laws, and how many of these were wrong.
    """

    set: str
    noise: float
    rows: str
    klass: str
    method: str
    fits: int
    share: int
    laws: str


def read(page: str) -> Iterator[Line]:
    """Yield the lines of all tables.

    Args:
        page: What `discovery_results.summary` returns, text between the tables allowed.
    """
    told = None
    for text in page.splitlines():
        if text.startswith("#"):
            told = HEADING.fullmatch(text)
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        if told and len(cells) == COLUMNS and cells[2].isdecimal():
            yield Line(
                set=told["set"],
                noise=float(told["noise"]),
                rows=told["rows"],
                klass="" if cells[0] == "all" else cells[0][0],
                method=cells[1],
                fits=int(cells[2]),
                share=int(cells[3].split()[0]),
                laws=cells[-1],
            )
