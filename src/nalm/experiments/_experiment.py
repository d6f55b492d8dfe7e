"""An experiment: settings × seeds, with its source. Data, never a script."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd  # pyright: ignore[reportMissingTypeStubs]  (pandas ships none)

from nalm.errors import InvalidValueError
from nalm.experiments._chart import Chart
from nalm.experiments._measurement import Measurement
from nalm.experiments._setting import Setting
from nalm.tasks import Range
from nalm.training import Run

FILTERS = ("unit", "range", "task", "parameter")
SPELLING = str.maketrans({"]": ")", "•": "*", "×": "x"})
"""What is hard to type, or means the same in a range."""


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A named set of settings that are trained with the same seeds.

    Args:
        name: ``paper/what``, such as ``mistry2021division/fig6``.
        title: One line for a list.
        source: Where the paper reports it, such as ``Figure 6``.
        settings: Its rows, in the paper's order.
        seeds: How many seeds, counted from 0.
        note: What a reader of the result should know.
        measurements: What is measured on the trained networks, besides their errors over time.
        stand_in: What a quick trial trains instead, where the experiment needs data that have to
            be fetched.
    """

    name: str
    title: str
    source: str
    settings: tuple[Setting, ...]
    seeds: int = 25
    note: str = ""
    measurements: tuple[Measurement, ...] = ()
    stand_in: "Experiment | None" = None

    @property
    def paper(self) -> str:
        """Citation key of the paper."""
        return self.name.split("/")[0]

    def runs(self) -> list[Run]:
        """List all runs, setting by setting."""
        return [setting.run(seed) for setting in self.settings for seed in range(self.seeds)]

    def run_steps(self) -> int:
        """Count the optimiser steps of all runs together."""
        return self.seeds * sum(setting.recipe.iterations for setting in self.settings)

    def where(self, conditions: Mapping[str, str]) -> "Experiment":
        """Return the experiment with only the settings that meet every condition.

        Args:
            conditions: ``unit``, ``range`` (of interpolation), ``task`` or ``parameter`` (what a
                sweep varies, as ``hidden size 3``) → value.

        Raises:
            InvalidValueError: If a key is unknown or nothing is left; the message lists the
                values there are.
        """
        settings: Sequence[Setting] = self.settings
        for key, value in conditions.items():
            if key not in FILTERS:
                raise InvalidValueError(
                    f"--where {key}: expected one of {', '.join(FILTERS)}; found {key!r}."
                )
            present = list(dict.fromkeys(_label(setting, key) for setting in settings))
            settings = [s for s in settings if _normal(_label(s, key)) == _normal(value)]
            if not settings:
                raise InvalidValueError(
                    f"--where {key}={value}: {self.name} has no such {key}; "
                    f"choose one of: {', '.join(present)}."
                )
        return replace(self, settings=tuple(settings))

    def with_seeds(self, seeds: int) -> "Experiment":
        """Return the experiment with another number of seeds.

        Raises:
            InvalidValueError: If the number is not positive.
        """
        if seeds < 1:
            raise InvalidValueError(f"--seeds: expected a positive whole number, found {seeds}.")
        return replace(self, seeds=seeds)


@dataclass(frozen=True, kw_only=True)
class Computation:
    """A figure that is computed, not trained: a curve or a surface.

    Args:
        name: As for `Experiment`.
        title: One line for a list.
        source: Where the paper shows it.
        compute: Returns its values, one row per point.
        note: What a reader of the result should know.
        chart: How the rows are drawn; None lets the columns decide.
    """

    name: str
    title: str
    source: str
    compute: Callable[[], pd.DataFrame]
    note: str = ""
    chart: Chart | None = None

    @property
    def paper(self) -> str:
        """Citation key of the paper."""
        return self.name.split("/")[0]


def _label(setting: Setting, key: str) -> str:
    return setting.labels()["interpolation" if key == "range" else key]


def _normal(text: str) -> str:
    """Make equal what a user may spell in several ways: case, spaces, brackets, symbols."""
    try:
        return str(Range.parse(text))
    except InvalidValueError:  # not a union of intervals: a name or another distribution
        return "".join(text.lower().translate(SPELLING).split())
