"""The table of an experiment: its rows beside the published numbers."""

import math
from collections.abc import Sequence

from nalm.experiments import Row
from nalm.reports.interface._frames import Frame, Record, known_median, make_frame
from nalm.reports.published._comparison import compare, shown_verdict
from nalm.reports.published._names import ALL_RANGES
from nalm.reports.published._published import published_number
from nalm.statistics import success_rate

COLUMNS = (
    *("experiment", "unit", "task", "interpolation", "extrapolation", "parameter"),
    *("runs", "expected_runs", "diverged"),
    *("success_rate", "success_low", "success_high"),
    *("solved_at_median", "solved_at_mean", "solved_at_low", "solved_at_high"),
    *("sparsity_error", "sparsity_low", "sparsity_high", "sparsity_median", "milliseconds"),
    *("published_success_rate", "verdict"),
)


def table(rows: Sequence[Row], *, trial: bool = False) -> Frame:
    """Join the rows of a summary with the published numbers.

    After the rows comes one line per unit, task and parameter that pools the runs over all ranges,
    since the papers' headlines are means over ranges; its interpolation is ``all``.

    Args:
        rows: What `nalm.experiments.summarise` returns.
        trial: Whether the runs are a trial's.

    Returns:
        One line per row and per pool. Missing numbers are NaN. ``milliseconds`` is the time of a
        run for 1000 steps. ``verdict`` is ``agrees`` if the published rate is inside our interval,
        or ours inside that of the published one with as many runs; ``differs`` if not; ``too few
        runs`` below five; ``trial`` for a trial; ``not judged`` of a pool whose runs are not all
        there; empty without a published rate.

    Example:
        >>> list(table([]).columns)[:3]
        ['experiment', 'unit', 'task']
    """
    lines = [_record(row) for row in rows] + _pools(rows)
    for line in lines:
        published = not math.isnan(line["published_success_rate"])
        line["verdict"] = shown_verdict(line["verdict"], published=published, trial=trial)
    return make_frame(lines, COLUMNS)


def _record(row: Row) -> Record:
    labels = {
        "experiment": row.experiment,
        "unit": row.unit,
        "task": row.task,
        "interpolation": row.interpolation,
        "parameter": row.parameter,
    }
    return {
        **labels,
        "extrapolation": row.extrapolation,
        "runs": row.runs,
        "expected_runs": row.expected_runs,
        "diverged": row.diverged,
        **_success(labels, solved=row.solved, runs=0 if _unjudged(row) else row.runs),
        "solved_at_median": row.solved_at_median,
        "solved_at_mean": row.solved_at.estimate,
        "solved_at_low": row.solved_at.low,
        "solved_at_high": row.solved_at.high,
        "sparsity_error": row.sparsity.estimate,
        "sparsity_low": row.sparsity.low,
        "sparsity_high": row.sparsity.high,
        "sparsity_median": row.sparsity_median,
        "milliseconds": row.milliseconds,
    }


def _pools(rows: Sequence[Row]) -> list[Record]:
    groups: dict[tuple[str, str, str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.experiment, row.unit, row.task, row.parameter), []).append(row)
    return [_pool(group) for group in groups.values() if len(group) > 1]


def _pool(rows: Sequence[Row]) -> Record:
    labels = {
        "experiment": rows[0].experiment,
        "unit": rows[0].unit,
        "task": rows[0].task,
        "interpolation": ALL_RANGES,
        "parameter": rows[0].parameter,
    }
    runs, expected = sum(row.runs for row in rows), sum(row.expected_runs for row in rows)
    judged = sum(row.runs for row in rows if not _unjudged(row))
    solved = sum(row.solved for row in rows)
    return {
        **labels,
        "extrapolation": ALL_RANGES,
        "runs": runs,
        "expected_runs": expected,
        "diverged": sum(row.diverged for row in rows),
        "milliseconds": known_median([row.milliseconds for row in rows]),
        **_success(labels, solved=solved, runs=judged, complete=runs >= expected),
    }


def _unjudged(row: Row) -> bool:
    """Say whether the setting has no threshold, so that its runs cannot succeed or fail."""
    return math.isnan(row.success.estimate)


def _success(labels: dict[str, str], *, solved: int, runs: int, complete: bool = True) -> Record:
    names = {key: labels[key] for key in ("unit", "task", "interpolation", "parameter")}
    published = published_number(labels["experiment"], "success_rate", **names)
    value = published.value if published else math.nan
    interval = success_rate(solved, runs)
    return {
        "success_rate": interval.estimate,
        "success_low": interval.low,
        "success_high": interval.high,
        "published_success_rate": value,
        "verdict": compare(interval, published, runs=runs, rate=True, complete=complete),
    }
