"""Every published number beside ours, with the reason where they do not agree."""

import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from recount import count_table

from nalm.experiments import Entry, Experiment, Scale
from nalm.reports import (
    Published,
    Report,
    compare,
    published_number,
    published_papers,
    read_published,
    unit_key,
)
from nalm.reports.published._comparison import AGREES, NOT_JUDGED, TOO_FEW
from nalm.statistics import Interval, median_interval

REASONS = Path(__file__).with_name("reasons.toml")
KEYS = ("experiment", "unit", "task", "interpolation", "parameter", "metric")
UNTRAINED = "not trained here (cost)"
SETTING_METRICS = {
    "success_rate": ("success_rate", "success_low", "success_high"),
    "solved_at_mean": ("solved_at_mean", "solved_at_low", "solved_at_high"),
    "sparsity_error": ("sparsity_error", "sparsity_low", "sparsity_high"),
}


@dataclass(frozen=True, kw_only=True)
class Line:
    """One published number, ours, and what the comparison says."""

    published: Mapping[str, Any]
    ours: Interval = field(
        default_factory=lambda: Interval(estimate=math.nan, low=math.nan, high=math.nan)
    )
    runs: int = 0
    expected: int = 0
    verdict: str = ""


@dataclass(frozen=True, kw_only=True)
class Reason:
    """Why the numbers that match the patterns do not agree."""

    patterns: Mapping[str, str]
    text: str

    def fits(self, row: Mapping[str, Any]) -> bool:
        """Say whether the published number matches every pattern; ``*`` stands for any text."""
        return all(
            re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), str(row[key]))
            for key, pattern in self.patterns.items()
        )


def read_reasons(path: Path = REASONS) -> list[Reason]:
    """Read the table of reasons; the first that fits a number counts."""
    tables = tomllib.loads(path.read_text(encoding="utf-8")).get("reason", [])
    for each in tables:
        unknown = set(each) - {*KEYS, "reason"}
        if unknown:
            raise ValueError(f"{path.name}: expected the keys {KEYS}, found {sorted(unknown)}.")
    return [
        Reason(text=each["reason"], patterns={k: v for k, v in each.items() if k != "reason"})
        for each in tables
    ]


def lines(
    reports: Mapping[str, Report], *, entries: Mapping[str, Entry], stores: Any
) -> list[Line]:
    """Compare every published number with the reports of what was trained."""
    rows = [row for p in published_papers() for row in read_published(p).to_dict("records")]
    return [
        _line(row, reports.get(row["experiment"]), entries=entries, stores=stores) for row in rows
    ]


def _line(
    row: Mapping[str, Any], report: Report | None, *, entries: Mapping[str, Entry], stores: Any
) -> Line:
    entry = entries.get(row["experiment"])
    parts = {} if report is None else report.parts()
    if row["metric"] in SETTING_METRICS and "settings" in parts:
        return _of_settings(row, parts["settings"])
    if (
        row["metric"] == "solved_at_median"
        and "settings" in parts
        and isinstance(entry, Experiment)
    ):
        return _median_step(row, entry, stores=stores)
    if "measurements" in parts:
        return _of_measurements(row, parts["measurements"])
    if report is not None and row["metric"] in report.frame.columns:
        return _computed(row, report)
    expected = entry.seeds if isinstance(entry, Experiment) else 0
    return Line(published=row, expected=expected)


def _of_settings(row: Mapping[str, Any], report: Report) -> Line:
    found = _find(report, row)
    if found is None:
        return Line(published=row)
    ours = _interval(found, SETTING_METRICS[row["metric"]])
    success = row["metric"] == "success_rate"
    runs = found["runs"]
    verdict = _given(found) if success else compare(ours, _number(row), runs=runs)
    return Line(
        published=row,
        ours=ours,
        runs=found["runs"],
        expected=found["expected_runs"],
        verdict=verdict,
    )


def _given(found: Mapping[str, Any]) -> str:
    """Return the verdict of a table; empty where nothing was compared."""
    return "" if found["verdict"] == NOT_JUDGED else str(found["verdict"])


def _median_step(row: Mapping[str, Any], entry: Experiment, *, stores: Any) -> Line:
    for setting in entry.settings:
        labels = setting.labels()
        if not _same(labels, row):
            continue
        runs = stores.load([setting.run(k).key for k in range(entry.seeds)], parameters=False)
        metrics = [setting.measure(run.trace) for run in runs]
        ours = median_interval(np.array([each.solved_at for each in metrics if each.solved]))
        verdict = compare(ours, _number(row), runs=len(runs))
        return Line(published=row, ours=ours, runs=len(runs), expected=entry.seeds, verdict=verdict)
    return Line(published=row)


def _of_measurements(row: Mapping[str, Any], report: Report) -> Line:
    metric = str(row["metric"])
    names = ("median", "median_low", "median_high") if metric.endswith("_median") else None
    names = names or ("mean", "mean_low", "mean_high")
    found = _find(report, row, metric=metric.removesuffix("_median"))
    if found is None:
        # A statistic over all settings, which a table of settings does not have.
        known = metric.removesuffix("_median") in set(report.frame["metric"])
        runs = 0 if known else int(report.frame.groupby("metric")["runs"].sum().max())
        return Line(published=row, runs=runs, expected=runs)
    ours = _interval(found, names)
    verdict = compare(
        ours, _number(row), runs=found["runs"], rate=found["scale"] == Scale.SUCCESS.value
    )
    return Line(
        published=row,
        ours=ours,
        runs=found["runs"],
        expected=found["expected_runs"],
        verdict=verdict if _given(found) else "",
    )


def _computed(row: Mapping[str, Any], report: Report) -> Line:
    """Compare a computed curve: one number, no runs, equal to the printed digits."""
    for record in report.frame.to_dict("records"):
        labels = {**record, "interpolation": f"[0,{record['upper']:g})", "parameter": ""}
        if _same(labels, row):
            value = record[row["metric"]]
            ours = Interval(estimate=value, low=value, high=value)
            return Line(published=row, ours=ours, verdict=compare(ours, _number(row)))
    return Line(published=row)


def _interval(record: Mapping[str, Any], names: tuple[str, str, str]) -> Interval:
    estimate, low, high = (float(record[name]) for name in names)
    return Interval(estimate=estimate, low=low, high=high)


def _find(report: Report, row: Mapping[str, Any], *, metric: str = "") -> dict[str, Any] | None:
    metric = metric or row["metric"]
    for record in report.frame.to_dict("records"):
        if _same(record, row) and record.get("metric", metric) == metric:
            return record
    return None


def _same(labels: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    """Compare names as the lookup of published numbers does."""
    if unit_key(labels["unit"]) != unit_key(row["unit"]) or labels["task"] != row["task"]:
        return False
    names = {key: labels[key] for key in ("unit", "task", "interpolation", "parameter")}
    found = published_number(row["experiment"], row["metric"], **names)
    return found is not None and found == _number(row)


def _number(row: Mapping[str, Any]) -> Published:
    return published_number(
        row["experiment"],
        row["metric"],
        **{key: row[key] for key in ("unit", "task", "interpolation", "parameter")},
    )


def section(found: list[Line], *, reasons: list[Reason]) -> str:
    """Write how many numbers agree, paper by paper, and then every number."""
    parts = ["## Every published number", "", *_counts(found), ""]
    for name in dict.fromkeys(line.published["experiment"] for line in found):
        own = [line for line in found if line.published["experiment"] == name]
        parts += [f"### {name}: published numbers", ""]
        parts += ["| number | paper | here | runs | verdict | reason |"]
        parts += ["| --- | --- | --- | --- | --- | --- |"]
        parts += [_text(line, reasons=reasons) for line in own]
        parts.append("")
    return "\n".join(parts)


def _counts(found: list[Line]) -> list[str]:
    verdicts: dict[str, list[str]] = {}
    for line in found:
        paper = line.published["experiment"].split("/")[0]
        verdicts.setdefault(paper, []).append(line.verdict)
    return count_table(verdicts)


def _text(line: Line, *, reasons: list[Reason]) -> str:
    row = line.published
    where = (row["unit"], row["task"], row["interpolation"], row["parameter"], row["metric"])
    ours = "–" if math.isnan(line.ours.estimate) else f"{line.ours.estimate:.4g}"
    if not math.isnan(line.ours.low) and line.ours.low < line.ours.high:
        ours += f" ({line.ours.low:.3g} to {line.ours.high:.3g})"
    theirs = f"{row['value']:.4g}"
    if not math.isnan(row["low"]):
        theirs += f" ({row['low']:.3g} to {row['high']:.3g})"
    runs = f"{line.runs} of {line.expected}" if line.expected else "–"
    cells = (" ".join(filter(None, where)), theirs, ours, runs, line.verdict or "–")
    return "| " + " | ".join((*cells, reason(line, reasons=reasons))) + " |"


def reason(line: Line, *, reasons: list[Reason]) -> str:
    """Say why a number does not agree; empty if it does, or if the verdict says why."""
    if line.verdict in {AGREES, TOO_FEW}:
        return ""
    if math.isnan(line.ours.estimate) and not line.runs:
        return UNTRAINED
    hand_written = next((r.text for r in reasons if r.fits(line.published)), "")
    computed = not line.expected and not math.isnan(line.ours.estimate)
    return hand_written or ("" if line.runs or computed else UNTRAINED)
