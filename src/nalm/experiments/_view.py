"""Views: figures of what was trained."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import pandas as pd  # pyright: ignore[reportMissingTypeStubs]

from nalm.experiments._chart import Chart
from nalm.experiments._experiment import Entry, Experiment, Figure
from nalm.experiments._trained import Trained


@dataclass(frozen=True, kw_only=True)
class View(Figure):
    """A figure of the trained networks of an experiment: error maps, gates, weights, trajectories.

    Args:
        name: ``paper/what``, as for `Experiment`.
        title: One line for a list.
        source: Where the paper shows it.
        note: What a reader of the result should know.
        experiment: What has to be trained for it.
        compute: Turns the stored runs into the rows to draw; it never trains.
        chart: How the rows are drawn.
    """

    experiment: Experiment
    compute: Callable[[Sequence[Trained]], pd.DataFrame]
    chart: Chart

    kind: ClassVar[str] = "view"

    @property
    def drawn_from(self) -> str:
        """Name of the experiment."""
        return self.experiment.name

    def trained_part(self) -> Experiment:
        """Return the experiment that has to be trained for it."""
        return self.experiment

    def on(self, experiment: Experiment) -> Entry:
        """Return the same view of another experiment."""
        return replace(self, experiment=experiment)

    def rows(self, runs: Sequence[Trained]) -> pd.DataFrame:
        """Compute the rows from the stored runs."""
        return self.compute(runs)

    def drawn_as(self) -> Chart:
        """Return the chart."""
        return self.chart
