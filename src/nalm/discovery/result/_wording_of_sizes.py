"""The words of ratios and odds, as a reader says them: see `_wording`."""

from collections.abc import Mapping
from typing import final

SIZES = frozenset({"ratio", "odds", "chance"})
"""Numbers of a reason that say how many times larger or likelier something is."""
ODDS = "odds"
"""Name of those that are written "100 to 1"."""
MILLION = 1e6
"""Beyond it nobody decides otherwise, and 2.8e+24 is rounding error divided by something."""


def with_words(numbers: Mapping[str, float]) -> dict[str, object]:
    """Put words in the place of ratios and odds: no exponents, and no number beyond a million.

    Args:
        numbers: Of a reason, by name.

    Returns:
        The numbers; ratios and odds as what formats itself. Odds are written with both sides.

    Example:
        >>> "{ratio:.3g} times".format_map(with_words({"ratio": 2.8e24}))
        'more than a million times'
        >>> "{ratio:.3g} times".format_map(with_words({"ratio": 1234.5}))
        '1 230 times'
        >>> "odds of {odds:.2g}".format_map(with_words({"odds": 22026.5}))
        'odds of 22 000 to 1'
        >>> "odds of {odds:.2g}".format_map(with_words({"odds": 0.25}))
        'odds of 1 to 4'
    """
    return {name: _worded(name, value) for name, value in numbers.items()}


def _worded(name: str, value: float) -> object:
    if name == ODDS:
        return _Odds(value)
    return _Size(value) if name in SIZES else value


@final
class _Size(float):
    def __format__(self, spec: str) -> str:
        return _plain(self, spec)


@final
class _Odds(float):
    def __format__(self, spec: str) -> str:
        if self >= 1:
            return f"{_plain(self, spec)} to 1"
        return f"1 to {_plain(1 / self if self else float('inf'), spec)}"


def _plain(value: float, spec: str) -> str:
    if value > MILLION:
        return "more than a million"
    text = format(float(value), spec)
    # Small p-values keep theirs: 1e-05 is shorter than its zeros.
    return f"{float(text):,.0f}".replace(",", " ") if "e+" in text else text
