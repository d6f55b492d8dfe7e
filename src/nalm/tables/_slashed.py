"""Headers of a quantity over its unit, such as "U/V", "t/s" and "v/(m/s)" (ISO 80000-1, 7.2)."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from nalm._unit_table import CELSIUS, base_units

_SYMBOL = re.compile(r"[ΔΔ∆]?[^\W\d_](?:[^\W\d_]|_?\d{1,2}|_\w{1,12}|['′])?")
_QUOTIENT = re.compile(rf"({_SYMBOL.pattern})/([^\s/].*)")
_NAME = r"(?:[^\W\d_⁰¹²³⁴⁵⁶⁷⁸⁹]+|°[CF]?|%)"
_FACTOR = rf"{_NAME}(?:(?:\^|\*\*)?[-+−]?\d+|[⁻⁺]?[¹²³⁴⁵⁶⁷⁸⁹⁰]+)?"
_UNIT = re.compile(rf"{_FACTOR}(?:[ */·.]\(?{_FACTOR}\)?)*")
MOSTLY = 0.5
"""Part of the columns that have such headers where none of their units is beyond doubt."""
_USUAL = frozenset(["V", "A", "K", "s", "m", "N", "J", "W"])
"""Letters that headers end in as units more often than as quantities, such as C in H/C and O/C."""
_PER = frozenset(["min", "kg", "ha"])
"""What is counted per unit in a quotient, as in n/min."""


class Slashed(NamedTuple):
    """A header as a quantity and its unit."""

    name: str
    unit: str


def slashed(headers: Sequence[str]) -> list[Slashed | None]:
    """Read headers as a quantity over its unit, where a table as a whole is written so.

    A quotient of two quantities looks alike: W/L is no width in litres. So every header of this
    form has to end in a unit, and no column may be called like one of them. One of the units has
    to be beyond doubt, as kPa in p/kPa, or most columns have such headers of different units.

    Args:
        headers: Of all columns.

    Returns:
        One for each header; None where it is to stay as it is.

    Example:
        >>> slashed(["U/V", "I/A"])
        [Slashed(name='U', unit='V'), Slashed(name='I', unit='A')]
        >>> slashed(["W/L", "L"])
        [None, None]
    """
    found = [_quantity(text) for text in headers]
    kept: list[Slashed | None] = [None] * len(headers)
    quotients = [each for each in found if each is not None]
    units = {each.unit for each in quotients}
    names = {each.name for each in quotients} | set(headers)
    if not all(map(is_known_unit, units)) or units & names:
        return kept
    most = len(quotients) >= MOSTLY * sum(map(bool, headers))
    usual = len(units) > 1 and units <= _USUAL
    return found if any(map(_is_sure, quotients)) or (most and usual) else kept


def is_known_unit(text: str) -> bool:
    """Tell whether all names in a unit are known.

    Args:
        text: Such as "kPa", "m s^-1" or "kJ/mol".

    Example:
        >>> is_known_unit("m s^-1"), is_known_unit("L"), is_known_unit("length")
        (True, True, False)
    """
    return _UNIT.fullmatch(text) is not None and all(map(_is_known, re.findall(_NAME, text)))


def _quantity(text: str) -> Slashed | None:
    match = _QUOTIENT.fullmatch(text)
    if match is None:
        return None
    name, unit = match.groups()
    bare = unit[1:-1] if (unit[0], unit[-1]) in {("(", ")"), ("[", "]")} else unit
    return Slashed(name, bare)


def _is_sure(header: Slashed) -> bool:
    """Tell whether this can hardly be a quotient, nor a unit as a whole such as km/h."""
    is_unit = _is_known(header.name) and header.unit not in CELSIUS
    return len(header.unit) > 1 and header.unit not in _PER and not is_unit


def _is_known(name: str) -> bool:
    # Mg is magnesium, in Ca/Mg, rather than a thousand kilogrammes.
    return name in CELSIUS or (name != "Mg" and base_units(name) is not None)
