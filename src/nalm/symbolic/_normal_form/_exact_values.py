"""Functions of exact constants that are exact again."""

from fractions import Fraction

from nalm.symbolic._formula._functions import Symmetry, find_function
from nalm.symbolic._formula._number import HALF, ONE, ZERO
from nalm.symbolic._formula._pi import MultipleOfPi

_VALUES: dict[tuple[str, Fraction], Fraction] = {
    ("exp", ZERO): ONE,
    ("log", ONE): ZERO,
    ("cos", ZERO): ONE,
    ("cosh", ZERO): ONE,
    ("arccos", ONE): ZERO,
    ("arccos", ZERO): MultipleOfPi(HALF),
    ("arccos", -ONE): MultipleOfPi(1),
    ("arcsin", ONE): MultipleOfPi(HALF),
    ("arcsin", -ONE): MultipleOfPi(-HALF),
    ("arctan", ONE): MultipleOfPi(Fraction(1, 4)),
    ("arctan", -ONE): MultipleOfPi(Fraction(-1, 4)),
}
# sin(k π/6); of other k of this size it has no exact value.
_SINES = {0: ZERO, 1: HALF, 3: ONE, 5: HALF, 6: ZERO, 7: -HALF, 9: -ONE, 11: -HALF}


def exact_value(function: str, number: Fraction) -> Fraction | None:
    """Return F of an exact number, if it is exact and known, as sin(π/6) = 1/2.

    Args:
        function: The name of F.
        number: The number.
    """
    if isinstance(number, MultipleOfPi) and function in ("sin", "cos"):
        sixths = 6 * (number.factor + (HALF if function == "cos" else 0))
        return _SINES.get(int(sixths) % 12) if sixths.denominator == 1 else None
    if number == 0 and find_function(function).symmetry is Symmetry.ODD:
        return ZERO
    return _VALUES.get((function, number))
