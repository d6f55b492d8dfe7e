"""Which experiment a command is about, and which part of it."""

import functools
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nalm.cli._laboratory import _catalogue
from nalm.errors import InvalidValueError

if TYPE_CHECKING:
    from nalm.experiments import Entry, Experiment

DEFAULT_STORE = Path("nalm.db")

QUICK = "Only a trial of seconds: one setting of each unit, 2 seeds, 10 steps. It learns nothing."
"""What ``--quick`` does; a test compares it with `nalm.experiments.quick`."""


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Name an experiment and the part of it that is meant.

    Args:
        name: Name in the catalogue, or ``my.py:variable``.
        seeds: Number of seeds; None for the paper's.
        where: Conditions ``key=value``.
        quick: Whether a trial of seconds is meant instead of the experiment itself.
    """

    name: str
    seeds: int | None = None
    where: tuple[str, ...] = ()
    quick: bool = False

    def entry(self) -> "Entry":
        """Find the entry and restrict it.

        Returns:
            An experiment, or a view of one, with the seeds and settings asked for; or a
            computation.

        Raises:
            UnknownNameError: If there is no such name.
            InvalidTypeError, InvalidValueError: If a condition cannot be read or leaves nothing, or
                the user's file cannot be used.
        """
        entry = _catalogue.find_entry(self.name)
        part = entry.trained_part()
        if part is not None:
            return entry.on(self._restrict(part))
        if self.seeds is not None or self.where:
            raise InvalidValueError(
                f"{self.name} is computed, not trained: it has no seeds and no settings. "
                "Leave --seeds and --where away."
            )
        return entry

    def _restrict(self, experiment: "Experiment") -> "Experiment":
        from nalm.experiments import quick

        if self.quick and experiment.stand_in is not None:
            experiment = replace(experiment.stand_in, name=experiment.name)
        if self.where:
            experiment = experiment.where(_conditions(self.where))
        if self.quick:
            experiment = quick(experiment)
        return experiment if self.seeds is None else experiment.with_seeds(self.seeds)

    def command(self, verb: str, store: Path) -> str:
        """Write the command line that is about the same selection.

        Args:
            verb: ``run`` or ``report``.
            store: The results file.

        Returns:
            A line for a shell.

        Example:
            >>> Selection(name="p/w", where=("range=[1,2]",)).command("run", Path("a.db"))
            "nalm run p/w --where 'range=[1,2]' --store a.db"
        """
        words = ["nalm", verb, self.name]
        if self.seeds is not None:
            words += ["--seeds", str(self.seeds)]
        for condition in self.where:
            words += ["--where", condition]
        if self.quick:
            words += ["--quick"]
        if store != DEFAULT_STORE:
            words += ["--store", str(store)]
        return shlex.join(words)


def selection_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the argument NAME and the options ``--seeds``, ``--where`` and ``--quick``.

    Args:
        command: Takes them as the keyword ``selection``.

    Returns:
        The command with its options.
    """

    @click.argument("name")
    @click.option("--seeds", type=int, help="This many seeds instead of the paper's number.")
    @click.option(
        "--where",
        multiple=True,
        metavar="KEY=VALUE",
        help="Only these settings: unit=NMRU, range=[1,2], task=div. Repeatable.",
    )
    @click.option("--quick", is_flag=True, help=QUICK)
    @functools.wraps(command)
    def with_selection(
        *, name: str, seeds: int | None, where: tuple[str, ...], quick: bool, **others: object
    ) -> None:
        selection = Selection(name=name, seeds=seeds, where=where, quick=quick)
        command(selection=selection, **others)

    return with_selection


def store_option(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the option ``--store``.

    Args:
        command: Takes it as the keyword ``store``, a path.

    Returns:
        The command with its option.
    """
    option = click.option(
        "--store",
        type=click.Path(dir_okay=True, path_type=Path),
        default=DEFAULT_STORE,
        envvar="NALM_STORE",
        show_default=True,
        show_envvar=True,
        help="File that keeps the trained runs.",
    )
    return option(command)


def _conditions(where: tuple[str, ...]) -> dict[str, str]:
    conditions: dict[str, str] = {}
    for text in where:
        key, sign, value = text.partition("=")
        key = key.strip().casefold()
        if not sign or not value.strip():
            raise InvalidValueError(
                f"--where: expected KEY=VALUE such as unit=NMRU, found {text!r}."
            )
        if key in conditions:
            raise InvalidValueError(f"--where {key}: expected at most one value, found two.")
        conditions[key] = value
    return conditions
