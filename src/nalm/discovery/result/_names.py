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
    result: list[str] = []
    for i, name in enumerate(names):
        plain = re.sub(r"\W+", "_", name).strip("_") or f"x{i}"
        plain = f"x_{plain}" if plain[0].isdigit() else plain
        distinct, number = plain, 2
        # Also against names that were only just made: "v", "v" and "v_2" are three.
        while distinct in result or distinct in taken:
            distinct, number = f"{plain}_{number}", number + 1
        result.append(distinct)
    return tuple(result)
