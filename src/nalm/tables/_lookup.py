"""Columns by the names that a user types."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from nalm.errors import InvalidValueError, UnknownNameError
from nalm.tables._quoting import quoted

SHOWN = 30
"""Columns that a message lists at most."""


def look_up(
    names: Sequence[str], known: Sequence[str], *, written: Mapping[str, str], option: str
) -> list[str]:
    """Find columns.

    Args:
        names: What the user typed: names, or headers as written.
        known: The names that there are.
        written: Header as written → name, where they differ.
        option: The option that names them.

    Returns:
        Their names.

    Raises:
        UnknownNameError: If there is no such column; the message lists those near it, or all.
        InvalidValueError: If a name comes twice.
    """
    found = [name if name in known else written.get(name, name) for name in names]
    for name in found:
        if name not in known:
            raise UnknownNameError(
                f"{option}: the table has no column {name!r}. {_near(name, known, written)}"
            )
    repeated = sorted({name for name in found if found.count(name) > 1})
    if repeated:
        raise InvalidValueError(f"{option}: expected each column once, found {repeated[0]} twice.")
    return found


def _near(name: str, known: Sequence[str], written: Mapping[str, str]) -> str:
    folded = {each.casefold(): each for each in (*known, *written)}
    near = get_close_matches(name.casefold(), list(folded), n=3, cutoff=0.6)
    if near:
        return (
            f"Did you mean {' or '.join(dict.fromkeys(quoted([folded[each]]) for each in near))}?"
        )
    more = f" and {len(known) - SHOWN} more" if len(known) > SHOWN else ""
    return f"There are {', '.join(quoted([each]) for each in known[:SHOWN])}{more}."
