"""Views: figures of what was trained."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd  # pyright: ignore[reportMissingTypeStubs]

from nalm.experiments._chart import Chart
from nalm.experiments._experiment import Experiment
from nalm.experiments._trained import Trained


@dataclass(frozen=True, kw_only=True)
class View:
    """A figure of the trained networks of an experiment: error maps, gates, weights, trajectories.

    Args:
        name: ``paper/what``, as for `Experiment`.
        title: One line for a list.
        source: Where the paper shows it.
        experiment: What has to be trained for it.
        compute: Turns the stored runs into the rows to draw; it never trains.
        chart: How the rows are drawn.
        note: What a reader of the result should know.
    """

    name: str
    title: str
    source: str
    experiment: Experiment
    compute: Callable[[Sequence[Trained]], pd.DataFrame]
    chart: Chart
    note: str = ""

    @property
    def paper(self) -> str:
        """Citation key of the paper."""
        return self.name.split("/")[0]
