"""The table of a trained experiment: every number beside its interval and the paper's."""

import math
from collections.abc import Sequence

from nalm.reports.html._behind import settings_behind
from nalm.reports.html._cells import HTMLTable, Meter, TableCell, TableLine
from nalm.reports.interface._frames import Record, distinct, records
from nalm.reports.interface._report import Report
from nalm.reports.interface._text import MISSING, NEGLIGIBLE, rate, scientific, short, steps
from nalm.reports.model._runs import SettingRuns
from nalm.reports.published._comparison import AGREES, DIFFERS
from nalm.reports.published._names import ALL_RANGES

SUMMARY_COLUMNS = frozenset(
    {"unit", "task", "interpolation", "runs", "expected_runs", "success_rate", "success_low"}
)
"""Columns that make a data frame the summary of a trained experiment."""


def summary_table(report: Report, runs: Sequence[SettingRuns]) -> HTMLTable:
    """Arrange the summary of a trained experiment.

    Args:
        report: Its data have the columns `SUMMARY_COLUMNS`.
        runs: The runs behind it; may be empty.

    Returns:
        One line per row of the data, with the published number beside ours where there is one;
        ``ms`` are the milliseconds of a run for 1000 steps.

    Example:
        >>> from nalm.reports import TrainingReport, table
        >>> empty = TrainingReport(name="p/w", title="", source="", frame=table([]))
        >>> summary_table(empty, []).header
        ('Unit', 'Range', 'Runs', 'Success rate', 'Solved at step', 'Sparsity error', 'ms')
    """
    lines = records(report.frame)
    several = len(distinct(report.frame, "task")) > 1
    swept = any(record.get("parameter") for record in lines)
    published = any(not math.isnan(_published(record)) for record in lines)
    header = (
        *("Unit", *(("Task",) if several else ()), *(("Varied",) if swept else ()), "Range"),
        *("Runs", "Success rate", *(("Published", "Verdict") if published else ())),
        *("Solved at step", "Sparsity error", "ms"),
    )
    rows = tuple(
        TableLine(
            cells=(
                *_labels(record, several=several, swept=swept),
                *_success(record, published=published),
                *_speed(record),
            ),
            settings=settings_behind(record, runs),
            pooled=record["interpolation"] == ALL_RANGES,
            first=before is not None and _group(before) != _group(record),
        )
        for before, record in zip((None, *lines), lines, strict=False)
    )
    return HTMLTable(header=header, lines=rows, summary=True)


def _group(record: Record) -> tuple[str, str, str]:
    return record["unit"], record["task"], str(record.get("parameter", ""))


def _labels(record: Record, *, several: bool, swept: bool) -> list[TableCell]:
    pooled = record["interpolation"] == ALL_RANGES
    interval = "all ranges" if pooled else str(record["interpolation"])
    return [
        TableCell(text=str(record["unit"])),
        *([TableCell(text=str(record["task"]))] if several else []),
        *([TableCell(text=str(record.get("parameter", "")))] if swept else []),
        TableCell(text=interval),
    ]


def _success(record: Record, *, published: bool) -> list[TableCell]:
    runs, expected = int(record["runs"]), int(record["expected_runs"])
    digits = 3 if record["interpolation"] == ALL_RANGES else 2
    diverged = int(record.get("diverged", 0))
    more = [f"of {expected}"] * (runs < expected) + [f"{diverged} diverged"] * (diverged > 0)
    value, theirs = float(record["success_rate"]), _published(record)
    low, high = float(record["success_low"]), float(record["success_high"])
    known = not math.isnan(value)
    meter = Meter(
        value=100 * value,
        low=100 * low,
        high=100 * high,
        published=None if math.isnan(theirs) else 100 * theirs,
    )
    cells = [
        TableCell(text=str(runs), more=", ".join(more) or None, sort=runs, opens=True),
        TableCell(
            text=rate(value, digits=digits),
            more=f"({rate(low)}–{rate(high)})" if known else "",
            sort=value,
            meter=meter if known else None,
        ),
    ]
    if published:
        verdict = str(record["verdict"])
        cells.append(TableCell(text=rate(theirs, digits=digits), sort=theirs))
        mark = verdict if verdict in {AGREES, DIFFERS} else ""
        cells.append(TableCell(text=verdict or MISSING, verdict=mark))
    return cells


def _speed(record: Record) -> list[TableCell]:
    mean = float(record["solved_at_mean"])
    low, high = float(record["solved_at_low"]), float(record["solved_at_high"])
    error, time = float(record["sparsity_error"]), float(record["milliseconds"])
    least, most = float(record["sparsity_low"]), float(record["sparsity_high"])
    known = error >= NEGLIGIBLE and not math.isnan(least)
    return [
        TableCell(
            text=steps(mean),
            more="" if math.isnan(low) else f"({steps(low)}–{steps(high)})",
            sort=mean,
        ),
        TableCell(
            text=_sparsity(error),
            more=f"({_sparsity(least)}–{_sparsity(most)})" if known else "",
            sort=error,
        ),
        TableCell(text=short(time), sort=time),
    ]


def _sparsity(value: float) -> str:
    return "0" if value < NEGLIGIBLE else scientific(value, digits=1)


def _published(record: Record) -> float:
    return float(record.get("published_success_rate", math.nan))
