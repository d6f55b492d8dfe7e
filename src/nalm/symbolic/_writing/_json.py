"""A formula as plain lists and dictionaries, to be kept as JSON."""

import math
import re
import reprlib
from fractions import Fraction
from typing import TypeGuard

from nalm.errors import InvalidValueError
from nalm.symbolic._formula._fold import Fold
from nalm.symbolic._formula._formula import Call, Number, Power, Product, Sum
from nalm.symbolic._formula._functions import function_names
from nalm.symbolic._formula._pi import read_multiple

# Python reads no whole number of more than 4300 digits, since that takes quadratic time.
_FRACTION = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?")
_DEPTH = 32  # sums inside each other: far more than any formula, far less than Python's stack


def to_json(formula: Sum) -> object:
    """Write a formula as dictionaries, lists, strings and numbers.

    A sum is `{"terms": [{"coefficient": 2.5, "powers": [{"base": 0, "exponent": "3/2"}]}]}`:
    measured numbers are numbers and come back to the last bit, exact ones are strings, as "3/2" or
    "pi/2", and a base is the number of an input, a sum again, or a function, as in
    `{"function": "exp", "argument": …}`.

    Args:
        formula: What is written.

    Returns:
        What `json.dump` writes and `from_json` reads.

    Raises:
        InvalidValueError: If a measured number is infinite or NaN, which JSON does not know.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Product, Sum, to_json
        >>> to_json(Sum((Product(Fraction(3, 2)),)))
        {'terms': [{'coefficient': '3/2', 'powers': []}]}
    """
    write: Fold[object, int, object, object, object] = Fold(
        number=_number_json,
        input=lambda index: index,
        call=lambda function, argument: {"function": function, "argument": argument},
        power=lambda base, exponent: {"base": base, "exponent": exponent},
        product=lambda coefficient, powers: {"coefficient": coefficient, "powers": powers},
        sum=lambda terms: {"terms": terms},
    )
    return write(formula)


def from_json(value: object) -> Sum:
    """Read what `to_json` wrote; nothing is evaluated.

    Args:
        value: What `json.load` returned.

    Returns:
        The formula.

    Raises:
        InvalidValueError: If anything else is found; the message says where.

    Example:
        >>> from nalm.symbolic import from_json
        >>> from_json({"terms": [{"coefficient": 2.5, "powers": []}]})
        Sum(terms=(Product(coefficient=2.5, powers=()),))
    """
    return _sum(value, "formula", depth=1)


def _number_json(number: Number) -> object:
    if isinstance(number, Fraction):
        return str(number)
    if not math.isfinite(number):
        raise InvalidValueError(
            f"formula should hold finite numbers to be kept, found {number}; "
            "keep only formulas that were fitted to finite data."
        )
    return float(number)


def _sum(value: object, place: str, *, depth: int) -> Sum:
    if depth > _DEPTH:
        raise _expected(f"at most {_DEPTH} sums inside each other", "more", place)
    fields = _fields(value, ("terms",), place)
    terms = _list(fields["terms"], f"{place}.terms")
    return Sum(tuple(_product(t, f"{place}.terms[{i}]", depth=depth) for i, t in enumerate(terms)))


def _product(value: object, place: str, *, depth: int) -> Product:
    fields = _fields(value, ("coefficient", "powers"), place)
    coefficient = _number(fields["coefficient"], f"{place}.coefficient")
    powers = _list(fields["powers"], f"{place}.powers")
    return Product(
        coefficient,
        tuple(_power(p, f"{place}.powers[{i}]", depth=depth) for i, p in enumerate(powers)),
    )


def _power(value: object, place: str, *, depth: int) -> Power:
    fields = _fields(value, ("base", "exponent"), place)
    base = fields["base"]
    if _is_object(base):
        base = _raised(base, f"{place}.base", depth=depth + 1)
    elif not isinstance(base, int) or isinstance(base, bool) or base < 0:
        raise _expected(
            "the number of an input, from 0, a sum or a function", base, f"{place}.base"
        )
    return Power(base, _number(fields["exponent"], f"{place}.exponent"))


def _raised(value: dict[str, object], place: str, *, depth: int) -> Sum | Call:
    if "function" not in value:
        return _sum(value, place, depth=depth)
    fields = _fields(value, ("function", "argument"), place)
    name = fields["function"]
    known = function_names()
    if not isinstance(name, str) or name not in known:
        expected = f"the name of a function that is registered ({', '.join(known)})"
        raise _expected(expected, name, f"{place}.function")
    return Call(name, _sum(fields["argument"], f"{place}.argument", depth=depth))


def _number(value: object, place: str) -> Number:
    if isinstance(value, str) and (multiple := read_multiple(value)) is not None:
        return multiple
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        above, _, below = value.partition("/")
        # A denominator of 0 goes on to the error at the end.
        if int(below or 1) != 0:
            return Fraction(int(above), int(below or 1))
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            number = float(value)  # other writers of JSON shorten 2.0 to 2
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return number
    raise _expected('a finite number or a fraction such as "3/2"', value, place)


def _fields(value: object, names: tuple[str, ...], place: str) -> dict[str, object]:
    if not _is_object(value) or set(value) != set(names):
        expected = "an object with exactly " + " and ".join(f'"{name}"' for name in names)
        raise _expected(expected, value, place)
    return value


def _is_object(value: object) -> TypeGuard[dict[str, object]]:
    return isinstance(value, dict)


def _list(value: object, place: str) -> list[object]:
    if not _is_list(value):
        raise _expected("a list", value, place)
    return value


def _is_list(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list)


def _expected(expected: str, found: object, place: str) -> InvalidValueError:
    return InvalidValueError(
        f"{place} should be {expected}, found {reprlib.repr(found)}; read only what to_json wrote."
    )
