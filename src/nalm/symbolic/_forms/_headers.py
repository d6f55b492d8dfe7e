"""Headers of columns, such as U/V, in the text of a form, where they read as arithmetic."""

import re
from collections.abc import Mapping

from nalm.errors import InvalidValueError
from nalm.symbolic._forms._parse import OTHER_FUNCTIONS, PI
from nalm.symbolic._forms._tokens import plain_name
from nalm.symbolic._formula._functions import function_names

_NAME = re.compile(r"[^\W\d]\w*")


def check_headers(text: str, written: Mapping[str, str]) -> None:
    """Refuse a form with a header whose letters would be taken for constants.

    x-1 is arithmetic beside a column x; without one, its x would be fitted.

    Args:
        text: Of the form.
        written: Header → the name that stands for it in a form.

    Raises:
        InvalidValueError: If there is one; the message says what to write.

    Example:
        >>> check_headers("y = a/x_1", {"x-1": "x_1"})
        >>> check_headers("y = a/(x-1)", {"x-1": "x_1"})
        Traceback (most recent call last):
        nalm.errors.InvalidValueError: form 'y = a/(x-1)': expected the column 'x-1' by its name...
    """
    known = {*map(plain_name, written.values()), *function_names(), *OTHER_FUNCTIONS, *PI}
    new, found, constants = text, dict[str, str](), dict[str, None]()
    for header in sorted(written, key=len, reverse=True):
        letters = [name for name in _NAME.findall(plain_name(header)) if name not in known]
        shorter = _pattern(header).sub(written[header], new) if letters else new
        if shorter != new:
            new, found[header] = shorter, written[header]
            constants |= dict.fromkeys(letters)
    if found:
        one = len(found) == 1
        raise InvalidValueError(
            f"form {text!r}: expected the {'column' if one else 'columns'} "
            f"{', '.join(map(repr, found))} by {'its name' if one else 'their names'} "
            f"{', '.join(found.values())}, found what stands above {'it' if one else 'them'}. "
            f"Write {new!r}; or, to fit {', '.join(constants)}, call constants otherwise."
        )


def _pattern(header: str) -> re.Pattern[str]:
    """Find a header between other signs than letters and digits, with any spaces in it."""
    parts = re.findall(r"\w+|[^\w\s]", header)
    return re.compile(r"(?<!\w)" + r"\s*".join(map(re.escape, parts)) + r"(?!\w)")
