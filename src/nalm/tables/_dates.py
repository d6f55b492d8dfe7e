"""How dates and times of day are written."""

import re

_ZONE = r"(Z|[+-]\d{2}:?\d{2})"
_MINUTES = r":\d{2}(:\d{2}([.,]\d+)?)?"
_TIME = rf"\d{{1,2}}{_MINUTES}\s*{_ZONE}?"
ISO = re.compile(
    rf"\d{{4}}[-/]\d{{1,2}}([-/]\d{{1,2}}([T ]\s*{_TIME})?)?"
    rf"|\d{{8}}T\d{{2}}(\d{{2}}(\d{{2}}([.,]\d+)?)?)?{_ZONE}?"
)
"""Dates of ISO 8601."""
CLOCK = re.compile(rf"\d{{1,3}}{_MINUTES}")
"""Times of day: of two numbers the first counts hours."""
HALF_DAY = re.compile(rf"(?P<hour>0?\d|1[0-2])(?P<rest>{_MINUTES})\s*(?P<half>[AaPp])\.?[Mm]\.?")
"""Times of day with AM or PM."""
_ZONED = re.compile(rf".*[T ].*\d\s*{_ZONE}")
_OTHER_DATE = re.compile(
    r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(\s.*)?"
    r"|(\d{1,2}[ -.])?[A-Za-z]{3,9}[ -.]*(\d{1,2},? )?\d{4}(\s.*)?"
)


def is_date(text: str) -> bool:
    """Tell whether a cell is a date or a time of day, in whatever order.

    Args:
        text: The cell.
    """
    return any(form.fullmatch(text.strip()) for form in (ISO, CLOCK, HALF_DAY, _OTHER_DATE))


def has_zone(text: str) -> bool | None:
    """Tell whether a time names its zone; None for a date without a time.

    Args:
        text: A date of ISO 8601.
    """
    if "T" not in text and ":" not in text:
        return None
    return _ZONED.fullmatch(text) is not None
