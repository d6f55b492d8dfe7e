"""Multiples of π, which are exact numbers too."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

_Rational: TypeAlias = "Fraction | int"

# The nearest double and what it lacks, with which multiples are rounded correctly.
_PI = Fraction(884279719003555, 281474976710656) + Fraction(1.2246467991473532e-16)

# What a plain fraction does with any number, of which the types of its methods know a part only.
_PLAIN: dict[str, Callable[[Any, Any], Any]] = {
    name: getattr(Fraction, name)
    for name in ("__add__", "__radd__", "__sub__", "__mul__", "__truediv__")
}


class MultipleOfPi(Fraction):
    r"""k π with an exact k, such as the phase π/2.

    Its value as a fraction is the double nearest to k π, so that whoever asks for exact numbers by
    `isinstance(number, Fraction)` finds it, and computes what doubles can. Times or divided by a
    rational it is a multiple of π again, divided by another one a rational; all other results are
    plain fractions or floats.

    Args:
        factor: k, not 0.

    Attributes:
        factor: k.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import MultipleOfPi
        >>> print(MultipleOfPi(Fraction(1, 4)) * 2, MultipleOfPi(3) / MultipleOfPi(2))
        pi/2 3/2
    """

    __slots__ = ("factor",)
    factor: Fraction

    def __new__(cls, factor: _Rational) -> "MultipleOfPi":
        """Make the multiple."""
        nearest = Fraction(float(Fraction(factor) * _PI))
        made = super().__new__(cls, nearest.numerator, nearest.denominator)
        made.factor = Fraction(factor)
        return made

    @classmethod
    def from_float(cls, f: float) -> Fraction:
        """Make a plain fraction, which comparisons with floats ask for."""
        return Fraction(f)

    def __reduce__(self) -> tuple[type["MultipleOfPi"], tuple[Fraction]]:
        """Pickle and copy the factor."""
        return MultipleOfPi, (self.factor,)

    def __copy__(self) -> "MultipleOfPi":
        """Return itself: it does not change."""
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> "MultipleOfPi":
        """Return itself: it does not change."""
        return self

    def __str__(self) -> str:
        """Write it as text: pi/2, 3*pi/2, -pi."""
        above, below = self.factor.numerator, self.factor.denominator
        times = {1: "", -1: "-"}.get(above, f"{above}*")
        return f"{times}pi" if below == 1 else f"{times}pi/{below}"

    def __repr__(self) -> str:
        """Write how it is made."""
        return f"MultipleOfPi({self.factor!r})"

    def __neg__(self) -> "MultipleOfPi":
        """Return -k π."""
        return MultipleOfPi(-self.factor)

    def __pos__(self) -> "MultipleOfPi":
        """Return itself."""
        return self

    def __abs__(self) -> "MultipleOfPi":
        """Return |k| π."""
        return MultipleOfPi(abs(self.factor))

    def __add__(self, other: Any) -> Any:  # noqa: ANN401  (of all numbers, like that of Fraction)
        """Add another multiple of π, or any number."""
        if isinstance(other, MultipleOfPi):
            return _multiple(self.factor + other.factor)
        total = _PLAIN["__add__"](self, other)
        return self if _is_rational(other) and other == 0 else total

    def __radd__(self, other: Any) -> Any:  # noqa: ANN401
        """Add to any number."""
        # `sum` begins with 0.
        total = _PLAIN["__radd__"](self, other)
        return self if _is_rational(other) and other == 0 else total

    def __sub__(self, other: Any) -> Any:  # noqa: ANN401
        """Subtract another multiple of π, or any number."""
        if isinstance(other, MultipleOfPi):
            return _multiple(self.factor - other.factor)
        difference = _PLAIN["__sub__"](self, other)
        return self if _is_rational(other) and other == 0 else difference

    def __mul__(self, other: Any) -> Any:  # noqa: ANN401
        """Multiply with any number; a rational gives a multiple of π."""
        if _is_rational(other):
            return _multiple(self.factor * other)
        return _PLAIN["__mul__"](self, other)

    def __rmul__(self, other: Any) -> Any:  # noqa: ANN401
        """Multiply with any number."""
        return self * other

    def __truediv__(self, other: Any) -> Any:  # noqa: ANN401
        """Divide by any number; a rational gives a multiple of π, such a multiple a rational."""
        if isinstance(other, MultipleOfPi):
            return self.factor / other.factor
        if _is_rational(other):
            return _multiple(self.factor / other)
        return _PLAIN["__truediv__"](self, other)


_TEXT = re.compile(r"(-?)(?:([0-9]{1,300})\*)?pi(?:/([0-9]{1,300}))?")


def read_multiple(text: str) -> MultipleOfPi | None:
    """Read what `str` writes, as "3*pi/2"; `None` of anything else."""
    found = _TEXT.fullmatch(text)
    if found is None:
        return None
    sign, above, below = found.groups()
    factor = Fraction(int(above or 1), int(below or 1)) if int(below or 1) else Fraction(0)
    return MultipleOfPi(-factor if sign else factor) if factor else None


def rational(number: Fraction) -> Fraction:
    """Return k of k π, and any other exact number itself."""
    return number.factor if isinstance(number, MultipleOfPi) else number


def _multiple(factor: Fraction) -> Fraction:
    return MultipleOfPi(factor) if factor else Fraction(0)


def _is_rational(number: object) -> bool:
    return isinstance(number, Fraction | int) and not isinstance(number, MultipleOfPi)
