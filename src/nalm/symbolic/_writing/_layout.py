"""How a product is written: sign, coefficient, what is above and what is below the line."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from nalm.symbolic._formula._formula import Number, Power, Product, Sum


@dataclass(frozen=True)
class Layout:
    """± coefficient · above / below; exponents below the line are positive again.

    Attributes:
        negative: Whether a minus stands before it.
        coefficient: Its size; `None` where it is 1 and something else is above the line.
        above: Powers with an exponent ≥ 0.
        below: Reciprocals of powers with an exponent < 0.
    """

    negative: bool
    coefficient: Number | None
    above: tuple[Power, ...]
    below: tuple[Power, ...]

    def constants(self) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
        """Divide the coefficient too: a fraction's denominator is written below the line."""
        number = self.coefficient
        if not isinstance(number, Fraction):
            return ((), ()) if number is None else ((number,), ())
        numerator, denominator = Fraction(number.numerator), Fraction(number.denominator)
        return (
            (numerator,) if numerator != 1 or not self.above else (),
            (denominator,) if denominator != 1 else (),
        )


def layout(term: Product) -> Layout:
    """Divide a product into what is written where."""
    above = tuple(power for power in term.powers if not power.exponent < 0)
    below = tuple(
        replace(power, exponent=-power.exponent) for power in term.powers if power.exponent < 0
    )
    size = abs(term.coefficient)
    hidden = size == 1 and len(above) > 0
    return Layout(term.coefficient < 0, None if hidden else size, above, below)


def led_by_plus(terms: tuple[Product, ...]) -> tuple[Product, ...]:
    """Begin with the first term that needs no minus, if there is one: c^2 - v^2."""
    first = next((i for i, term in enumerate(terms) if not term.coefficient < 0), 0)
    return (*terms[first : first + 1], *terms[:first], *terms[first + 1 :])


def join_terms(formula: Sum, write: Callable[[Product], str]) -> str:
    """Write a sum's terms with a plus or minus between them; `write` leaves out a term's sign."""
    text = ""
    for term in led_by_plus(formula.terms):
        minus = layout(term).negative
        sign = (" - " if minus else " + ") if text else ("-" if minus else "")
        text += sign + write(term)
    return text or "0"


def rounded(formula: Sum, *, digits: int) -> Sum:
    """Round every measured number to significant digits, before it is decided how it is written."""

    def number(value: Number) -> Number:
        return float(f"{value:.{digits}g}") if isinstance(value, float) else value

    def base(value: "int | Sum") -> "int | Sum":
        return rounded(value, digits=digits) if isinstance(value, Sum) else value

    terms = (
        Product(
            number(term.coefficient),
            tuple(Power(base(power.base), number(power.exponent)) for power in term.powers),
        )
        for term in formula.terms
    )
    return Sum(tuple(terms))
