"""Constraints as text, such as "y increasing in x" and "y(x=0) = 0"."""

import math
import re
from collections.abc import Sequence

import numpy as np

from nalm.discovery.constraints._kinds import (
    KINDS,
    Bounded,
    Constraint,
    Domain,
    Monotone,
    Point,
    Slope,
    Value,
)
from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.symbolic import evaluate, read_form

_MONOTONE = re.compile(r"(?:(?P<of>\w+)\s+)?(?P<word>increasing|decreasing)\s+in\s+(?P<input>.+)")
_AT_POINT = re.compile(
    r"(?:d(?P<top>\w+)\s*/\s*d(?P<by>\w+)|(?P<of>\w+))\s*"  # dy/dx, or y
    r"\((?P<at>[^()]*)\)\s*=(?P<equals>[^=]+)"  # (x=0) = 1
)
_RELATION = re.compile(r"<=?|>=?|≤|≥")
_EXPECTED = (
    '"increasing in x", "decreasing in x", "y >= 0", "0 <= y <= 1", "y(x=0) = 0", "y(x=inf) = 5" '
    'or "dy/dx(x=0) = 1", the first four with a range such as "for x in 0:10" behind them'
)


def read_constraints(given: Sequence[Constraint | str]) -> tuple[Constraint, ...]:
    """Read constraints, each a spec or a text.

    Numbers may be written as in a form, such as 2*pi/3. The name on the left is that of a target;
    y stands for all, unless one of several targets is called so.

    Args:
        given: Specs and texts.

    Raises:
        InvalidTypeError: If one is neither.
        InvalidValueError: If a text is no constraint.

    Example:
        >>> read_constraints(["increasing in x", "y(x=0) = 0"])[1].at
        {'x': 0.0}
    """
    return tuple(_read(each) if isinstance(each, str) else _checked(each) for each in given)


def _checked(constraint: Constraint) -> Constraint:
    if not isinstance(constraint, KINDS):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidTypeError(
            "`constraints` must hold texts, or Bounded, Monotone, Value and Slope of "
            f"nalm.discovery; found {constraint!r}. Write {_EXPECTED}."
        )
    return constraint


def _read(text: str) -> Constraint:
    body, _, where = text.partition(" for ")
    body = body.strip()
    try:
        if match := _MONOTONE.fullmatch(body):
            return Monotone(
                input=match["input"].strip(),
                rising=match["word"] == "increasing",
                within=_domain(where),
                of=match["of"],
            )
        if not where and (match := _AT_POINT.fullmatch(body)):
            at, equals = _point(match["at"]), _number(match["equals"])
            if match["by"]:
                return Slope(input=match["by"], at=at, equals=equals, of=match["top"])
            return Value(at=at, equals=equals, of=match["of"])
        return _bounds(body, where)
    except InvalidValueError as error:
        why = str(error).removeprefix("constraint: ")
        raise InvalidValueError(f"constraint {text!r}: {why} Write {_EXPECTED}.") from None


def _bounds(body: str, where: str) -> Bounded:
    signs, parts = _RELATION.findall(body), [each.strip() for each in _RELATION.split(body)]
    names = [k for k, part in enumerate(parts) if re.fullmatch(r"(?!inf$|pi$|\d)\w+", part)]
    upward = {sign[0] in "<≤" for sign in signs}
    if len(signs) not in (1, 2) or len(names) != 1 or len(upward) != 1:
        raise InvalidValueError("constraint: expected one of a few kinds, found another text.")
    [place], [is_up] = names, upward
    if not is_up:
        parts, place = parts[::-1], len(parts) - 1 - place
    below, above = parts[:place], parts[place + 1 :]
    if len(below) > 1 or len(above) > 1:
        raise InvalidValueError("constraint: found the target at an end of two bounds.")
    return Bounded(
        lower=_number(below[0]) if below else -math.inf,
        upper=_number(above[0]) if above else math.inf,
        within=_domain(where),
        of=parts[place],
    )


def _point(text: str) -> Point:
    if "=" not in text:
        return _number(text)
    return dict(_named(part, "=") for part in text.split(","))


def _domain(text: str) -> Domain:
    found: dict[str, tuple[float, float]] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, value = _named_text(part, " in ")
        low, colon, high = value.partition(":")
        if not colon:
            raise InvalidValueError(f"constraint: expected a range such as 0:10, found {value!r}.")
        found[name] = (_number(low), _number(high))
    return found


def _named(part: str, sign: str) -> tuple[str, float]:
    name, value = _named_text(part, sign)
    return name, _number(value)


def _named_text(part: str, sign: str) -> tuple[str, str]:
    name, found, value = part.partition(sign)
    if not found or not name.strip():
        raise InvalidValueError(f"constraint: expected NAME{sign}NUMBER, found {part.strip()!r}.")
    return name.strip(), value.strip()


def _number(text: str) -> float:
    plain = text.strip()
    if plain.lstrip("+-") in ("inf", "∞"):
        return -math.inf if plain.startswith("-") else math.inf
    try:
        form = read_form(plain, ())
        value = float(evaluate(form.formula, np.zeros((1, 0)))[0]) if not form.constants else np.nan
    except InvalidValueError:
        value = np.nan
    if not math.isfinite(value):
        raise InvalidValueError(f"constraint: expected a number, found {plain!r}.")
    return value


def constraints_without_groups(
    given: Sequence[Constraint | str], groups: object
) -> tuple[Constraint, ...]:
    """Read constraints on a table that has no groups.

    Args:
        given: Specs and texts.
        groups: Of the rows; None without.

    Raises:
        InvalidTypeError: If one is neither.
        InvalidValueError: If a text is no constraint, or there are groups.

    Example:
        >>> constraints_without_groups(["y >= 0"], ["a", "b"])
        Traceback (most recent call last):
        nalm.errors.InvalidValueError: `constraints` must be () with `groups`; found ...
    """
    read = read_constraints(given)
    if read and groups is not None:
        raise InvalidValueError(
            f"`constraints` must be () with `groups`; found {str(read[0])!r}. Fit each group "
            "alone, or leave the constraints out."
        )
    return read
