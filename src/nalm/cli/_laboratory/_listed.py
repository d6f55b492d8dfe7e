"""An entry of a catalogue as a list shows it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from nalm.experiments import Entry, Experiment, Figure


@final
@dataclass(frozen=True, kw_only=True)
class Listed:
    """Hold what a list says of an entry, so that what trains it need not be loaded.

    Args:
        name: ``paper/what``.
        title: One line.
        source: Where the paper reports it.
        kind: What a figure is called; empty for an experiment.
        runs: Settings × seeds of an experiment.
        run_steps: Optimiser steps of all runs together.
        seconds: Rough time on two cores, in whole seconds.
        keys: Returns the keys of its runs.
    """

    name: str
    title: str
    source: str
    kind: str = ""
    runs: int = 0
    run_steps: int = 0
    seconds: int = 0
    keys: Callable[[], set[str]] = field(default=set, compare=False)


def chosen(entries: Mapping[str, Listed], wanted: str) -> dict[str, Listed]:
    """Choose entries by a text.

    Args:
        entries: Name → what a list says of it.
        wanted: A part of their name, title or source, or a pattern of whole names with ``*`` and
            ``?``; case does not matter.

    Returns:
        Those that have it, in their order.

    Example:
        >>> entry = Listed(name="p/w", title="Easy", source="Figure 1")
        >>> [*chosen({"p/w": entry}, "easy")], [*chosen({"p/w": entry}, "q/*")]
        (['p/w'], [])
    """
    sought = wanted.casefold()
    pattern = sought if {"*", "?"} & set(sought) else None

    def fits(name: str, entry: Listed) -> bool:
        if pattern is not None:
            return fnmatchcase(name.casefold(), pattern)
        return any(sought in text.casefold() for text in (name, entry.title, entry.source))

    return {name: entry for name, entry in entries.items() if fits(name, entry)}


def listed(entry: "Entry") -> Listed:
    """Describe an entry, which loads what trains it and counts its operations.

    Args:
        entry: An experiment or a figure.

    Returns:
        What a list says of it.

    Example:
        >>> from nalm.experiments import Experiment
        >>> listed(Experiment(name="p/w", title="Easy", source="Figure 1", settings=())).runs
        0
    """
    return entry.either(experiment=_experiment, figure=_figure)


def _figure(figure: "Figure") -> Listed:
    return Listed(name=figure.name, title=figure.title, source=figure.source, kind=figure.kind)


def _experiment(experiment: "Experiment") -> Listed:
    from nalm.cli._progress._cost import estimate_seconds

    return Listed(
        name=experiment.name,
        title=experiment.title,
        source=experiment.source,
        runs=experiment.seeds * len(experiment.settings),
        run_steps=experiment.run_steps(),
        seconds=round(estimate_seconds(experiment)),
        keys=lambda: {run.key for run in experiment.runs()},
    )
