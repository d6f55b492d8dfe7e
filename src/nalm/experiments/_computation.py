"""Computations: figures that need no training."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import pandas as pd  # pyright: ignore[reportMissingTypeStubs]

from nalm.experiments._chart import Chart
from nalm.experiments._experiment import Entry, Experiment, Figure
from nalm.experiments._trained import Trained


@dataclass(frozen=True, kw_only=True)
class Computation(Figure):
    """A figure that is computed, not trained: a curve or a surface.

    Args:
        name: As for `Experiment`.
        title: One line for a list.
        source: Where the paper shows it.
        note: What a reader of the result should know.
        compute: Returns its values, one row per point.
        chart: How the rows are drawn; None lets the columns decide.
    """

    compute: Callable[[], pd.DataFrame]
    chart: Chart | None = None

    kind: ClassVar[str] = "computed"

    def trained_part(self) -> None:
        """Return None: nothing is trained for it."""

    def on(self, experiment: Experiment) -> Entry:
        """Return the computation itself, which no experiment changes."""
        return self

    def rows(self, runs: Sequence[Trained]) -> pd.DataFrame:
        """Compute the values."""
        return self.compute()

    def drawn_as(self) -> Chart | None:
        """Return the chart, if it has one."""
        return self.chart
