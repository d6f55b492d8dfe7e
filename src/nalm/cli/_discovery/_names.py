"""Names on the command line to which extensions add theirs: noise, functions and formats."""

from collections.abc import Callable

import click

from nalm.errors import UnknownNameError

NOISES = (
    "auto",
    "constant",
    "relative",
    "variables",
    "rounding",
    "outliers",
    "relative-outliers",
)
"""Names of noise models that are known without an import, which takes its time."""
FUNCTIONS = (
    "exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan",
    "arcsinh", "erf",
)  # fmt: skip
"""The same of functions."""
FORMATS = ("table", "json", "latex")
"""The same of formats."""


def noise_name(name: str) -> str:
    """Let a noise model pass that is known, or that an extension registers.

    Args:
        name: What the user wrote.

    Raises:
        click.BadParameter: If there is none; the message lists all.
    """
    return name if name in NOISES else _registered(name, _find_noise, others="auto")


def format_name(name: str) -> str:
    """Let a format pass that is known, or the name of an exporter of equations.

    Args:
        name: What the user wrote.

    Raises:
        click.BadParameter: If there is none; the message lists all.
    """
    return name if name in FORMATS else _registered(name, _find_exporter, others="table, json")


def read_functions(text: str | None) -> tuple[str, ...] | None:
    """Read the functions that formulas may have, those of extensions among them.

    Args:
        text: Names with commas between them, or "none"; None where the option was left away.

    Raises:
        click.BadParameter: If there is no such function; the message lists all.
    """
    if text is None or text == "none":
        return None if text is None else ()
    names = [name.strip() for name in text.split(",") if name.strip()]
    known = (
        name if name in FUNCTIONS else _registered(name, _find_function, others="none")
        for name in names
    )
    return tuple(known)


def _registered(name: str, find: Callable[[str], object], *, others: str) -> str:
    try:
        find(name)
    except UnknownNameError as error:
        raise click.BadParameter(f"{error} Or one of: {others}.") from error
    return name


def _find_noise(name: str) -> object:
    from nalm.discovery import Noise

    return Noise(name)


def _find_function(name: str) -> object:
    from nalm.symbolic import find_function

    return find_function(name)


def _find_exporter(name: str) -> object:
    from nalm.symbolic import find_exporter

    return find_exporter(name)
