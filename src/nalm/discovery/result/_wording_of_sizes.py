"""The words of ratios and odds that are beyond what digits can tell a reader: see `_wording`."""

from collections.abc import Mapping

SIZES = frozenset({"ratio", "odds", "chance"})
"""Numbers of a reason that say how many times larger or likelier something is."""
MILLION = 1e6
"""Beyond it nobody decides otherwise, and 2.8e+24 is rounding error divided by something."""


class _Beyond:
    def __format__(self, spec: str) -> str:
        return "more than a million"


def with_words(numbers: Mapping[str, float]) -> dict[str, object]:
    """Put words in the place of ratios and odds beyond a million, infinite ones among them.

    Args:
        numbers: Of a reason, by name.

    Example:
        >>> "{ratio:.3g} times".format_map(with_words({"ratio": 2.8e24}))
        'more than a million times'
        >>> "{ratio:.3g} times".format_map(with_words({"ratio": 12.5}))
        '12.5 times'
    """
    return {
        name: _Beyond() if name in SIZES and value > MILLION else value
        for name, value in numbers.items()
    }
