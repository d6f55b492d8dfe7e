"""Names that can stand in an equation."""

import re
from collections.abc import Sequence

from nalm.tables import read_headers

_INDEXED = re.compile(r"(.*[^\s(\[])(\[[^\[\]]*\])")
"""A name with an index right behind it, such as the target of a group, "E [J][iron]"."""


def symbols(
    names: Sequence[str], *, taken: Sequence[str] = (), beside: Sequence[str] = ()
) -> tuple[str, ...]:
    """Make distinct names of letters, digits and underscores, without the units of headers.

    Args:
        names: Names of columns, such as "mass (kg)".
        taken: Names that must not occur.
        beside: Further columns of the table, such as the target beside the inputs. Where columns
            differ only in what stands behind the name, it is no unit, and both keep it.

    Returns:
        One name each, the same wherever it can be.

    Example:
        >>> symbols(["mass (kg)", "v", "v", "2nd", "?"])
        ('mass', 'v', 'v_2', 'x_2nd', 'x4')
        >>> symbols(["T (in)"], beside=["T (out)"])
        ('T_in',)
    """
    return full_symbols(_without_units(names, beside), taken=taken, exact=names)


def full_symbols(
    names: Sequence[str], *, taken: Sequence[str] = (), exact: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Make distinct names as `symbols` does, with all that stands in the headers.

    Args:
        names: Names of columns.
        taken: Names that must not occur.
        exact: The names as the table has them; None for the same.

    Example:
        >>> full_symbols(["mass (kg)", "v"])
        ('mass_kg', 'v')
    """
    plain = [_plain(name, i) for i, name in enumerate(names)]
    written = names if exact is None else exact
    # A name that can stand as it is keeps it, whatever stands before it: who types it means it.
    kept = {name for name, each in zip(written, plain, strict=True) if name == each} - set(taken)
    result: list[str] = []
    for name, each in zip(written, plain, strict=True):
        distinct, number = each, 2
        # Also against names that were only just made: "v", "v" and "v_2" are three.
        while distinct in result or distinct in taken or (distinct in kept and distinct != name):
            distinct, number = f"{each}_{number}", number + 1
        result.append(distinct)
    return tuple(result)


def renamed(columns: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Return what else columns may be called, with their units: full name → name.

    Args:
        columns: Their names in the table.
        names: The same as they stand in equations.

    Example:
        >>> renamed(["mass (kg)", "v"], ["mass", "v"])
        {'mass_kg': 'mass'}
    """
    pairs = zip(full_symbols(columns), names, strict=True)
    return {full: name for full, name in pairs if full not in names}


def _without_units(names: Sequence[str], beside: Sequence[str]) -> list[str]:
    matches = [_INDEXED.fullmatch(name) for name in names]
    parts = [(m[1], m[2]) if m else (name, "") for name, m in zip(names, matches, strict=True)]
    # The same name twice is one column here, and not two that differ behind it.
    written = [*dict.fromkeys([*(name for name, _ in parts), *beside])]
    headers = dict(zip(written, read_headers(written), strict=True))
    return [
        (name if headers[name].unit is None else headers[name].name) + index
        for name, index in parts
    ]


def _plain(name: str, place: int) -> str:
    plain = re.sub(r"\W+", "_", name).strip("_") or f"x{place}"
    return f"x_{plain}" if plain[0].isdigit() else plain
