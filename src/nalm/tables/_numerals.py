"""Numbers as people write them: which sign is the decimal one, and what stands for no number."""

import math
import re
from collections.abc import Iterable
from enum import Enum
from typing import Final

LONGEST = 400
"""Characters of a number: whole lines, cut at another separator than theirs, are none."""
_WORDS = (
    "? - -- --- – — . .. ... … * / na n/a n.a. n.a #n/a #na <na> nan nil none null missing k.a. "
    "#div/0! #value! #ref! #name? #num! #null! #spill!"
)
MISSING: Final = frozenset(_WORDS.split())
"""What stands for a missing value, in small letters; a blank cell does, too."""

_BEYOND = re.compile(
    r"([<>≤≥]=?\s*[-+]?[\d.,]+\S*(\s[^\W\d_]\S{0,11})?|<?\s*(lod|loq|lloq|bdl|bql|mdl)|n\.?\s?d\.?)",
    re.IGNORECASE,
)
_SPACES = "\u0020\u00a0\u2009\u202f'’_"
_GROUPED = re.compile(rf"(?<=\d)[{_SPACES}](?=\d{{3}}(?!\d))")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
# What is written without a mark or a sign, as in 3x100, may be a product.
_POWER = r"\s*[×xX*·]\s*10(?:\s*(?:\^|\*\*)\s*\(?([-+−]?\d+)\)?|([-+−]\d+)|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))"
_TEN = re.compile(_POWER + "$")
_NUMBER = re.compile(r"[-+]?(\d[\d.,]*|[.,]\d+)([eE][-+]?\d+)?")
_AFFIXED = re.compile(
    r"(?P<before>[$€£¥]?)\s*(?P<number>[-+−]?[\d.,][\d.,'’_\u00a0\u2009\u202f]*"
    rf"(?:[eE][-+]?\d+|{_POWER})?)"
    r"\s*(?P<behind>(?![xX]\s*\d|[eEdD]\s*[-+]?\s*\d)(?:[%‰°€$£¥]|[^\W\d_])[^\s\d,;<>±+-]{0,11}"
    r"(?:[ /·*^-]{1,2}[^\W_]{1,5}){0,3})?"
)


class Reads(Enum):
    """Say what the signs in a number tell about its decimal sign."""

    POINT = "."
    COMMA = ","
    EITHER_COMMA = "1,234"
    EITHER_POINT = "1.234"
    LONG = "1234"
    """Four digits in a row: nobody groups them."""
    NOTHING = ""


def is_missing(text: str) -> bool:
    """Tell whether a cell says that there is no value."""
    plain = text.strip().casefold()
    return not plain or plain in MISSING


def is_beyond(text: str) -> bool:
    """Tell whether a cell says that a value is below or above what could be measured."""
    return _BEYOND.fullmatch(text.strip()) is not None


def is_number(text: str) -> bool:
    """Tell whether a cell is a number in some way of writing."""
    if len(text) > LONGEST:
        return False
    return any(math.isfinite(number(text, decimal)) for decimal in ".,")


def number(text: str, decimal: str) -> float:
    """Read a number.

    Args:
        text: Such as "7,923.54", "1 234", "−5", "1.5D+03" or "2 × 10^3".
        decimal: Its decimal sign, "." or ","; the other one separates thousands.

    Returns:
        Its value; NaN if it is none.

    Example:
        >>> number("7,923.54", "."), number("7.923,54", ","), number("1,5", ".")
        (7923.54, 7923.54, nan)
    """
    match = _NUMBER.fullmatch(plain(text))
    if match is None:
        return math.nan
    mantissa, exponent = match[0].removesuffix(match[2] or ""), match[2] or ""
    whole, point, rest = mantissa.partition(decimal)
    other = "," if decimal == "." else "."
    if other in rest or (other in whole and not _is_grouped(whole, other)):
        return math.nan
    try:
        return float(whole.replace(other, "") + point.replace(",", ".") + rest + exponent)
    except ValueError:  # a point alone
        return math.nan


def reads(text: str) -> Reads:
    """Say what a number's signs tell.

    Args:
        text: A cell.

    Returns:
        What it tells; nothing for text.
    """
    found = plain(text)
    match = _NUMBER.fullmatch(found)
    if match is None:
        return Reads.NOTHING
    digits = match[1]
    with_point, with_comma = (not math.isnan(number(found, sign)) for sign in ".,")
    if with_point != with_comma:
        return Reads.POINT if with_point else Reads.COMMA
    if not with_point:
        return Reads.NOTHING
    if digits.isdigit():
        return Reads.LONG if len(digits) > 3 else Reads.NOTHING
    if match[2]:  # a power of ten stands behind no thousands
        return Reads.COMMA if "," in digits else Reads.POINT
    return Reads.EITHER_COMMA if "," in digits else Reads.EITHER_POINT


def plain(text: str) -> str:
    """Write a number without spaces between thousands, with ASCII signs and an exponent.

    Args:
        text: A cell.

    Returns:
        The number, with its points and commas as they were.
    """
    found = text.strip()
    if found[:1] in "−–":
        found = "-" + found[1:].lstrip()
    found = _TEN.sub(_exponent, found)
    found = _GROUPED.sub("", found)
    return re.sub(r"(?<=[\d.,])(?:[dD]|\s+[eEdD](?=[-+]))(?=[-+]?\d+$)", "e", found)


def affixes(texts: Iterable[str]) -> tuple[str, str] | None:
    """Find what stands before and behind every number, such as "$" or "kg".

    Args:
        texts: Cells.

    Returns:
        What all have in common; None if they do not, or if it is nothing.
    """
    found: set[tuple[str, str]] = set()
    for text in texts:
        # The end of a number, as in 3 x 10^-5, is nothing behind it.
        match = None if is_number(text) else _AFFIXED.fullmatch(text.strip())
        if match is None and not is_number(text):
            return None
        found.add(("", "") if match is None else (match["before"], match["behind"] or ""))
        if len(found) > 1:
            return None
    [both] = found or {("", "")}
    return both if any(both) else None


def without_affixes(text: str) -> str:
    """Return the number between what stands before and behind it."""
    match = _AFFIXED.fullmatch(text.strip())
    return text if match is None else match["number"]


def _exponent(match: re.Match[str]) -> str:
    power = next(filter(None, match.groups()))
    return "e" + power.replace("−", "-").translate(_RAISED)


def _is_grouped(whole: str, sign: str) -> bool:
    """Tell whether thousands are separated: in threes, or in twos before the last three."""
    first, *groups = whole.lstrip("+-").split(sign)
    threes = 1 <= len(first) <= 3 and all(len(each) == 3 for each in groups)
    lakhs = len(first) <= 2 and len(groups) > 1 and all(len(each) == 2 for each in groups[:-1])
    return first not in ("", "0", "00") and (threes or (lakhs and len(groups[-1]) == 3))
