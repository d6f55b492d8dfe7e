"""A form's text as words, numbers and signs, each with its place."""

import re
import unicodedata
from collections.abc import Collection
from typing import NamedTuple, NoReturn

from nalm.errors import InvalidValueError

LONGEST = 10_000
"""Letters of a form, at most."""

_SIGNS = {"·": "*", "×": "*", "∙": "*", "÷": "/", "−": "-", "–": "-", "**": "^"}
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_NUMBER = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_WORD = re.compile(r"(?![0-9])\w+")
_SHORT_WORD = re.compile(rf"(?![0-9])(?:(?![{_SUPERSCRIPTS}])\w)+")
_SIGN = re.compile(r"\*\*|[-+*/^()=,·×∙÷−–]")
_POWER = re.compile(rf"⁻?[{_SUPERSCRIPTS}]+")


class Token(NamedTuple):
    """A piece of the text.

    Attributes:
        kind: "number", "name", "end", or the sign itself, "^" for a power.
        text: As it counts: names in Unicode's form NFKC.
        place: Of its first letter, from 1.
    """

    kind: str
    text: str
    place: int


def plain_name(name: str) -> str:
    """Write a name so that those that look alike are one: µ and μ, é and é."""
    return unicodedata.normalize("NFKC", name)


def refuse(text: str, place: int, *, expected: str, found: str, remedy: str) -> NoReturn:
    """Raise the error of a form that cannot be read, with the place where."""
    raise InvalidValueError(
        f"form {text!r}: expected {expected} at position {place}, found {found}. {remedy}"
    )


def tokens_of(text: str, known: Collection[str]) -> list[Token]:
    """Split a form into tokens.

    Args:
        text: What the user wrote.
        known: Names of inputs, which may hold letters such as ².

    Raises:
        InvalidValueError: If a letter has no meaning in a form, or the text is too long.
    """
    if len(text) > LONGEST:
        raise InvalidValueError(
            f"form: expected at most {LONGEST} letters, found {len(text)}. Write a shorter one."
        )
    found: list[Token] = []
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        place = _next(text, place, known, found)
    return [*found, Token("end", "", len(text) + 1)]


def _next(text: str, place: int, known: Collection[str], found: list[Token]) -> int:
    """Add the token at a place; return the place behind it."""
    whole = _WORD.match(text, place)
    word = whole if whole and plain_name(whole[0]) in known else _SHORT_WORD.match(text, place)
    if word:
        found.append(Token("name", plain_name(word[0]), place + 1))
        return word.end()
    if number := _NUMBER.match(text, place):
        found.append(Token("number", number[0], place + 1))
        return number.end()
    if power := _POWER.match(text, place):  # x² is x^2
        digits = unicodedata.normalize("NFKC", power[0]).replace("−", "-")
        found.append(Token("^", "^", place + 1))
        if digits.startswith("-"):
            found.append(Token("-", "-", place + 1))
        found.append(Token("number", digits.lstrip("-"), place + 1))
        return power.end()
    if sign := _SIGN.match(text, place):
        kind = _SIGNS.get(sign[0], sign[0])
        found.append(Token(kind, sign[0], place + 1))
        return sign.end()
    refuse(
        text,
        place + 1,
        expected="a number, a name or one of + - * / ^ ( )",
        found=repr(text[place]),
        remedy="Write arithmetic and functions alone, such as a*exp(-b*t) + c.",
    )
