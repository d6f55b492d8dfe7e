"""What is wrong with a column, and what to type."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nalm.tables import Cells, quoted

MOSTLY = 0.5
"""Part of a column's rows that hold text from which on it is a column of text."""

_PRODUCT = re.compile(r"\s*([-+−]?[\d.,]*\d)\s*[×xX*·]\s*10(\d+)\s*")


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A column that cannot be used as it is.

    Args:
        name: Of the column.
        found: What it holds.
        remedy: What to do; "" for nothing.
        hopeless: Whether leaving it out is what helps most.
    """

    name: str
    found: str
    remedy: str = ""
    hopeless: bool = False


def date_problem(name: str, found: str, *, option: str) -> Problem:
    """Say that a column holds dates.

    Args:
        name: Of the column.
        found: The first of them.
        option: The option that names it; "" for none.
    """
    if option == "--time":
        remedy = "Write all times as 2020-12-31, 2020-12-31T23:59:59 or 23:59:59."
        return Problem(name=name, found=f"dates such as {found!r}", remedy=remedy)
    remedy = f"With --time {quoted([name])} it is the time of a time series."
    return Problem(name=name, found=f"dates such as {found!r}", remedy=remedy, hopeless=True)


def cell_problem(name: str, cells: Cells, *, droppable: bool) -> Problem | None:
    """Say which cells of a column are no numbers.

    Args:
        name: Of the column.
        cells: Its cells.
        droppable: Whether --drop-missing leaves rows out.

    Returns:
        The problem; None if all are numbers or missing.
    """
    for text in list(cells.others.values())[:1]:
        if power := _PRODUCT.fullmatch(text):
            found = f"{_listed(cells.others)}, a product or a power of ten"
            remedy = (
                f"Write {power[1]}e{power[2]} or {power[1]} x 10^{power[2]} for a power of ten."
            )
            return Problem(name=name, found=found, remedy=remedy)
    if cells.others and len(cells.others) > MOSTLY * len(cells.numbers):
        text = next(iter(cells.others.values()))
        return Problem(name=name, found=f"text such as {text!r}", hopeless=True)
    if cells.ambiguous and cells.others:
        found = f"both {cells.ambiguous!r} and numbers with a decimal point"
        return Problem(name=name, found=found, remedy="Write all with one decimal sign.")
    if cells.ambiguous:
        found = f"{cells.ambiguous!r}, where the comma is a decimal sign or separates thousands"
        return Problem(name=name, found=found, remedy="Say which: --decimal , or --decimal .")
    if cells.others:
        blank = ", or leave it blank" + (" and add --drop-missing" if droppable else "")
        return Problem(
            name=name,
            found=f"{_listed(cells.others)}, no number",
            remedy=f"Write a number there{blank}.{_at_the_end(cells)}",
        )
    if cells.beyond:
        out = "Leave these rows out with --drop-missing" if droppable else "Leave the cells blank"
        return Problem(
            name=name,
            found=f"{_listed(cells.beyond)}, a limit and no number",
            remedy=f"{out}, or write a number, such as half the limit.",
        )
    return None


def _at_the_end(cells: Cells) -> str:
    last = [*cells.others] == [len(cells.numbers) - 1]
    return " If that last row is no measurement, but a mean, say, delete it." if last else ""


def message(problems: Sequence[Problem], *, roles: Mapping[str, str], usable: Sequence[str]) -> str:
    """Write what is wrong, and what to type.

    Args:
        problems: One for each column.
        roles: Column → option that names it.
        usable: The inputs without a problem.

    Returns:
        Sentences.
    """
    parts = ["expected columns of numbers."]
    names = _naming(set(roles.values()))
    for each in problems:
        option = roles.get(each.name, "")
        part = f", {_PARTS.get(option, f'the column of {option}')}," if option else ""
        parts.append(f"Column {each.name!r}{part} holds {each.found}.")
        if each.remedy:
            parts.append(each.remedy)
        elif option:
            parts.append(f"Choose another column with {option}, or encode it as numbers.")
        elif each.found.startswith("text") and names:
            parts.append(f"If it names {names[1]}, give it with {names[0]} {quoted([each.name])}.")
    inputs = [each.name for each in problems if each.name not in roles and each.hopeless]
    if inputs:
        otherwise = parts[-1].startswith("If it names")
        parts.append(_left_out(inputs, usable, otherwise=otherwise))
    return " ".join(parts)


def _naming(given: set[str]) -> tuple[str, str] | None:
    """Return the option that a column of names may have been meant for, and what it names."""
    if "--time" in given:
        return None if "--trajectory" in given else ("--trajectory", "trajectories")
    return None if "--group" in given else ("--group", "groups")


_PARTS = {"--target": "the target", "--time": "the time", "--weights": "the weights"}


def _left_out(inputs: Sequence[str], usable: Sequence[str], *, otherwise: bool) -> str:
    them = " and ".join(map(repr, inputs)) if len(inputs) < 3 else "these"
    if not usable:
        return f"No other column is left to explain it by: encode {them} as numbers."
    each = "it" if len(inputs) == 1 else "them"
    leave = "Otherwise leave" if otherwise else "Leave"
    return f"{leave} {them} out with --inputs {quoted(usable)}, or encode {each} as numbers."


def _listed(cells: Mapping[int, str]) -> str:
    row, text = next(iter(cells.items()))
    more = len(cells) - 1
    return f"{text!r} in row {row + 1}" + (f" and the like in {more} more" if more else "")
