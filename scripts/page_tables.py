"""How docs/reproductions.md writes its tables, and what can be read from them."""

import re
from functools import cache

from nalm.statistics import success_rate

RATE = re.compile(r"(\d\.\d+) \((\d\.\d+)–(\d\.\d+)\)")
MEASURED = re.compile(r"(\S+) \((\S+) to (\S+)\)")
TRAINED = "## Every trained experiment"
UNTRAINED = "### Not trained yet"
PUBLISHED = "## Every published number"
MOST = 100
"""Runs of a cell that are looked for."""


def cells_of(line: str) -> list[str]:
    """Split a line of a table."""
    return [cell.strip() for cell in line.strip().strip("|").split(" | ")]


def line_of(cells: list[str]) -> str:
    """Write a line of a table."""
    return "| " + " | ".join(cells) + " |"


@cache
def solved_of(cell: str) -> tuple[int, int]:
    """Return of how many runs how many were solved, which the interval tells.

    Of several numbers of runs whose two digits agree, from about 20, the smallest.

    Example:
        >>> solved_of("0.40 (0.17–0.69)"), solved_of("0.4 (0.168 to 0.687)")
        ((4, 10), (4, 10))

    Raises:
        ValueError: No number of runs has this interval.
    """
    match = RATE.match(cell) or MEASURED.match(cell)
    formats = (".2f", ".2f", ".2f") if RATE.match(cell) else (".4g", ".3g", ".3g")
    for runs in range(1, MOST + 1) if match and 0 <= float(match[1]) <= 1 else ():
        solved = round(float(match[1]) * runs)
        rate = success_rate(solved, runs)
        ends = zip((rate.estimate, rate.low, rate.high), formats, strict=True)
        if tuple(format(*each) for each in ends) == match.groups():
            return solved, runs
    raise ValueError(f"Expected a rate of up to {MOST} runs, found {cell!r}.")
