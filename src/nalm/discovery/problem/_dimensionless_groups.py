"""Which exponents the units of measurement allow: w = w₀ + B z, exactly.

A formula whose units agree is a product with the target's unit, times a function of dimensionless
products (Buckingham 1914):

    y = Π xᵢ^(w₀ᵢ) · f(π),   πⱼ = Π xᵢ^(Bᵢⱼ)
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import TypeAlias, final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._elimination import eliminate
from nalm.discovery.problem._problem import Dimensions, Problem
from nalm.discovery.problem._separable import factor_values
from nalm.errors import InvalidValueError
from nalm.symbolic import Call, Fold, Number, Power, Product, Sum

_Powers: TypeAlias = tuple[Power, ...]


@final
@dataclass(frozen=True, kw_only=True)
class DimensionlessGroups:
    """Dimensionless products of inputs, and one with the target's unit.

    Attributes:
        exponents: Bᵢⱼ of each group, for each input.
        offset: w₀, of each input.
    """

    exponents: tuple[tuple[Fraction, ...], ...]
    offset: tuple[Fraction, ...]

    @property
    def basis(self) -> tuple[FloatArray, FloatArray]:
        """B `(inputs, groups)` and w₀ `(inputs,)`."""
        shape = len(self.exponents), len(self.offset)
        basis = np.array(self.exponents, dtype=np.float64).reshape(shape).T
        return basis, np.array(self.offset, dtype=np.float64)

    def factor(self, x: FloatArray) -> FloatArray:
        """Π xᵢ^(w₀ᵢ), which has the target's unit `(rows,)`."""
        return factor_values(x, self.offset)

    def reduced(self, problem: Problem) -> Problem | None:
        """Write a problem in groups: π for x, y / Π xᵢ^(w₀ᵢ) for y, weighed by the same residuals.

        A problem in which every input is a group is unchanged. `None` where no group is left, or
        one has no value.
        """
        if self._is_plain:
            return problem if problem.dimensions is None else replace(problem, dimensions=None)
        with np.errstate(all="ignore"):
            # A weight of w F² leaves the weighted squares as they are: w (y - f)² = w F² (y/F -
            # f/F)².
            x = np.column_stack([factor_values(problem.x, each) for each in self.exponents] or [[]])
            factor = self.factor(problem.x)
            y, weight = problem.y / factor, problem.weight * np.square(factor)
        usable = x.size and all(np.isfinite(each).all() for each in (x, y, weight))
        return Problem(x=x, y=y, weight=weight) if usable and weight.all() else None

    @property
    def _is_plain(self) -> bool:
        """Whether every input is a group, and there is no factor."""
        inputs = len(self.offset)
        unit = tuple(tuple(Fraction(int(i == k)) for i in range(inputs)) for k in range(inputs))
        return self.exponents == unit and not any(self.offset)

    def of(self, inner: "DimensionlessGroups") -> "DimensionlessGroups":
        """Write groups of these groups as groups of the inputs."""
        exponents = [_combined(each, self.exponents) for each in inner.exponents]
        factor = _combined(inner.offset, self.exponents)
        offset = tuple(a + b for a, b in zip(self.offset, factor, strict=True))
        return DimensionlessGroups(exponents=tuple(exponents), offset=offset)

    def restored(self, formula: Sum) -> Sum:
        """Write a formula of groups as one of the inputs."""
        of_inputs: Fold[Number, _Powers | Call, _Powers, Product, Sum] = Fold(
            number=lambda number: number,
            input=lambda group: _powers(self.exponents[group]),
            call=Call,
            power=_raised,
            product=lambda coefficient, powers: Product(coefficient, tuple(chain(*powers))),
            sum=lambda terms: Sum(tuple(terms)),
        )
        common = _powers(self.offset)
        plain = of_inputs(formula)
        return Sum(tuple(Product(t.coefficient, (*common, *t.powers)) for t in plain.terms))


def find_groups(dimensions: Dimensions | None, x: FloatArray) -> DimensionlessGroups:
    """Find the groups; without units every input is one.

    Each group is one input times powers of those that measure the others; these are positive, or at
    least never 0, where the rows leave a choice.

    Args:
        dimensions: Of the inputs and the target.
        x: Inputs `(rows, inputs)`.

    Raises:
        InvalidValueError: If no product of the inputs has the target's unit.

    Example:
        >>> metres = Dimensions(inputs=((Fraction(1), Fraction(1)),), target=(Fraction(2),))
        >>> groups = find_groups(metres, np.array([[0.0, 3.0]]))
        >>> [list(map(int, each)) for each in (*groups.exponents, groups.offset)]
        [[1, -1], [0, 2]]
    """
    inputs = x.shape[1]
    # Elimination takes the first usable columns as pivots, and these get powers of any sign and
    # size in all groups. So inputs that have such powers come first: those without zeros, of these
    # the positive ones.
    order: list[int] = np.lexsort(((x <= 0).any(axis=0), (x == 0).any(axis=0))).tolist()
    system: list[list[Fraction]] = []
    if dimensions is not None:
        for row, right in zip(dimensions.inputs, dimensions.target, strict=True):
            system.append([*(row[i] for i in order), right])
    places = eliminate(system)
    if inputs in places:
        raise InvalidValueError(
            "units: expected inputs of which some product has the target's unit, found none; "
            "correct a unit, or add the inputs or constants that are missing."
        )
    pivots = [order[place] for place in places]
    free = [i for i in range(inputs) if i not in pivots]
    exponents = [[Fraction(int(i == one)) for i in range(inputs)] for one in free]
    offset = [Fraction(0)] * inputs
    # A reduced row says: exponent of the pivot = right side - Σ row · free exponents. With all free
    # ones 0 that is w₀; each group is the vector of the null space with one of them 1.
    for row, pivot in zip(system, pivots, strict=False):
        for group, one in zip(exponents, free, strict=True):
            group[pivot] = -row[order.index(one)]
        offset[pivot] = row[inputs]
    return DimensionlessGroups(exponents=tuple(map(tuple, exponents)), offset=tuple(offset))


def beside(factor: tuple[Fraction, ...]) -> DimensionlessGroups:
    """Make a factor the only part that some inputs have; the others are groups.

    Args:
        factor: Exponents of the inputs, 0 for the others.

    Example:
        >>> groups = beside((Fraction(2), Fraction(0)))
        >>> [list(map(int, each)) for each in (*groups.exponents, groups.offset)]
        [[0, 1], [2, 0]]
    """
    inputs = range(len(factor))
    return DimensionlessGroups(
        exponents=tuple(
            tuple(Fraction(int(i == k)) for i in inputs) for k in inputs if not factor[k]
        ),
        offset=factor,
    )


def _combined(
    powers: tuple[Fraction, ...], exponents: tuple[tuple[Fraction, ...], ...]
) -> tuple[Fraction, ...]:
    """Exponents, of the inputs, of a product of powers of groups."""
    columns = zip(*exponents, strict=True)
    return tuple(sum(p * e for p, e in zip(powers, c, strict=True)) + Fraction(0) for c in columns)


def _powers(exponents: tuple[Fraction, ...]) -> _Powers:
    return tuple(Power(i, exponent) for i, exponent in enumerate(exponents) if exponent)


def _raised(base: _Powers | Call | Sum, exponent: Number) -> _Powers:
    if isinstance(base, Sum | Call):
        return (Power(base, exponent),)
    return tuple(Power(one.base, one.exponent * exponent) for one in base)
