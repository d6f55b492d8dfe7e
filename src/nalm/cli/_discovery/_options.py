"""The options of `nalm discover`, from which its request is made."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from nalm.cli._discovery._names import format_name, noise_name, read_functions
from nalm.cli._discovery._reading_options import (
    FILE,
    READING_OPTIONS,
    checked,
    column_names,
    column_option,
    unit_source,
)
from nalm.cli._laboratory._workers import Workers, worker_options
from nalm.inquiry import Effort, Request, Wanted

T = TypeVar("T")
_PLACE = click.Path(path_type=Path)


def _groups(texts: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(map(column_names, texts))


_OPTIONS = (
    click.argument("data", metavar="DATA...", type=FILE, nargs=-1, required=True),
    column_option("--target", "Y", text="Column to explain."),
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
    column_option("--time", "T", text="Column of times: find dx/dt = f(x)."),
    column_option("--trajectory", "ID", text="Column that tells trajectories apart."),
    click.option(
        "--conserved",
        metavar="A,B",
        multiple=True,
        callback=checked(_groups),
        help="States whose sum is constant. Repeatable.",
    ),
    column_option("--weights", "W", text="Column of weights of the rows."),
    column_option(
        "--group",
        "G",
        text="Column of groups: one form for all, with constants that differ or are shared.",
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
        "--constraint",
        "constraints",
        metavar="TEXT",
        multiple=True,
        help='What is known of y: "increasing in x", "y >= 0", "y(x=0) = 0", "y(x=inf) = 5", '
        '"dy/dx(x=0) = 1". Repeatable.',
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
    click.option(
        "--save",
        metavar="MODEL.json",
        type=_PLACE,
        help="Save the fitted model; of several tables, into a folder.",
    ),
    click.option(
        "--report",
        metavar="OUT.html",
        type=_PLACE,
        help="Write a page with plots; of several tables, into a folder.",
    ),
    click.option("--quiet", is_flag=True, help="Show no progress."),
)


def discovery_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the argument DATA and the options of `nalm discover`.

    Args:
        command: Takes them as the keywords ``requests``, ``effort``, ``wanted`` and ``cluster``.

    Returns:
        The command with its options.
    """

    @functools.wraps(command)
    def with_options(**values: Any) -> None:  # noqa: ANN401  (what click read)
        workers: Workers = values.pop("workers")
        tables: tuple[Path, ...] = values.pop("data")
        values["workers"] = workers.count
        command(
            requests=[made(Request, {**values, "data": table}) for table in tables],
            effort=made(Effort, values),
            wanted=made(Wanted, values),
            cluster=replace(workers, count=None),
        )

    wrapped: Callable[..., None] = worker_options(with_options)
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def made(kind: type[T], values: Mapping[str, Any]) -> T:
    """Make a spec of what click read.

    Args:
        kind: The spec, such as `Effort`.
        values: By their names; what the spec does not have is left out, and the other way round.
    """
    names = (each.name for each in fields(cast("Any", kind)))
    return kind(**{name: values[name] for name in names if name in values})


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
