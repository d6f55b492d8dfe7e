"""The runs of a chapter as compact JSON that lies in the page."""

import json
import math
from collections.abc import Sequence

from nalm.reports.model._runs import RunRow, SettingRuns

KEY_DIGITS = 12
"""Digits of a run's key that the page shows: enough to find it in a store."""

_DIGITS = 4
_UNSAFE = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


def run_data(runs: Sequence[SettingRuns]) -> str:
    """Write runs as JSON that may stand in a ``script`` element.

    Args:
        runs: Setting by setting.

    Returns:
        ``{"settings": [[unit, task, varied, range, tested on], …], "runs": [[[seed, solved,
        solved at, test error, sparsity error, seconds, diverged, key], …], …]}``. NaN becomes
        null, an infinite number one that every reader of JSON takes for infinite.

    Example:
        >>> run_data([])
        '{"settings":[],"runs":[]}'
    """
    names = ("unit", "task", "parameter", "interpolation", "extrapolation")
    labels = [[each.labels.get(name, "") for name in names] for each in runs]
    settings = json.dumps(labels, ensure_ascii=False, separators=(",", ":"))
    lists = ",".join(f"[{','.join(_row(row) for row in each.rows)}]" for each in runs)
    return f'{{"settings":{settings},"runs":[{lists}]}}'.translate(_UNSAFE)


def _row(row: RunRow) -> str:
    solved = "null" if row.solved is None else str(int(row.solved))
    numbers = (row.solved_at, row.test_error, row.sparsity_error, row.seconds)
    texts = [str(row.seed), solved, *map(_number, numbers), str(int(row.diverged))]
    return f"[{','.join(texts)},{json.dumps(row.key[:KEY_DIGITS])}]"


def _number(value: float) -> str:
    if math.isnan(value):
        return "null"
    if math.isinf(value):
        return "1e999" if value > 0 else "-1e999"
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.{_DIGITS}g}"
