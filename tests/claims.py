"""Numbers that a page types by hand, and the numbers that they have to be."""

import re
from collections.abc import Iterable
from decimal import Decimal

_NUMBER = re.compile(
    r"(?<![\w.\d])([−-]?(?:\d[\d,]*)?(?:\.\d+|\d)(?:e[−+-]?\d+)?)( million| %|k\b|(?![\w]))"
)
_POWERS = {" million": 6, "k": 3, " %": -2, "": 0}


def numbers(words: str) -> list[Decimal]:
    """Return the numbers of a text, each as exactly as it is written.

    Example:
        >>> numbers("14k steps, 1.6 million, 18,000, −.007 and 98 % (.72–1.00)")
        [Decimal('1.4E+4'), Decimal('1.6E+6'), Decimal('18000'), Decimal('-0.007'), \
Decimal('0.98'), Decimal('0.72'), Decimal('1.00')]
    """
    return [
        Decimal(digits.replace("−", "-").replace(",", "")).scaleb(_POWERS[unit])
        for digits, unit in _NUMBER.findall(words)
    ]


def agree(one: Decimal, other: Decimal) -> bool:
    """Say whether two numbers are the same, as far as the less exactly written one tells."""
    digit = max(one.as_tuple().exponent, other.as_tuple().exponent)
    return abs(one - other) <= Decimal(1).scaleb(digit) / 2


def false_numbers(words: str, expected: Iterable[Decimal | float]) -> list[str]:
    """Return which numbers of a text are not the expected ones, in their order."""
    exact = [Decimal(str(each)) for each in expected]
    typed = numbers(words)
    if len(typed) != len(exact):
        return [f"{len(typed)} numbers, expected {len(exact)}: {typed} {exact}"]
    pairs = zip(typed, exact, strict=True)
    return [f"{one} for {other}" for one, other in pairs if not agree(one, other)]
