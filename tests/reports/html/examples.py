"""Runs and chapters with known content, for the tests of the page."""

import math

from nalm.reports import RunRow, SettingRuns
from nalm.reports.html import Chapter
from tests.reports.examples import FIG3, row, training_report

RANGES = ("[-2,2)", "[1,2)")


def run(seed, **changed):
    values = {
        "seed": seed,
        "solved": seed % 2 == 0,
        "solved_at": 1000.0 * (seed + 1) if seed % 2 == 0 else math.nan,
        "test_error": 10.0 ** -(seed + 1),
        "sparsity_error": 0.0,
        "seconds": 0.5,
        "diverged": False,
        "key": f"{seed:02d}" + 31 * "ab",
    }
    return RunRow(**{**values, **changed})


def setting(*, unit="NRU", interpolation="[1,2)", runs=3, **labels):
    names = {"task": "div", "extrapolation": "[2,6)", "parameter": "", **labels}
    return SettingRuns(
        labels={"unit": unit, "interpolation": interpolation, **names},
        expected=max(runs, 4),
        rows=tuple(run(seed) for seed in range(runs)),
    )


def settings():
    return tuple(
        setting(unit=unit, interpolation=interval, runs=runs)
        for unit, runs in (("NRU", 3), ("NMRU", 12))
        for interval in RANGES
    )


def report(*, name=FIG3, title="Division", **texts):
    rows = [
        row(
            experiment=name,
            unit=each.labels["unit"],
            interpolation=each.labels["interpolation"],
            runs=len(each.rows),
            solved=len(each.rows) - k,
            expected=each.expected,
        )
        for k, each in enumerate(settings())
    ]
    return training_report(*rows, name=name, title=title, **texts)


def chapter(**texts):
    """Make a chapter without drawing its figure, which takes most of the time."""
    figure = '<svg viewBox="0 0 1 1" role="img" aria-label="Nothing"></svg>'
    own = report(**texts)
    figures = tuple(figure for _ in own.parts())
    return Chapter(report=own, figures=figures, runs=settings(), command="nalm run p/w")
