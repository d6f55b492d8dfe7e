"""How a product is written: sign, coefficient, what is above and what is below the line."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from nalm.symbolic._formula._formula import Number
from nalm.symbolic._formula._pi import MultipleOfPi, rational


class Base(NamedTuple):
    """What is raised, written by itself and as it stands beside other things.

    Of a function, also what stands before and behind an exponent, as in sin²(x).
    """

    alone: str
    enclosed: str
    around: tuple[str, str] | None = None


class Factor(NamedTuple):
    """A written power, with an exponent that is positive again where it stands below the line."""

    below: bool
    alone: str
    enclosed: str
    function: bool = False


class Term(NamedTuple):
    """A written product without its sign."""

    negative: bool
    text: str


@dataclass(frozen=True)
class Layout:
    """± coefficient · above / below.

    Attributes:
        negative: Whether a minus stands before it.
        coefficient: Its size; `None` where it is 1 and something else is above the line.
        above: Factors with an exponent ≥ 0.
        below: Reciprocals of factors with an exponent < 0.
    """

    negative: bool
    coefficient: Number | None
    above: tuple[Factor, ...]
    below: tuple[Factor, ...]

    def constants(self) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
        """Divide the coefficient too: a fraction's denominator is written below the line."""
        number = self.coefficient
        if not isinstance(number, Fraction):
            return ((), ()) if number is None else ((number,), ())
        factor = rational(number)
        numerator, denominator = Fraction(factor.numerator), Fraction(factor.denominator)
        if factor is not number:
            numerator = MultipleOfPi(numerator)
        return (
            # Something has to stand above the line, be it 1.
            (numerator,) if numerator != 1 or not self.above else (),
            (denominator,) if denominator != 1 else (),
        )


def layout(coefficient: Number, factors: Sequence[Factor]) -> Layout:
    """Divide a product into what is written where."""
    above = tuple(factor for factor in factors if not factor.below)
    below = tuple(factor for factor in factors if factor.below)
    size = written_size(coefficient, above=len(above) > 0)
    return Layout(coefficient < 0, size, above, below)


def written_size(coefficient: Number, *, above: bool) -> Number | None:
    """Return the size of a coefficient; `None` for a 1 where something else is above the line."""
    size = abs(coefficient)
    return None if size == 1 and above else size


def placed(exponent: Number) -> tuple[bool, Number]:
    """Tell whether a power is below the line, and return the exponent that it has there."""
    return (True, -exponent) if exponent < 0 else (False, exponent)


def led_by_plus(terms: Sequence[Term]) -> tuple[Term, ...]:
    """Begin with the first term that needs no minus, if there is one: c^2 - v^2."""
    first = next((i for i, term in enumerate(terms) if not term.negative), 0)
    return (*terms[first : first + 1], *terms[:first], *terms[first + 1 :])


def join_terms(terms: Sequence[Term]) -> str:
    """Write a sum, with a plus or minus between its terms."""
    text = ""
    for term in led_by_plus(terms):
        sign = (" - " if term.negative else " + ") if text else ("-" if term.negative else "")
        text += sign + term.text
    return text or "0"


def rounded(number: Number, *, digits: int) -> Number:
    """Round a measured number to significant digits, before it is decided how it is written."""
    return float(f"{number:.{digits}g}") if isinstance(number, float) else number
