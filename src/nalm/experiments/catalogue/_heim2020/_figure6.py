"""Figure 6: where the best network of each model is right (section 4.2)."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]

from nalm._typing import FloatArray
from nalm.experiments._chart import Chart, Mark
from nalm.experiments._trained import Trained
from nalm.experiments._view import View
from nalm.experiments.catalogue._heim2020._errors import (
    SIGNED,
    GridErrors,
    absolute_errors,
    operations,
    square_grid,
    word,
)
from nalm.experiments.catalogue._heim2020._simple import TABLE_A2
from nalm.tasks import Operation

ROOT_GRID = square_grid((np.arange(50) + 1) / 10)
"""0.1 to 5 in steps of 0.1; the table tests the root to 4 only."""

LIMITS = (-4.0, 2.0)


def views() -> list[View]:
    """List the views of this file."""
    return [
        View(
            name="heim2020/fig6",
            title="Errors of the best network of each model over both inputs",
            source="Figure 6, section 4.2",
            experiment=TABLE_A2,
            compute=_compute,
            chart=error_chart(panel="task", row="unit", limits=LIMITS),
            note=(
                "Computed in a second from heim2020/table-a2: per model the run with the least "
                "sum of the four mean errors. Trained on U(0.1, 2.1), where the caption says "
                "U(0.1, 2)."
            ),
        )
    ]


def error_chart(*, panel: str, row: str, limits: tuple[float, float]) -> Chart:
    """Return the chart of error maps.

    Args:
        panel: What the columns of panels tell apart, "unit" or "task".
        row: What the rows of panels tell apart, the other of the two.
        limits: The lowest and the highest colour.
    """
    return Chart(
        mark=Mark.HEATMAP,
        x="x",
        y="y",
        value="error",
        better="low",
        panel=panel,
        row=row,
        limits=limits,
        labels=(("x", "x"), ("y", "y"), ("error", "log₁₀ |error|")),
    )


def best_runs(runs: Iterable[Trained]) -> list[Trained]:
    """Return each model's run with the least sum of the mean errors, in the order of the models.

    Args:
        runs: Runs of several models; those without a finite error are never chosen.
    """
    best: dict[str, tuple[float, Trained]] = {}
    for run in runs:
        total = sum(found.value for found in GridErrors()(run))
        unit = run.setting.unit
        if np.isfinite(total) and (unit not in best or total < best[unit][0]):
            best[unit] = (total, run)
    return [run for _, run in best.values()]


def error_map(
    run: Trained, column: int, *, grid: FloatArray, limits: tuple[float, float]
) -> pd.DataFrame:
    """Return log₁₀ |error| of one output over a grid, one row per point.

    Args:
        run: A trained network.
        column: Which output.
        grid: Inputs, one pair per row.
        limits: Where the logarithm is cut; as in the paper's code, no number counts as 0.
    """
    with np.errstate(divide="ignore"):  # no error at all is the lowest colour
        logs = np.log10(absolute_errors(run, grid)[:, column])
    return pd.DataFrame(
        {
            "unit": run.setting.unit,
            "task": word(operations(run.setting)[column]),
            "x": grid[:, 0],
            "y": grid[:, 1],
            "error": np.clip(np.where(np.isnan(logs), 0.0, logs), *limits),
        }
    )


def join_maps(maps: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Return the rows of all error maps; there may be none."""
    empty = pd.DataFrame(columns=["unit", "task", "x", "y", "error"])
    return pd.concat(maps, ignore_index=True) if maps else empty


def _compute(runs: Sequence[Trained]) -> pd.DataFrame:
    maps = [
        error_map(
            run,
            column,
            grid=ROOT_GRID if operation is Operation.ROOT else SIGNED,
            limits=LIMITS,
        )
        for run in best_runs(runs)
        for column, operation in enumerate(operations(run.setting))
    ]
    return join_maps(maps)
