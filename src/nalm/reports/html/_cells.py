"""What a table of the page holds, before the template writes it."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Meter:
    """Place a rate, its interval and the published rate on a line from 0 to 100.

    Args:
        value: Ours.
        low: Lower end of its interval.
        high: Upper end of its interval.
        published: The paper's, or None.
    """

    value: float
    low: float
    high: float
    published: float | None = None


@dataclass(frozen=True, kw_only=True)
class TableCell:
    """Hold one cell.

    Args:
        text: What it says first.
        more: What it says besides, fainter; empty to keep its place, None where there is none.
        sort: Number that it sorts by; None for text, NaN for a missing number.
        verdict: ``agrees``, ``differs`` or empty.
        meter: What is drawn beside it.
        opens: Whether it is the one that opens the list of runs, if there are any.
    """

    text: str
    more: str | None = None
    sort: float | None = None
    verdict: str = ""
    meter: Meter | None = None
    opens: bool = False


@dataclass(frozen=True, kw_only=True)
class TableLine:
    """Hold one line.

    Args:
        cells: Its cells.
        settings: Positions of the settings whose runs are behind it.
        pooled: Whether it pools other lines.
        first: Whether it begins a group of lines.
    """

    cells: tuple[TableCell, ...]
    settings: tuple[int, ...] = ()
    pooled: bool = False
    first: bool = False


@dataclass(frozen=True, kw_only=True)
class HTMLTable:
    """Hold a table.

    Args:
        header: Names of its columns.
        lines: Its lines, each as long as the header.
        summary: Whether its columns are those of a trained experiment.
    """

    header: tuple[str, ...]
    lines: tuple[TableLine, ...]
    summary: bool = False
