"""One form for several groups: which of its measured numbers each group has for its own.

A form of groups is an ordinary formula of the table's columns and of one column for each group,
which is 1 in its rows and 0 elsewhere. So it is fitted and judged as any other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import NamedTuple

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic import (
    Base,
    Call,
    Fold,
    Number,
    Power,
    Product,
    Sum,
    as_formula,
    parameters,
    with_measured,
    with_parameters,
)

ONE = Fraction(1)


@dataclass(frozen=True, kw_only=True)
class GroupForm:
    """A form with the numbers of every group.

    Attributes:
        form: Its measured numbers are the constants; their values here mean nothing.
        own: Of each constant, whether every group has its own.
        numbers: Of each group `(groups, constants)`; equal in a column that is shared.
    """

    form: Sum
    own: tuple[bool, ...]
    numbers: FloatArray

    @property
    def columns(self) -> np.ndarray:
        """Place of each group's constants among the parameters of `joint` `(groups, constants)`."""
        ids = np.arange(self.numbers.size, dtype=np.float64).reshape(self.numbers.shape)
        ids = np.where(self.own, ids, ids[:1])
        found = parameters(self._joint(ids, inputs=0)).tolist()
        place = {int(number): k for k, number in enumerate(found)}
        return np.array([[place[int(each)] for each in row] for row in ids], dtype=np.intp)

    def of(self, group: int) -> Sum:
        """Return the formula of one group."""
        return with_parameters(self.form, self.numbers[group])

    def joint(self, inputs: int) -> Sum:
        """Return the formula of all groups, whose columns come after so many inputs."""
        return self._joint(self.numbers, inputs=inputs)

    def with_joint(self, values: FloatArray) -> "GroupForm":
        """Return the same form with other parameters of `joint` `(parameters,)`."""
        return GroupForm(form=self.form, own=self.own, numbers=values[self.columns])

    def written(self, inputs: int) -> Sum:
        """Return the form with own constants as inputs after so many, to be shown.

        An exponent p of a base b that is such an input is written exp(p log b).
        """
        order = list(np.cumsum(self.own) - 1 + inputs)

        def exponent(place: int, base: Base) -> list[Power]:
            return [_exponential(int(order[place]), base)]

        return _rebuilt(
            with_parameters(self.form, self.numbers[0]),
            self.own,
            coefficient=lambda place: Power(int(order[place]), ONE),
            exponent=exponent,
        )

    def _joint(self, numbers: FloatArray, *, inputs: int) -> Sum:
        groups = range(len(numbers))

        def chosen(place: int) -> Sum:
            terms = (Product(float(numbers[g, place]), (Power(inputs + g, ONE),)) for g in groups)
            return Sum(tuple(terms))

        def exponent(place: int, base: Base) -> list[Power]:
            if not isinstance(base, int):
                return [_exponential(chosen(place), base)]
            # (1 - d + d x)^p is x^p in a group's rows and 1 elsewhere, and bears x = 0.
            return [
                Power(_where(base, inputs + group), float(numbers[group, place]))
                for group in groups
            ]

        return _rebuilt(
            with_parameters(self.form, numbers[0]),
            self.own,
            coefficient=lambda place: Power(chosen(place), ONE),
            exponent=exponent,
        )


def with_shared(formula: Sum, own: Sequence[bool]) -> Sum:
    """Make the shared constants of a group's formula exact, so that a fit leaves them as they are.

    Args:
        formula: Of one group.
        own: Of each constant, whether every group has its own.
    """
    return with_measured(formula, lambda k, old: old if own[k] else Fraction(old))


def _where(base: int, group: int) -> Sum:
    """1 - d + d x of an input x and a group's column d."""
    own = Power(group, ONE)
    return Sum((Product(ONE), Product(-ONE, (own,)), Product(ONE, (own, Power(base, ONE)))))


def _exponential(exponent: Base, base: Base) -> Power:
    """Write bᵖ of a formula p as exp(p log b)."""
    log = Power(Call("log", as_formula(base)), ONE)
    return Power(Call("exp", Sum((Product(ONE, (Power(exponent, ONE), log)),))), ONE)


class _Own(NamedTuple):
    """The place of a constant that differs by group."""

    place: int


def _rebuilt(
    form: Sum,
    own: Sequence[bool],
    *,
    coefficient: Callable[[int], Power],
    exponent: Callable[[int, Base], list[Power]],
) -> Sum:
    """Put something else in the place of each own constant."""
    places = count()

    def number(old: Number) -> Number | _Own:
        # A `Fold` meets the numbers in the order of `parameters`, so that places count up.
        place = next(places) if isinstance(old, float) else None
        return _Own(place) if place is not None and own[place] else old

    def power(base: Base, raised: Number | _Own) -> list[Power]:
        return exponent(raised.place, base) if isinstance(raised, _Own) else [Power(base, raised)]

    def product(factor: Number | _Own, powers: list[list[Power]]) -> Product:
        rest = tuple(each for part in powers for each in part)
        if isinstance(factor, _Own):
            return Product(ONE, (coefficient(factor.place), *rest))
        return Product(factor, rest)

    fold: Fold[Number | _Own, Base, list[Power], Product, Sum] = Fold(
        number=number,
        input=lambda index: index,
        call=Call,
        power=power,
        product=product,
        sum=lambda terms: Sum(tuple(terms)),
    )
    return fold(form)
