"""The table of what was measured on trained networks, beside the published numbers."""

import math
from collections.abc import Mapping

import numpy as np

from nalm._typing import FloatArray
from nalm.experiments import Scale
from nalm.reports.interface._frames import Frame, Record, distinct, floats, group, make_frame
from nalm.reports.published._comparison import AGREES, DIFFERS, TOO_FEW, compare, shown_verdict
from nalm.reports.published._names import ALL_RANGES
from nalm.reports.published._published import Published, published_number
from nalm.statistics import Interval, mean_interval, median_interval, success_rate

COLUMNS = (
    *("experiment", "unit", "task", "interpolation", "extrapolation", "parameter", "metric"),
    *("scale", "runs", "expected_runs", "undefined"),
    *("mean", "standard_error", "mean_low", "mean_high"),
    *("median", "median_low", "median_high", "mad"),
    *("published_mean", "published_low", "published_high"),
    *("published_median", "published_median_low", "published_median_high", "verdict"),
)
_LABELS = ("experiment", "unit", "task", "interpolation", "extrapolation", "parameter", "metric")


def measurement_table(measured: Frame, *, expected_runs: int, trial: bool = False) -> Frame:
    """Summarise what was measured, and join it with the published numbers.

    ``verdict`` is `nalm.reports.compare` of our mean, with the 95 % interval of its `Scale`, and
    the published mean, and likewise of our median, with an interval between two of the runs, and
    the published median; where both are published, both must agree. Rates have no median. Where the
    paper prints a number over all ranges, a line pools our runs; its interpolation is ``all``.

    Args:
        measured: One row per run and value, from `nalm.experiments.measure_all`.
        expected_runs: Runs per setting that the experiment asks for.
        trial: Whether the runs are a trial's, whose verdict is ``trial``.

    Returns:
        One line per setting and metric. Values that are not finite are counted as ``undefined``
        and left out of the statistics; ``mad`` is the median absolute deviation.

    Example:
        >>> import pandas as pd
        >>> names = {**dict.fromkeys(_LABELS, ""), "experiment": "paper/what", "scale": "real"}
        >>> runs = pd.DataFrame([{**names, "seed": k, "value": float(k)} for k in range(3)])
        >>> line = measurement_table(runs, expected_runs=3).iloc[0]
        >>> float(line["mean"]), float(line["mad"])
        (1.0, 1.0)
    """
    groups = group(measured, _LABELS)
    lines = [
        _record(dict(zip(_LABELS, names, strict=True)), part, expected_runs=expected_runs)
        for names, part in groups
    ]
    lines += _pools(measured, expected_runs=expected_runs)
    for line in lines:
        numbers = (line["published_mean"], line["published_median"])
        published = not all(map(math.isnan, numbers))
        line["verdict"] = shown_verdict(line["verdict"], published=published, trial=trial)
    return make_frame(lines, COLUMNS)


def _pools(measured: Frame, *, expected_runs: int) -> list[Record]:
    keys = tuple(name for name in _LABELS if name not in {"interpolation", "extrapolation"})
    lines: list[Record] = []
    for names, part in group(measured, keys):
        settings = len(group(part, ("interpolation", "extrapolation")))
        ranges = {"interpolation": ALL_RANGES, "extrapolation": ALL_RANGES}
        labels = {**dict(zip(keys, names, strict=True)), **ranges}
        if settings > 1 and any(_published(labels)):
            expected = expected_runs * settings
            complete = len(part) >= expected
            lines.append(_record(labels, part, expected_runs=expected, complete=complete))
    return lines


def _record(
    labels: Mapping[str, str], part: Frame, *, expected_runs: int, complete: bool = True
) -> Record:
    values = floats(part, "value")
    known = values[np.isfinite(values)]
    scale = Scale(distinct(part, "scale")[0])
    rate = scale is Scale.SUCCESS
    ranked = known[:0] if rate else known  # a median of successes would say less than their rate
    mean, median = _mean(known, scale=scale), median_interval(ranked)
    of_mean, of_median = _published(labels)
    runs = len(known)
    verdicts = {
        compare(mean, of_mean, runs=runs, rate=rate, complete=complete),
        compare(median, of_median, runs=runs, complete=complete),
    }
    return {
        **{name: labels[name] for name in _LABELS},
        "scale": scale.value,
        "runs": len(values),
        "expected_runs": expected_runs,
        "undefined": len(values) - len(known),
        "mean": mean.estimate,
        "standard_error": _standard_error(known),
        "mean_low": mean.low,
        "mean_high": mean.high,
        "median": median.estimate,
        "median_low": median.low,
        "median_high": median.high,
        "mad": float(np.median(np.abs(ranked - median.estimate))) if len(ranked) else math.nan,
        **_columns("published_mean", "published", of_mean),
        **_columns("published_median", "published_median", of_median),
        "verdict": next((each for each in (DIFFERS, TOO_FEW, AGREES) if each in verdicts), ""),
    }


def _mean(values: FloatArray, *, scale: Scale) -> Interval:
    if scale is Scale.SUCCESS:
        return success_rate(int(values.sum()), len(values))
    return mean_interval(values, lowest=scale.lowest, highest=scale.highest)


def _published(labels: Mapping[str, str]) -> tuple[Published | None, Published | None]:
    """Look the published mean and the published median up."""
    names = {name: labels[name] for name in ("unit", "task", "interpolation", "parameter")}
    experiment, metric = labels["experiment"], labels["metric"]
    mean = published_number(experiment, metric, **names)
    return mean, published_number(experiment, f"{metric}_median", **names)


def _columns(name: str, ends: str, published: Published | None) -> Record:
    value, low, high = math.nan, math.nan, math.nan
    if published:
        value, low, high = published.value, published.low, published.high
    return {name: value, f"{ends}_low": low, f"{ends}_high": high}


def _standard_error(values: FloatArray) -> float:
    if len(values) < 2:
        return math.nan
    return float(values.std(ddof=1)) / math.sqrt(len(values))
