"""Names that can stand in an equation."""

import re
from collections.abc import Sequence


def symbols(names: Sequence[str], *, taken: Sequence[str] = ()) -> tuple[str, ...]:
    """Make distinct names of letters, digits and underscores.

    Args:
        names: Names of columns, such as "mass (kg)".
        taken: Names that must not occur.

    Returns:
        One name each, the same wherever it can be.

    Example:
        >>> symbols(["mass (kg)", "v", "v", "2nd", "?"])
        ('mass_kg', 'v', 'v_2', 'x_2nd', 'x4')
    """
    plain = [_plain(name, i) for i, name in enumerate(names)]
    # A name that can stand as it is keeps it, whatever stands before it: who types it means it.
    exact = {name for name, each in zip(names, plain, strict=True) if name == each} - set(taken)
    result: list[str] = []
    for name, each in zip(names, plain, strict=True):
        distinct, number = each, 2
        # Also against names that were only just made: "v", "v" and "v_2" are three.
        while distinct in result or distinct in taken or (distinct in exact and distinct != name):
            distinct, number = f"{each}_{number}", number + 1
        result.append(distinct)
    return tuple(result)


def _plain(name: str, place: int) -> str:
    plain = re.sub(r"\W+", "_", name).strip("_") or f"x{place}"
    return f"x_{plain}" if plain[0].isdigit() else plain
