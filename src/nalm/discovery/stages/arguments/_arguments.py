"""Arguments that a function may have: short products of inputs, and sums and differences of such.

F(b R),   R = Π xᵢ^(eᵢ)   or   R = (P₁ ± P₂ ± …) Π xₖ^(eₖ)   or   R = α xᵢ + β xⱼ,   Pₙ products
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, islice, product

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._exponents import LEAST, costs
from nalm.discovery.rewriting._neat_powers import neat_powers
from nalm.discovery.stages.products._neat_products import neat_products
from nalm.symbolic import Base, Call, Number, Power, Product, Sum

SIZES = ((1.0, 2.0, 0.5, 3.0, 1.5), (1.0, 2.0, 0.5), (1.0, 0.5), (1.0, 0.5), (1.0,))
"""Of the exponents of R, if it is of one input, of two, and so on."""
MOST = 700
"""Products that are tried: those with the shortest descriptions."""
MOST_DIFFERENCES = 120
ALIKE = 8.0
"""Ratio of the spreads of two inputs up to which their difference is tried."""


ANGLE = (0.5, 60.0)
"""Range of what may be an angle in radians."""


Exponents = tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class Argument:
    """R.

    Attributes:
        exponents: e `(inputs,)`.
        added: Exponents of the products whose sum is a factor as well, each with its coefficient:
            1, -1 or a measured number.
    """

    exponents: Exponents
    added: tuple[tuple[Exponents, float], ...] = ()

    @cached_property
    def cost(self) -> float:
        """Description length of its exponents and of what is measured."""
        measured = sum(not _is_sign(one) for _, one in self.added)
        return sum(_cost(e) for one in self._factors for e in one) + LEAST * measured

    @property
    def is_difference(self) -> bool:
        """Whether a product is subtracted."""
        return any(one < 0 for _, one in self.added)

    @property
    def is_short(self) -> bool:
        """Whether it is one input, or the sum or difference of two."""
        powers = [[e for e in one if e] for one in self._factors]
        return powers in ([[1.0]], [[], [1.0], [1.0]])

    @property
    def is_pair(self) -> bool:
        """Whether it is a product or a quotient of two inputs."""
        return not self.added and sorted(map(abs, filter(None, self.exponents))) == [1.0, 1.0]

    @property
    def inputs(self) -> tuple[int, ...]:
        """Inputs that it has."""
        return tuple(i for i, own in enumerate(zip(*self._factors, strict=True)) if any(own))

    @property
    def _factors(self) -> tuple[Exponents, ...]:
        return (self.exponents, *(one for one, _ in self.added))

    def values(self, x: FloatArray) -> FloatArray:
        """Compute R `(rows,)`."""
        values = _product(x, self.exponents)
        if not self.added:
            return values
        return values * sum(c * _product(x, one) for one, c in self.added)

    @property
    def powers(self) -> tuple[Power, ...]:
        """Write R as a product."""
        powers = neat_powers(np.array(self.exponents))
        if not self.added:
            return powers
        parts = (
            Product(Fraction(c) if _is_sign(c) else c, neat_powers(np.array(one)))
            for one, c in self.added
        )
        return (*powers, Power(Sum(tuple(parts)), Fraction(1)))

    def written(self, b: Number) -> Sum:
        """Write b R, without brackets where b is 1."""
        powers = self.powers
        if len(powers) == 1 and isinstance(powers[0].base, Sum) and b == 1 and type(b) is Fraction:
            return powers[0].base
        return Sum((Product(b, powers),))


@cache
def _cost(exponent: float) -> float:
    """Return the description length of an exponent: thousands of arguments share a few."""
    return float(costs(np.array(exponent)))


def _is_sign(coefficient: float) -> bool:
    return abs(coefficient) == 1


def _product(x: FloatArray, exponents: Exponents) -> FloatArray:
    used = [i for i, e in enumerate(exponents) if e]
    return np.prod([x[:, i] ** exponents[i] for i in used] or [np.ones(len(x))], axis=0)


def arguments(x: FloatArray) -> list[Argument]:
    """List them, the shortest descriptions first.

    Args:
        x: Inputs `(rows, inputs)`.
    """
    signed = np.asarray((x <= 0).any(axis=0))
    table = neat_products(signed, SIZES)
    # Where an input is 0, its reciprocal has no value.
    zero = (x == 0).any(axis=0)
    table = table[~(table[:, zero] < 0).any(axis=1)][:MOST]
    found = [Argument(exponents=tuple(row)) for row in table.tolist()]
    # Of many inputs there are too many differences to write them all down.
    found += islice(_differences(x), MOST_DIFFERENCES)
    return sorted(found, key=lambda one: one.cost)


def may_be_angle(values: FloatArray) -> bool:
    """Say whether an argument's values spread as angles in radians may."""
    low, high = ANGLE
    return bool(low < np.ptp(values) < high)


def angle_of(base: Base) -> int | None:
    """Return the input that a base is the sine or cosine of, as it is; `None` of any other base."""
    if not isinstance(base, Call) or base.function not in ("sin", "cos"):
        return None
    (term, *more) = base.argument.terms
    if more or term.coefficient != 1 or len(term.powers) != 1 or term.powers[0].exponent != 1:
        return None
    inner = term.powers[0].base
    return inner if isinstance(inner, int) else None


def _differences(x: FloatArray) -> Iterator[Argument]:
    inputs = x.shape[1]
    spread = np.ptp(x, axis=0)
    pairs = [
        (i, j)
        for i, j in combinations(range(inputs), 2)
        if spread[i] < ALIKE * spread[j] and spread[j] < ALIKE * spread[i]
    ]
    none, one = (0.0,) * inputs, [tuple(each) for each in np.eye(inputs).tolist()]
    for (i, j), sign in product(pairs, (-1, 1)):
        yield Argument(exponents=none, added=((one[i], 1), (one[j], sign)))
    zero = (x == 0).any(axis=0)
    for (i, j), k in product(pairs, range(inputs)):
        for e in (1.0, -1.0, -2.0) if k not in (i, j) else ():
            if e > 0 or not zero[k]:
                outer = tuple(e if m == k else 0.0 for m in range(inputs))
                yield Argument(exponents=outer, added=((one[i], 1), (one[j], -1)))
