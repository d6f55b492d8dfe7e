"""Dates without signs, such as 20200131, which are numbers, too."""

import re
import warnings
from typing import Any

from nalm.errors import ReadingWarning

_MONTH = re.compile(r"((?:19|20)\d{2})(0[1-9]|1[0-2])")
_DAY = re.compile(_MONTH.pattern + r"(0[1-9]|[12]\d|3[01])")


def say_compact_dates(column: Any) -> None:  # noqa: ANN401  (pandas has no types)
    """Warn of numbers that may be dates, where they are taken for times.

    Args:
        column: Of numbers.
    """
    if column.dtype.kind not in "iuf" or not len(known := column.dropna()):
        return
    texts = [f"{number:.10g}" for number in known.unique()]
    for form in (_DAY, _MONTH):
        if all(map(form.fullmatch, texts)):
            warnings.warn(
                f"took {column.name!r} as numbers, though all may be dates: if {texts[0]} is one, "
                f"write all as {form.sub(_with_dashes, texts[0])}.",
                ReadingWarning,
                stacklevel=3,
            )


def _with_dashes(match: re.Match[str]) -> str:
    return "-".join(match.groups())
