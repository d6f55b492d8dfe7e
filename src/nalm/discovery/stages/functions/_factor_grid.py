"""Factors F(b R)^q e^(s R) of a law, and the numbers b of which a table of log |F| is made."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.functions._families import Family
from nalm.symbolic import Base

EXACT = (1.0, 2.0, 0.5)
"""Values of b that are not measured."""
STEP = 0.35
"""Of the phase at the far end of R, from one frequency to the next."""
REMEMBERED = 300
"""Tables that are kept; one takes up to a megabyte."""
TURNS_OF_ONE, TURNS = 8.0, 4.0
"""Periods within the range of R that are tried, if R is of one input, and otherwise."""


@dataclass(frozen=True, kw_only=True)
class Factor:
    """F(b R)^q e^(s R).

    Attributes:
        family: F.
        argument: R.
        b: Its number.
        measured: Whether b is any number; else it is one of `EXACT`.
        power: q.
        growing: Whether s is not 0.
        rate: s.
        score: Rows · log of what is left, and the description length.
    """

    family: Family
    argument: Argument
    b: float
    measured: bool
    power: float
    growing: bool
    rate: float
    score: float

    @property
    def base(self) -> Base:
        """F(b R)."""
        b = self.b if self.measured else Fraction(self.b)
        return self.family.written(self.argument.written(b))

    def logs(self, x: FloatArray) -> FloatArray:
        """Compute log |F(b R)| and, if s is not 0, R of inputs `(rows, 1 or 2)`."""
        values = self.argument.values(x)
        own = np.log(np.abs(self.family.values(self.b * values)))
        return np.column_stack([own, values] if self.growing else [own])


@dataclass(frozen=True, kw_only=True)
class FactorGrid:
    """log |F(b R)| of all families, one column for each b.

    Attributes:
        argument: R.
        parts: Each family with its columns.
        b: Of each column.
        measured: Whether it is: those of `EXACT` are not.
        columns: The values, 0 where a column is not usable `(rows, columns)`.
        usable: Where they are finite.
    """

    argument: Argument
    parts: tuple[tuple[Family, slice], ...]
    b: FloatArray
    measured: np.ndarray
    columns: FloatArray
    usable: np.ndarray

    @classmethod
    def of(
        cls, argument: Argument, values: FloatArray, *, families: Sequence[Family]
    ) -> "FactorGrid":
        """Compute it for the values of an argument."""
        single = len(argument.inputs) < 2
        numbers = _Numbers.of(values, single=single)
        parts: list[tuple[Family, slice]] = []
        b: list[FloatArray] = []
        columns: list[FloatArray] = []
        place = 0
        for family in families:
            own = numbers.of_family(family)
            if len(own) and (argument.added or not family.differences):
                parts.append((family, slice(place, place + len(own))))
                b.append(own)
                columns.append(family.values(np.outer(values, own)))
                place += len(own)
        table = np.log(np.abs(np.hstack(columns))) if columns else np.zeros((len(values), 0))
        usable = np.isfinite(table).all(axis=0)
        every = np.concatenate(b) if b else np.zeros(0)
        return cls(
            argument=argument,
            parts=tuple(parts),
            b=every,
            measured=~np.isin(np.abs(every), EXACT),
            columns=np.where(usable, table, 0.0),
            usable=np.asarray(usable),
        )

    def factor(
        self, family: Family, place: int, *, power: float, growing: bool, score: float
    ) -> Factor:
        """Return the factor of a column."""
        return Factor(
            family=family,
            argument=self.argument,
            b=float(self.b[place]),
            measured=bool(self.measured[place]),
            power=power,
            growing=growing,
            rate=0.0,
            score=score,
        )


GridOf = Callable[..., FactorGrid]
"""From an argument, its values and families to their table."""


def remembering() -> GridOf:
    """Make tables of the same rows and families once for each of the first arguments."""
    known: dict[Argument, FactorGrid] = {}

    def of(argument: Argument, values: FloatArray, *, families: Sequence[Family]) -> FactorGrid:
        made = known.get(argument) or FactorGrid.of(argument, values, families=families)
        if len(known) < REMEMBERED:
            known[argument] = made
        return made

    return of


class _Numbers(NamedTuple):
    """The numbers b that are tried for values of an argument."""

    largest: float
    middle: float
    span: float
    turns: float

    @classmethod
    def of(cls, values: FloatArray, *, single: bool) -> "_Numbers":
        """Measure the values."""
        size = np.abs(values)
        turns = TURNS_OF_ONE if single else TURNS
        return cls(float(size.max()), float(np.median(size)), float(np.ptp(values)), turns)

    def of_family(self, family: Family) -> FloatArray:
        """List b; those of `EXACT` are not measured."""
        if family.periodic:
            most = 2 * np.pi * self.turns
            b, known, fits = np.arange(STEP, most, STEP) / self.span, EXACT, self.span < most
        else:
            b = np.array(family.sizes) / self.middle
            b = np.concatenate([b, -b]) if family.both else b
            b = b[np.abs(b) * self.largest < family.largest * 4]
            known, fits = EXACT[:1], 1e-2 < self.largest < 1e2
            known = (*known, *(-b for b in known)) if family.both else known
        return np.concatenate([b, known]) if fits else b
