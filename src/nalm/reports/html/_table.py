"""The table of a chapter: cells that know how they sort, and the runs behind each line."""

import math
import re
from collections.abc import Sequence

import numpy as np

from nalm.reports.html._behind import settings_behind
from nalm.reports.html._cells import HTMLTable, TableCell, TableLine
from nalm.reports.html._summary_table import SUMMARY_COLUMNS, summary_table
from nalm.reports.interface._frames import floats, records
from nalm.reports.interface._report import Report
from nalm.reports.interface._text import MISSING
from nalm.reports.model._runs import SettingRuns
from nalm.reports.published._comparison import AGREES, DIFFERS

_SIZES = {"": 1.0, "k": 1e3, "M": 1e6}
_NUMBER = re.compile(r"\(?([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)([kM]?)(?![\w.])")


def make_table(report: Report, runs: Sequence[SettingRuns]) -> HTMLTable:
    """Arrange a report's data for a page.

    Args:
        report: What to show.
        runs: The runs behind it; may be empty.

    Returns:
        The columns of a trained experiment if the data have them and runs can succeed, else the
        report's own listing.

    Example:
        >>> from nalm.reports import TrainingReport, table
        >>> empty = TrainingReport(name="p/w", title="", source="", frame=table([]))
        >>> make_table(empty, []).header[0]
        'Unit'
    """
    if {str(name) for name in report.frame.columns} >= SUMMARY_COLUMNS:
        rates = floats(report.frame, "success_rate")
        if not len(rates) or not np.isnan(rates).all():
            return summary_table(report, runs)
    return _listing(report, runs)


def sort_value(text: str) -> float | None:
    """Read the number that a cell begins with.

    Args:
        text: As a table shows it: ``12k``, ``3e-8``, ``0.84 (0.65–0.94)`` or words.

    Returns:
        The number, NaN for a missing one, None for words.

    Example:
        >>> sort_value("1.5k"), sort_value("[1,2)"), sort_value("–")
        (1500.0, None, nan)
    """
    if text in {MISSING, ""}:
        return math.nan
    found = _NUMBER.match(text.replace("−", "-"))
    return float(found[1]) * _SIZES[found[2]] if found else None


def _listing(report: Report, runs: Sequence[SettingRuns]) -> HTMLTable:
    listing = report.listing()
    data = records(report.frame)
    # A listing with one line per row of the data has the row's runs behind the line.
    behind = (
        [settings_behind(record, runs) for record in data] if len(data) == len(listing.rows) else []
    )
    lines = [
        TableLine(
            cells=tuple(_listed(text, opens=k == 0) for k, text in enumerate(row)),
            settings=behind[place] if behind else (),
        )
        for place, row in enumerate(listing.rows)
    ]
    return HTMLTable(header=listing.header, lines=tuple(lines))


def _listed(text: str, *, opens: bool) -> TableCell:
    verdict = text if text in {AGREES, DIFFERS} else ""
    return TableCell(text=text, sort=sort_value(text), verdict=verdict, opens=opens)
