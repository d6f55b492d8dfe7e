"""How dates and times of day are written."""

import re

_TIME = r"\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?"
ISO = re.compile(rf"\d{{4}}[-/]\d{{1,2}}([-/]\d{{1,2}}([T ]\s*{_TIME})?)?")
"""Dates of ISO 8601."""
CLOCK = re.compile(r"\d{1,3}:\d{2}(:\d{2}(\.\d+)?)?")
"""Times of day: of two numbers the first counts hours."""
_OTHER_DATE = re.compile(
    r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(\s.*)?"
    r"|(\d{1,2}[ -.])?[A-Za-z]{3,9}[ -.]*(\d{1,2},? )?\d{4}(\s.*)?"
)


def is_date(text: str) -> bool:
    """Tell whether a cell is a date or a time of day, in whatever order.

    Args:
        text: The cell.
    """
    return any(form.fullmatch(text.strip()) for form in (ISO, CLOCK, _OTHER_DATE))
