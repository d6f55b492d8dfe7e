"""The one visitor of formulas: what becomes of each of their parts, from the inside out."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Generic, NoReturn, TypeVar

from nalm.errors import InvalidValueError
from nalm.symbolic._formula._formula import Base, Call, Number, Power, Product, Sum, with_sum

_Number = TypeVar("_Number")
_Input = TypeVar("_Input")
_Power = TypeVar("_Power")
_Product = TypeVar("_Product")
_Sum = TypeVar("_Sum")


def _refuse(function: str, argument: object) -> NoReturn:
    raise InvalidValueError(
        f"Fold should say what becomes of a function, found {function}(…) of {argument!r} and no "
        "`call`; give Fold(…, call=…)."
    )


@dataclass(frozen=True, kw_only=True)
class Fold(Generic[_Number, _Input, _Power, _Product, _Sum]):
    """Compute something of a formula, given what becomes of each kind of part.

    Only this class, what changes single parts, and the loops that have to be fast need to know how
    the parts lie inside each other; the rest of the package says what each becomes.

    Args:
        number: Of a coefficient or an exponent. It is called in the order of `parameters`.
        input: Of an input that is raised, given its index.
        power: Of a power, given what became of its base and of its exponent.
        product: Of a product, given what became of its coefficient and of its powers.
        sum: Of a sum, given what became of its terms: the formula itself, one that is raised, or
            a function's argument.
        call: Of a function of a sum, given its name and what became of the sum. Without it, a
            formula that has functions is refused.

    Raises:
        InvalidValueError: When it meets a function and has no `call`.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Fold, Power, Product, Sum
        >>> depth = Fold(
        ...     number=lambda number: number,
        ...     input=lambda index: 0,
        ...     call=lambda function, argument: argument,
        ...     power=lambda base, exponent: base,
        ...     product=lambda coefficient, powers: max(powers, default=0),
        ...     sum=lambda terms: 1 + max(terms, default=0),
        ... )
        >>> root = Power(Sum((Product(Fraction(1), (Power(0, Fraction(2)),)),)), Fraction(1, 2))
        >>> depth(Sum((Product(2.5, (root,)),)))
        2
    """

    number: Callable[[Number], _Number]
    input: Callable[[int], _Input]
    power: Callable[[_Input | _Sum, _Number], _Power]
    product: Callable[[_Number, list[_Power]], _Product]
    sum: Callable[[list[_Product]], _Sum]
    call: Callable[[str, _Sum], _Input | _Sum] = _refuse

    def __call__(self, formula: Sum) -> _Sum:
        """Compute it of a formula."""
        return self.sum([self.of_product(term) for term in formula.terms])

    def of_product(self, term: Product) -> _Product:
        """Compute it of one term."""
        coefficient = self.number(term.coefficient)
        return self.product(coefficient, [self.of_power(power) for power in term.powers])

    def of_power(self, power: Power) -> _Power:
        """Compute it of one factor."""
        # First the exponent and then the base, which is the order of `parameters`.
        exponent = self.number(power.exponent)
        return self.power(self.of_base(power.base), exponent)

    def of_base(self, base: Base) -> _Input | _Sum:
        """Compute it of what is raised."""
        if isinstance(base, Call):
            return self.call(base.function, self(base.argument))
        return self(base) if isinstance(base, Sum) else self.input(base)


def with_numbers(formula: Sum, number: Callable[[Number], Number]) -> Sum:
    """Replace every coefficient and exponent of a formula, in the order of `parameters`.

    It has a loop of its own, because fits replace numbers at each of their steps.

    Args:
        formula: The form.
        number: Returns the new number for an old one.

    Returns:
        The formula with the new numbers.
    """
    terms: list[Product] = []
    for term in formula.terms:
        coefficient = number(term.coefficient)
        powers: list[Power] = []
        for power in term.powers:
            exponent = number(power.exponent)
            base = power.base
            if not isinstance(base, int):  # spares a call for each input
                base = with_sum(base, partial(with_numbers, number=number))
            powers.append(Power(base, exponent))
        terms.append(Product(coefficient, tuple(powers)))
    return Sum(tuple(terms))
