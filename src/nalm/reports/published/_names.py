"""Names under which the papers and the catalogue may write the same thing."""

import re
from collections.abc import Sequence

from nalm.reports.interface._frames import Record

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_INTERVAL = re.compile(rf"\[\s*({_NUMBER})\s*,\s*({_NUMBER})\s*[\])]")
_JOINTS = re.compile(r"\[?[\s∪U,]*[\])]?")
_LETTERS = {"ε": "eps", "epsilon": "eps", "σ": "sigma", "*": "•"}

ALL_RANGES = "all"
"""Interpolation range of a line that pools all ranges."""


def unit_key(name: str) -> str:
    """Reduce the name of a unit to what tells it from others.

    Case, spaces, brackets and the spelling of Greek letters do not matter.

    Args:
        name: As a legend writes it, variant included.

    Returns:
        A text to compare with.

    Example:
        >>> unit_key("Real NPU (ε = 0)") == unit_key("RealNPU (eps=0)")
        True
    """
    text = name.casefold()
    for letter, spelling in _LETTERS.items():
        text = text.replace(letter, spelling)
    return re.sub(r"[^\w+•-]|_", "", text).replace("-", "")


def range_key(text: str) -> str:
    """Reduce the text of a range to what tells it from others.

    Args:
        text: Intervals joined by ``∪``, ``U`` or a comma, closed or half-open; or other words.

    Returns:
        A text to compare with.

    Example:
        >>> range_key("[0, 1e-8]") == range_key("[0,1e-08)")
        True
    """
    intervals = _INTERVAL.findall(text)
    if intervals and _JOINTS.fullmatch(_INTERVAL.sub("", text).strip()):
        return "∪".join(f"[{float(low):g},{float(high):g})" for low, high in intervals)
    return "".join(text.casefold().split())


def place(record: Record, *, columns: Sequence[str]) -> str:
    """Write where a line belongs.

    Args:
        record: A line of the table.
        columns: Which of its labels matter.

    Returns:
        The labels, one after the other.

    Example:
        >>> place({"interpolation": "all", "metric": "mse"}, columns=("interpolation", "metric"))
        'all ranges mse'
    """
    texts = (str(record[column]) for column in columns)
    return " ".join("all ranges" if t == ALL_RANGES else t for t in texts if t)


def file_stem(name: str) -> str:
    """Turn the name of an experiment into the stem of a file name.

    Args:
        name: ``paper/what``.

    Returns:
        A name without slashes.

    Example:
        >>> file_stem("mistry2021division/fig3")
        'mistry2021division-fig3'
    """
    return re.sub(r"[^\w.-]+", "-", name).strip("-")
