"""Names and units out of headers such as "v0 (m/s)", "T [K]" or "[S] / mM"."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from nalm.tables._slashed import slashed

_OPENING = {")": "(", "]": "[", "}": "{"}
_CALLED = "abs cos erf exp f g lg ln log log10 log2 p sin sqrt tan tanh"
_FUNCTIONS = frozenset(_CALLED.split())
_PART = r"(?:[^\W\d_]{1,4}|[%‰°]|°[CF]|1)(?:(?:\^|\*\*)?[-+−]?\d+|[⁻⁺]?[¹²³⁴⁵⁶⁷⁸⁹⁰]+)?"
_UNIT = re.compile(rf"{_PART}(?:\s*[ */·.]\s*\(?{_PART}\)?)*")
_NONE = frozenset(["-", "–", "—", "1", "none", "dimensionless", "unitless", "no unit"])

_LONG = (
    "eV keV MeV GeV meV Pa hPa kPa MPa GPa bar mbar atm kg mg µg μg ug km cm mm µm μm um nm "
    "ms µs μs ns Hz kHz MHz GHz kN mN kJ MJ kW MW mW kV mV kA mA µA μA mol mmol kmol mM µM μM nM "
    "°C °F kWh"
)
_KNOWN = frozenset(_LONG.split())
"""Units that can hardly be a word or a quantity, as A and V in I/A and U/V can."""


@dataclass(frozen=True, kw_only=True)
class Header:
    """What stands above a column.

    Attributes:
        name: The column's name; "" for a column without one.
        written: The header as it is written.
        unit: Its unit as written, "1" where the header says that it has none; None for no word.
    """

    name: str
    written: str
    unit: str | None = None


def read_headers(written: Sequence[str], units: Sequence[str] = ()) -> tuple[Header, ...]:
    """Read what stands above the columns.

    Args:
        written: The headers, one for each column.
        units: The cells of a row of units below them; empty for none.

    Returns:
        Headers whose names differ.

    Example:
        >>> [(each.name, each.unit) for each in read_headers(["v0 (m/s)", "[S] / mM", "log(P)"])]
        [('v0', 'm/s'), ('S', 'mM'), ('log(P)', None)]
    """
    texts = [" ".join(text.split()) for text in written]
    parts = [_split(text) for text in texts]
    if not any(map(str.strip, units)):
        parts = [other or part for other, part in zip(slashed(texts), parts, strict=True)]
    counts = Counter(name for name, _ in parts)
    # "length (mean)" and "length (max)" are two columns, and so are "length" and "length (max)".
    parts = [
        part if counts[part[0]] == 1 else (text, None)
        for text, part in zip(texts, parts, strict=True)
    ]
    names = _distinct([name for name, _ in parts])
    below = [*map(_bare, units), *[""] * (len(texts) - len(units))]
    return tuple(
        Header(name=name, written=text, unit=_unit(unit or row or None))
        for name, text, (_, unit), row in zip(names, texts, parts, below, strict=True)
    )


def looks_like_unit(text: str) -> bool:
    """Tell whether a cell below a header may be a unit.

    Args:
        text: The cell.
    """
    bare = _bare(text)
    return bare.casefold() in _NONE or _UNIT.fullmatch(bare) is not None


def is_bracketed(text: str) -> bool:
    """Tell whether a cell is in brackets as a whole, as units often are."""
    return _bare(text) != text.strip()


def _split(text: str) -> tuple[str, str | None]:
    """Cut a header into a name and what stands behind it in brackets, a slash or a comma."""
    if text[-1:] in _OPENING and text:
        start = _opening(text)
        name, inside = text[:start].strip(), text[start + 1 : -1].strip()
        attached = text[start] == "(" and text[:start] == name
        if name and inside and not _is_expression(name, inside, attached=attached):
            return _bare(name), inside
        return (_bare(text) if start == 0 else text), None
    for sign in (" / ", ", ", " in ", " "):
        name, _, unit = text.rpartition(sign)
        if name and _is_unit(unit.strip(), behind=sign):
            return _bare(name.strip()), unit.strip()
    return text, None


def _is_unit(text: str, *, behind: str) -> bool:
    """Tell whether what stands behind a sign can hardly be but a unit: not dry in mass, dry."""
    if behind == " ":
        return text in ("°C", "°F")
    if text in _KNOWN or behind == " in ":
        return text in _KNOWN
    word = behind == ", " and len(text) > 2 and text.isalpha()
    return _UNIT.fullmatch(text) is not None and not word


def _opening(text: str) -> int:
    """Find the bracket that the last one closes."""
    depth = 0
    for place in range(len(text) - 1, -1, -1):
        depth += (text[place] == text[-1]) - (text[place] == _OPENING[text[-1]])
        if not depth:
            return place
    return 0


def _is_expression(name: str, inside: str, *, attached: bool) -> bool:
    """Tell whether brackets belong to the name: v (t=0), 1/[S], log(P), f(x)."""
    if "=" in inside or name[-1] in "+-*/^·" or not attached:
        return "=" in inside or name[-1] in "+-*/^·"
    return name.casefold() in _FUNCTIONS or _UNIT.fullmatch(inside) is None


def _bare(text: str) -> str:
    """Take away brackets around the whole."""
    plain = text.strip()
    whole = plain[-1:] in _OPENING and len(plain) > 2 and _opening(plain) == 0
    return plain[1:-1].strip() if whole and plain[0] == _OPENING[plain[-1]] else plain


def _unit(text: str | None) -> str | None:
    return "1" if text is not None and text.casefold() in _NONE else text


def _distinct(names: Sequence[str]) -> list[str]:
    counts = Counter(names)
    found: list[str] = []
    for name in names:
        distinct, number = name, 1
        while name and counts[name] > 1 and (distinct == name or distinct in counts):
            distinct, number = f"{name}_{number}", number + 1
        counts[distinct] += distinct != name
        found.append(distinct)
    return found
