"""What a catalogue holds: experiments, which are trained, and figures, which are drawn.

Both are data, never scripts: an experiment is settings × seeds with its source.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

import pandas as pd  # pyright: ignore[reportMissingTypeStubs]  (pandas ships none)

from nalm.errors import InvalidValueError
from nalm.experiments._chart import Chart
from nalm.experiments._conditions import matching
from nalm.experiments._measurement import Measurement
from nalm.experiments._setting import Setting
from nalm.experiments._trained import Trained
from nalm.training import Run

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Entry(ABC):
    """An entry of a catalogue, and what may be asked of any.

    Args:
        name: ``paper/what``, such as ``mistry2021division/fig6``.
        title: One line for a list.
        source: Where the paper reports it, such as ``Figure 6``.
        note: What a reader of the result should know.
    """

    name: str
    title: str
    source: str
    note: str = ""

    @property
    def paper(self) -> str:
        """Citation key of the paper."""
        return self.name.split("/")[0]

    @property
    def drawn_from(self) -> str:
        """Name of the experiment that it is a view of; empty for all others."""
        return ""

    @abstractmethod
    def trained_part(self) -> "Experiment | None":
        """Return the experiment whose runs it shows; None for what is computed."""

    @abstractmethod
    def on(self, experiment: "Experiment") -> "Entry":
        """Return the same entry with the runs of another experiment, such as a part of its own."""

    @abstractmethod
    def either(
        self, *, experiment: "Callable[[Experiment], T]", figure: "Callable[[Figure], T]"
    ) -> T:
        """Return what one of two functions makes of the entry.

        Args:
            experiment: What to do with an experiment, of which all settings are summarised.
            figure: What to do with a figure, of which rows are drawn.
        """


@dataclass(frozen=True, kw_only=True)
class Figure(Entry):
    """An entry of which rows are drawn."""

    kind: ClassVar[str]
    """What a list calls it."""

    @abstractmethod
    def rows(self, runs: Sequence[Trained]) -> pd.DataFrame:
        """Return the rows to draw.

        Args:
            runs: The stored runs of its `trained_part`.
        """

    @abstractmethod
    def drawn_as(self) -> Chart | None:
        """Say how the rows are drawn; None lets their columns decide."""

    def either(
        self, *, experiment: "Callable[[Experiment], T]", figure: "Callable[[Figure], T]"
    ) -> T:
        """Return what the second function makes of it."""
        return figure(self)


@dataclass(frozen=True, kw_only=True)
class Experiment(Entry):
    """A named set of settings that are trained with the same seeds.

    Args:
        name: ``paper/what``, such as ``mistry2021division/fig6``.
        title: One line for a list.
        source: Where the paper reports it, such as ``Figure 6``.
        note: What a reader of the result should know.
        settings: Its rows, in the paper's order.
        seeds: How many seeds.
        first_seed: The first of them, from which they are counted.
        measurements: What is measured on the trained networks, besides their errors over time.
        stand_in: What a quick trial trains instead, where the experiment needs data that have to
            be fetched.
        chart: How its success is drawn, where it has too many units for panels by range: the
            columns are those of `nalm.reports.table`, with all ranges of a task as one.
        trial: Whether it is cut down to a trial, whose numbers are no results.
    """

    settings: tuple[Setting, ...]
    seeds: int = 25
    first_seed: int = 0
    measurements: tuple[Measurement, ...] = ()
    stand_in: "Experiment | None" = None
    chart: Chart | None = None
    trial: bool = False

    def trained_part(self) -> "Experiment":
        """Return the experiment itself."""
        return self

    def on(self, experiment: "Experiment") -> "Experiment":
        """Return the other experiment."""
        return experiment

    def either(
        self, *, experiment: "Callable[[Experiment], T]", figure: "Callable[[Figure], T]"
    ) -> T:
        """Return what the first function makes of it."""
        return experiment(self)

    @property
    def seed_range(self) -> range:
        """The seeds of each setting."""
        return range(self.first_seed, self.first_seed + self.seeds)

    def runs(self) -> list[Run]:
        """List all runs, setting by setting."""
        return [run for setting in self.settings for run in setting.runs(self.seed_range)]

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
        return replace(self, settings=matching(self.settings, conditions, name=self.name))

    def with_seeds(self, seeds: int) -> "Experiment":
        """Return the experiment with another number of seeds.

        Raises:
            InvalidValueError: If the number is not positive.
        """
        if seeds < 1:
            raise InvalidValueError(f"--seeds: expected a positive whole number, found {seeds}.")
        return replace(self, seeds=seeds)
