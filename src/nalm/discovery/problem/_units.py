"""Units of measurement, read from text as exact exponents.

A constant without a unit has any size, so that only the dimension of a unit counts: km and m are
the same in base units, and so are J and eV. A constant with a unit needs the names as
they were written.
"""

import re
from difflib import get_close_matches
from fractions import Fraction
from typing import final

from nalm._unit_table import CELSIUS, UNITS, base_units
from nalm.discovery.problem._unit_powers import Dimension, in_base_units
from nalm.errors import InvalidTypeError, InvalidValueError

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_RAISED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+")
_TOKEN = re.compile(
    r"(?P<own>\[[^\[\]]+\])"
    r"|(?P<number>\d+(?:\.\d+)?)"
    r"|(?P<name>[^\W\d_]+|%|°C|°F|°)"
    r"|(?P<power>\*\*|\^)"
    r"|(?P<sign>[*·⋅×./()+-])"
)
_HELP = 'Write it like "m/s^2", "kg m s^-2", "J/(kg K)", "1" (no unit) or "[apples]" (your own).'


def parse_unit(text: str) -> Dimension:
    """Read a unit in base units.

    Args:
        text: As in `unit_names`.

    Returns:
        Exponents of the base units.

    Raises:
        InvalidTypeError: If it is not a string.
        InvalidValueError: If it is not a unit; the message says where.

    Example:
        >>> parse_unit("N m") == parse_unit("kJ")
        True
    """
    return in_base_units(unit_names(text))


def unit_names(text: str) -> Dimension:
    """Read a unit as powers of the names that it is written with.

    Names are those of the SI with its prefixes, and common ones beside it. `*`, `·` or a space
    multiply, `/` divides, `^`, `**`, superscripts or a bare integer raise to a power; a name in
    brackets is a base unit of its own.

    Args:
        text: For example "m/s^2", "kg m s^-2", "kJ", "W m⁻² K⁻⁴", "m s-1", "1", "[person]".

    Returns:
        Exponents of the names.

    Raises:
        InvalidTypeError: If it is not a string.
        InvalidValueError: If it is not a unit; the message says where.

    Example:
        >>> unit_names("kJ/mol")
        {'kJ': Fraction(1, 1), 'mol': Fraction(-1, 1)}
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidTypeError(f"a unit must be a string; found {text!r}. {_HELP}")
    # The reader recurses into parentheses: hostile text must not exhaust the stack.
    if text.count("(") > 20:
        raise InvalidValueError(f"unit {text[:60]!r}… has too many parentheses. {_HELP}")
    # A superscript becomes `^` and digits, so that one grammar reads both.
    plain = _RAISED.sub(lambda match: "^" + match[0].translate(_SUPERSCRIPTS), text)
    return _Reader(text, _tokens(plain, text)).read()


def _tokens(plain: str, text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    place = 0
    while place < len(plain):
        if plain[place].isspace():
            place += 1
            continue
        match = _TOKEN.match(plain, place)
        if match is None:
            raise InvalidValueError(
                f"unit {text!r} has a {plain[place]!r} that means nothing. {_HELP}"
            )
        found.append((str(match.lastgroup), match[0]))
        place = match.end()
    return found


@final
class _Reader:
    """Recursive descent: product of factors, factor = (name | 1 | parentheses) power."""

    def __init__(self, text: str, tokens: list[tuple[str, str]]) -> None:
        self._text = text
        self._tokens = tokens
        self._next = 0

    def read(self) -> Dimension:
        result = self._product()
        if self._next < len(self._tokens):
            raise self._error(f"has a {self._peek()[1]!r} too many")
        return {base: power for base, power in result.items() if power}

    def _product(self) -> dict[str, Fraction]:
        total = self._factor()
        divided = False
        while self._peek()[1] not in ("", ")"):
            # Names that follow each other are multiplied, as those with a sign between them are.
            sign = self._peek()[1] if self._peek()[0] == "sign" else ""
            if sign in ("+", "-"):
                raise self._error(f"has a {sign!r}: units cannot be added")
            if sign != "(" and sign:
                self._next += 1
            # Conventions differ on whether K of J/kg K divides too. A second slash always divides
            # again.
            if divided and sign != "/":
                raise self._error(
                    "is ambiguous: what follows `/` needs parentheses, as in J/(kg K)"
                )
            divided = divided or sign == "/"
            factor = self._factor()
            for base, power in factor.items():
                total[base] = total.get(base, Fraction(0)) + (-power if sign == "/" else power)
        return total

    def _factor(self) -> dict[str, Fraction]:
        kind, token = self._take()
        value: dict[str, Fraction] = {}
        if kind == "own":
            value = {token: Fraction(1)}
        elif kind == "name":
            value = {self._known(token): Fraction(1)}
        elif kind == "number" and token != "1":
            raise self._error(f"has the number {token}: put it into the data, constants are free")
        elif token == "(":
            value = self._product()
            self._close()
        elif kind != "number":
            raise self._error(
                f"lacks a unit before {token!r}" if token else "lacks a unit at its end"
            )
        power = self._power()
        # 1 is a product of nothing, and stays so raised to any power.
        return {base: exponent * power for base, exponent in value.items()}

    def _known(self, name: str) -> str:
        if base_units(name) is not None:
            return name
        if name in CELSIUS:
            raise self._error(f"has {name!r}, whose zero is not zero: convert the data to K")
        near = get_close_matches(name, UNITS, n=3, cutoff=0.5)
        hint = f" (near it: {', '.join(near)})" if near else ""
        raise self._error(f"has the unknown name {name!r}{hint}")

    def _power(self) -> Fraction:
        kind, _ = self._peek()
        if kind == "power":
            self._next += 1
            if self._peek()[1] == "(":
                self._next += 1
                value = self._number()
                if self._peek()[1] == "/":
                    self._next += 1
                    below = self._number()
                    if not below:
                        raise self._error("divides by 0")
                    value /= below
                self._close()
                return value
            return self._number()
        # m2 or s-1: an integer behind the name
        return self._number() if kind == "number" or self._signed() else Fraction(1)

    def _signed(self) -> bool:
        following = self._tokens[self._next + 1][0] if self._next + 1 < len(self._tokens) else ""
        return self._peek()[1] in ("-", "+") and following == "number"

    def _number(self) -> Fraction:
        sign = self._take()[1] if self._peek()[1] in ("-", "+") else ""
        kind, token = self._take()
        if kind != "number":
            raise self._error(f"has {token!r} where an exponent should be")
        return Fraction(token) * (-1 if sign == "-" else 1)

    def _peek(self) -> tuple[str, str]:
        return self._tokens[self._next] if self._next < len(self._tokens) else ("", "")

    def _take(self) -> tuple[str, str]:
        token = self._peek()
        self._next += 1
        return token

    def _close(self) -> None:
        if self._take()[1] != ")":
            raise self._error("lacks a closing parenthesis")

    def _error(self, found: str) -> InvalidValueError:
        return InvalidValueError(f"unit {self._text!r} {found}. {_HELP}")
