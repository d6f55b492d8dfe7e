"""Names that a programming language takes, made of any names."""

import re
import unicodedata
from collections.abc import Collection, Sequence


def identifiers(
    names: Sequence[str], *, reserved: Collection[str], kinds: str = ""
) -> tuple[str, ...]:
    """Make distinct identifiers of ASCII letters, digits and underscores.

    Args:
        names: Any names, such as those of columns.
        reserved: Words that mean something in the language.
        kinds: Regular expression of more of them, none of which ends with an underscore.

    Returns:
        One for each name, the same wherever it can be.

    Example:
        >>> identifiers(["v", "mass (kg)", "λ", "return", "2nd", "v"], reserved={"return"})
        ('v', 'mass_kg', 'lamda', 'return_', 'x_2nd', 'v_2')
    """
    result: list[str] = []
    for place, name in enumerate(names):
        plain = re.sub(r"\W+", "_", _in_ascii(name)).strip("_") or f"x{place}"
        plain = f"x_{plain}" if plain[0].isdigit() else plain
        plain = f"{plain}_" if plain in reserved or re.fullmatch(kinds, plain) else plain
        distinct, number = plain, 2
        while distinct in result or distinct in reserved:
            distinct, number = f"{plain}_{number}", number + 1
        result.append(distinct)
    return tuple(result)


def _in_ascii(name: str) -> str:
    """Spell letters without an accent, and those of other alphabets by their names: λ is lamda."""
    letters = (
        letter if letter.isascii() else unicodedata.name(letter, " ").lower().split(" ")[-1]
        for letter in unicodedata.normalize("NFKD", name)
        if not unicodedata.combining(letter)
    )
    return "".join(letters)
