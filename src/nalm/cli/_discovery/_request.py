"""The request to `nalm discover`: which columns, how to search, what to write."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal

import click

from nalm.cli._discovery._names import format_name, noise_name, read_functions
from nalm.cli._discovery._reading_options import (
    FILE,
    READING_OPTIONS,
    checked,
    column_names,
    unit_source,
)
from nalm.cli._laboratory._workers import Workers, worker_options
from nalm.cli._tables._reading import Reading
from nalm.errors import InvalidValueError

_NEW_FILE = click.Path(dir_okay=False, path_type=Path)


@dataclass(frozen=True, kw_only=True)
class Request:
    """Name a table and the part of each column.

    Args:
        data: The table.
        target: Column to explain; None for a time series.
        inputs: Columns to explain it by, or states; empty for all others.
        time: Column of times; None for a table without.
        trajectory: Column that tells trajectories apart; None for one.
        conserved: Groups of states whose sum is constant.
        weights: Column of weights; None for equal ones.
        group: Column that names each row's group; None for one table.
        units: File of units; "auto" for those in the header; None for none.
        dimensional_constants: Whether constants may carry units.
        drop_missing: Whether to leave out rows in which something is missing.
        decimal: The decimal sign, "." or ","; None to find out.
        sheet: Of a workbook; None for the first.
        names: Names of the columns, in place of the header; empty for the header's.
    """

    data: Path
    target: str | None = None
    inputs: tuple[str, ...] = ()
    time: str | None = None
    trajectory: str | None = None
    conserved: tuple[tuple[str, ...], ...] = ()
    weights: str | None = None
    group: str | None = None
    units: Path | Literal["auto"] | None = None
    dimensional_constants: bool = False
    drop_missing: bool = False
    decimal: str | None = None
    sheet: str | None = None
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.target is None) == (self.time is None):
            found = "neither" if self.target is None else "both"
            raise InvalidValueError(
                f"expected either --target Y, for y = f(x), or --time T, for dx/dt = f(x); found "
                f"{found}."
            )
        for option, value in (("trajectory", self.trajectory), ("conserved", self.conserved)):
            if self.time is None and value:
                raise InvalidValueError(f"--{option}: expected --time with it, found none.")
        for option, column in (("weights", self.weights), ("group", self.group)):
            if self.time is not None and column is not None:
                raise InvalidValueError(f"--{option}: expected a table without --time, found both.")
        if self.dimensional_constants and (self.units is None or self.time is not None):
            found = "no --units" if self.units is None else "--time"
            raise InvalidValueError(
                f"--dimensional-constants: expected --target and --units with it, found {found}. "
                "Give a file with the unit of every column, or leave the option away."
            )
        if self.time is not None and self.drop_missing:
            raise InvalidValueError(
                "--drop-missing: a time series may have gaps as it is. Leave the option away."
            )

    @property
    def reading(self) -> Reading:
        """Return how to read the file."""
        return Reading(decimal=self.decimal, sheet=self.sheet, names=self.names)

    @property
    def named(self) -> dict[str, str]:
        """Return the columns that have a part of their own: option → column."""
        return {
            f"--{option}": column
            for option in ("target", "time", "trajectory", "weights", "group")
            if (column := getattr(self, option)) is not None
        }


@dataclass(frozen=True, kw_only=True)
class Effort:
    """Say how to search; None for the estimator's own choice.

    Args:
        max_time: Seconds.
        starts: Random starts of each structure.
        seed: Of the starts.
        noise: ``auto``, or the name of a noise model.
        functions: Names of the functions that a formula may have; empty for none.
        workers: Processes of this machine.
    """

    max_time: float | None = None
    starts: int | None = None
    seed: int = 0
    noise: str = "auto"
    functions: tuple[str, ...] | None = None
    workers: int | None = None

    def given(self) -> dict[str, Any]:
        """Return the arguments of an estimator; what was left open is left out."""
        chosen = {name: value for name, value in vars(self).items() if value is not None}
        names = {"seed": "random_state", "workers": "n_jobs"}
        return {names.get(name, name): value for name, value in chosen.items()}


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Say what to print and to write.

    Args:
        kind: ``table``, ``json``, or the name of an exporter of equations.
        save: File for the model; None for none.
        report: File for the page; None for none.
        quiet: Whether to show no progress.
    """

    kind: str = "table"
    save: Path | None = None
    report: Path | None = None
    quiet: bool = False


def _groups(texts: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(map(column_names, texts))


_OPTIONS = (
    click.argument("data", metavar="DATA", type=FILE),
    click.option("--target", metavar="Y", help="Column to explain."),
    click.option(
        "--inputs",
        metavar="A,B",
        default="",
        callback=checked(column_names),
        help="Columns to explain it by, or the states; by default all others.",
    ),
    click.option(
        "--units",
        metavar="FILE",
        callback=checked(unit_source),
        help='TOML (a = "m/s") or CSV (a,m/s) of the units; auto for those in the header.',
    ),
    click.option(
        "--dimensional-constants",
        is_flag=True,
        help="Let constants carry whatever unit makes a formula agree, and say which.",
    ),
    click.option("--time", metavar="T", help="Column of times: find dx/dt = f(x)."),
    click.option("--trajectory", metavar="ID", help="Column that tells trajectories apart."),
    click.option(
        "--conserved",
        metavar="A,B",
        multiple=True,
        callback=checked(_groups),
        help="States whose sum is constant. Repeatable.",
    ),
    click.option("--weights", metavar="W", help="Column of weights of the rows."),
    click.option(
        "--group",
        metavar="G",
        help="Column of groups: one form for all, with constants that differ or are shared.",
    ),
    click.option("--drop-missing", is_flag=True, help="Leave rows with missing values out."),
    *READING_OPTIONS,
    click.option(
        "--max-time", type=click.FloatRange(min=0, min_open=True), help="Seconds to search at most."
    ),
    click.option("--starts", type=click.IntRange(min=1), help="Random restarts of each structure."),
    click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True),
    click.option(
        "--noise",
        metavar="NAME",
        default="auto",
        callback=checked(noise_name),
        help="auto (default), constant, relative, variables, or that of an extension: how the "
        "errors of y grow.",
    ),
    click.option(
        "--functions",
        metavar="F,G",
        default=None,
        callback=checked(read_functions),
        help="Functions that a formula may have, such as exp,sin; none for sums and powers alone.",
    ),
    click.option(
        "--format",
        "kind",
        metavar="NAME",
        default="table",
        callback=checked(format_name),
        help="table (default), json, or what equations are written in: latex, text, or the "
        "language of an extension.",
    ),
    click.option("--save", metavar="MODEL.json", type=_NEW_FILE, help="Save the fitted model."),
    click.option("--report", metavar="OUT.html", type=_NEW_FILE, help="Write a page with plots."),
    click.option("--quiet", is_flag=True, help="Show no progress."),
)


def discovery_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the argument DATA and the options of `nalm discover`.

    Args:
        command: Takes them as the keywords ``request``, ``effort``, ``wanted`` and ``cluster``.

    Returns:
        The command with its options.
    """

    @functools.wraps(command)
    def with_options(**values: Any) -> None:  # noqa: ANN401  (what click read)
        workers: Workers = values.pop("workers")
        values["workers"] = workers.count
        command(
            **{
                name: kind(**{each.name: values[each.name] for each in fields(kind)})
                for name, kind in (("request", Request), ("effort", Effort), ("wanted", Wanted))
            },
            cluster=replace(workers, count=None),
        )

    wrapped: Callable[..., None] = worker_options(with_options)
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def some_options(command: Callable[..., None], names: Sequence[str]) -> Callable[..., None]:
    """Give a command some of the options of `nalm discover`.

    Args:
        command: Takes them as keywords.
        names: Of its keywords.

    Returns:
        The command with these options.
    """

    def every() -> None:
        """Hold all options."""

    for option in _OPTIONS:
        option(every)
    held: list[click.Parameter] = every.__dict__["__click_params__"]
    known = {str(each.name): each for each in held}
    own: list[click.Parameter] = command.__dict__.setdefault("__click_params__", [])
    own[:0] = [known[name] for name in reversed(names)]  # click reads them from the last one on
    return command
