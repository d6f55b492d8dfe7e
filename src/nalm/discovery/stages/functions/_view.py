"""A search seen otherwise: with functions as further inputs, and the target through a function.

    g(y) = h(x, F₁(b₁ R₁), …),   so   y = g⁻¹(h)

The other stages search h as they search any formula.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._rounding import UNROUNDED
from nalm.discovery.problem._preparation import with_inputs
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import take_rows
from nalm.symbolic import Base, Call, Power, Product, Sum, as_formula, evaluate

ONE = Fraction(1)
KNOWN = 0.85
"""Share of the rows that have to be inside the domain of what a target is seen through."""


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A function g that a target is seen through.

    Attributes:
        name: Of the function that has to be allowed; empty if none.
        domain: Which targets g has a value for, and g⁻¹ gives back `(rows,)`.
        values: g of the targets.
        slope: g' of them.
        inverse: g⁻¹ of a formula.
    """

    name: str
    domain: Callable[[FloatArray], np.ndarray]
    values: Callable[[FloatArray], FloatArray]
    slope: Callable[[FloatArray], FloatArray]
    inverse: Callable[[Sum], Sum]


def _inverse(function: str) -> Callable[[Sum], Sum]:
    return lambda formula: as_formula(Call(function, formula))


def _power(exponent: Fraction) -> Callable[[Sum], Sum]:
    return lambda formula: Sum((Product(ONE, (Power(formula, exponent),)),))


def power_of(exponent: Fraction) -> Seen:
    """See a positive target through a power, of which it is the reciprocal one."""
    p = float(exponent)
    return Seen(name="", domain=_positive, values=lambda y: y**p, slope=lambda y: p * y ** (p - 1),
                inverse=_power(1 / exponent))  # fmt: skip


def _within(low: float, high: float) -> Callable[[FloatArray], np.ndarray]:
    return lambda y: (y >= low) & (y <= high)


def _positive(y: FloatArray) -> np.ndarray:
    return y > 0


def _share(y: FloatArray) -> np.ndarray:
    return (y > 0) & (y < 1)


def _logistic(formula: Sum) -> Sum:
    below = Sum((Product(ONE), *as_formula(Call("exp", formula)).terms))
    return Sum((Product(ONE, (Power(below, -ONE),)),))


AS_IT_IS = Seen(
    name="", domain=np.isfinite, values=lambda y: y, slope=np.ones_like, inverse=lambda f: f
)
THROUGH = (
    Seen(name="exp", domain=_positive, values=np.log, slope=lambda y: 1 / y,
         inverse=_inverse("exp")),
    Seen(name="", domain=_positive, values=np.reciprocal, slope=lambda y: -1 / y**2,
         inverse=_power(-ONE)),
    Seen(name="", domain=_positive, values=np.square, slope=lambda y: 2 * y,
         inverse=_power(Fraction(1, 2))),
    Seen(name="sin", domain=_within(-np.pi / 2, np.pi / 2), values=np.sin, slope=np.cos,
         inverse=_inverse("arcsin")),
    Seen(name="cos", domain=_within(0, np.pi), values=np.cos, slope=lambda y: -np.sin(y),
         inverse=_inverse("arccos")),
    Seen(name="sin", domain=_within(-np.pi / 2, np.pi / 2), values=np.tan,
         slope=lambda y: 1 + np.tan(y) ** 2, inverse=_inverse("arctan")),
    Seen(name="exp", domain=_share, values=lambda y: np.log(1 / y - 1),
         slope=lambda y: 1 / (y * (y - 1)), inverse=_logistic),
    Seen(name="log", domain=lambda y: np.abs(y - y[:1]) < 30, values=np.exp, slope=np.exp,
         inverse=_inverse("log")),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class View:
    """What a search is seen as.

    Attributes:
        functions: Further inputs, written in the problem's own.
        left_out: Inputs that are seen through the functions alone.
        seen: What the target is seen through.
    """

    functions: tuple[Base, ...] = ()
    left_out: tuple[int, ...] = ()
    seen: Seen = AS_IT_IS

    def of(self, problem: Problem) -> Problem | None:
        """Write a problem so; `None` where something has no value.

        Rows that noise alone takes out of the domain of g, as negative ones of a decay, are left
        out: near its end they tell little of g anyway.
        """
        inside = self.seen.domain(problem.y)
        if inside.sum() < KNOWN * len(inside):
            return None
        if not inside.all():
            problem = take_rows(problem, np.flatnonzero(inside))
        with np.errstate(all="ignore"):
            extra = [evaluate(as_formula(one), problem.x) for one in self.functions]
            x = np.column_stack([problem.x[:, self._kept(problem.x.shape[1])], *extra])
            y = self.seen.values(problem.y)
            # A small error of y is one of g'(y) times as much in g(y).
            weight = problem.weight / np.square(self.seen.slope(problem.y))
        if not (np.isfinite(x).all() and np.isfinite(y).all() and np.isfinite(weight).all()):
            return None
        if not (weight > 0).all():
            return None
        return replace(problem, x=x, y=y, weight=weight, known=None, rounding=UNROUNDED)

    def _kept(self, inputs: int) -> list[int]:
        return [i for i in range(inputs) if i not in self.left_out]

    def restored(self, formula: Sum, *, inputs: int) -> Sum:
        """Write a formula in the problem's own inputs, and solve it for the target.

        Args:
            formula: Of the inputs of the view.
            inputs: How many the problem has.
        """
        bases: list[Base] = [*self._kept(inputs), *self.functions]
        return self.seen.inverse(with_inputs(formula, dict(enumerate(bases))))
