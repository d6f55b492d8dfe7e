"""The catalogue as the commands see it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nalm.experiments import Entry


def load_entries() -> "dict[str, Entry]":
    """Load all experiments and computations.

    Returns:
        Name → entry, in order of display.

    Example:
        >>> "mistry2021division/fig3" in load_entries()
        True
    """
    from nalm.experiments.catalogue import entries

    return entries()
