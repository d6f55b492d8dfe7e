"""Roots of quadratic equations: equilibria of chemistry, times of flight, energies.

    y² = B y + C,   B = Σ b M,  C = Σ c M,   M = Π xᵢ^(wᵢ),   w whole

Written as y = B / 2 ± √(B² / 4 + C) such a law has the same numbers twice, and a search that does
not know of it has to find all of them at once. The equation itself often has two to four terms.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import comb

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._beam import beam
from nalm.discovery.numerics._choices import best_choices
from nalm.discovery.numerics._exponents import costs
from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import draw_rows
from nalm.discovery.rewriting._properties import largest_exponent
from nalm.discovery.scoring._constants import nearest_neat
from nalm.discovery.stages.regressions._library import Library, briefest, build, total_at_most
from nalm.discovery.stages.regressions._quadratic_root import Polynomial, write_quadratic_root
from nalm.discovery.stages.regressions._quadratic_root_fit import (
    FittedRoots,
    Target,
    fit_quadratic_roots,
)
from nalm.symbolic import Number, Sum

ROWS = 200
"""That the choices are fitted to."""
MOST_INPUTS = 6
"""Beyond which there are too many choices."""
VALUES = (1.0, 2.0, 3.0, 4.0)
"""Sizes of the exponents of an input."""
KINDS = ((2, 300), (3, 60))
"""Products of an equation, and of how many they are chosen, all with short descriptions."""
DEGREE, LONGEST = 2, 5
"""Of the polynomials of which longer equations are made, and their most products."""
FITTED, TOLD = 1000, 3
"""Choices of a kind that are fitted, and of which formulas are made."""
EXTENDED = 1500
"""Choices of longer equations that are fitted."""
PART = 250
"""Choices that are fitted at once."""
FLOOR = 1e-26
"""Mean squared residual, of a target of size 1, that counts as rounding error."""
SMOOTH, EASE = 3, 5
"""Highest degree of the polynomial that is fitted to y first, and rows for each of its terms."""
SIMPLE = 4
"""Largest numerator and denominator of a coefficient that is tried as exact."""
WITHIN = 4.0
"""Standard errors of a coefficient within which it is."""


def quadratic_roots(problem: Problem, limits: Limits, *, max_terms: int = 4) -> Iterator[Sum]:
    """Yield the likely roots, those of short equations first.

    Args:
        problem: The data.
        limits: What may not be exceeded.
        max_terms: Most products of B and C together, less one.
    """
    rows, inputs = problem.x.shape
    if not problem.y.any() or rows < 2 * LONGEST or inputs > MOST_INPUTS:
        return
    some = draw_rows(problem, ROWS, seed=0)
    sizes = [size for size in VALUES if size <= limits.largest]
    values = np.array([0.0, *sizes, *(-size for size in sizes)])
    for size, most in KINDS[:max_terms]:
        limits.check()
        exponents = briefest(inputs, values, costs=costs(values), most=most)
        equation = _equation(some, exponents)
        yield from equation.told(_short(equation, size), limits)
    degree = min(DEGREE, int(limits.largest))
    yield from _long(_equation(some, total_at_most(inputs, degree)), limits, max_terms + 1)


@dataclass(frozen=True, kw_only=True)
class _Equation:
    """What the products of an equation are chosen from: those of B, then those of C.

    Attributes:
        library: M.
        products: M, of root mean square 1 `(rows, products)`.
        target: What it is fitted to.
        scale: Of the target.
        costs: Of each column's exponents `(2 products,)`.
    """

    library: Library
    products: FloatArray
    target: Target
    scale: float
    costs: FloatArray

    @property
    def count(self) -> int:
        """Products."""
        return self.products.shape[1]

    def fit(self, choices: np.ndarray, limits: Limits) -> tuple[FittedRoots, FloatArray]:
        """Fit choices; return the fits and their description lengths."""
        parts: list[FittedRoots] = []
        # In parts, as each choice holds columns of its own on all rows; and the time is checked
        # between two parts.
        for part in np.array_split(choices, range(PART, len(choices), PART)):
            limits.check()
            parts.append(fit_quadratic_roots(self.products, self.target, choices=part))
        fits = FittedRoots(
            coefficients=np.vstack([part.coefficients for part in parts]),
            deviations=np.vstack([part.deviations for part in parts]),
            above=np.concatenate([part.above for part in parts]),
            misfit=np.concatenate([part.misfit for part in parts]),
        )
        rows = len(self.products)
        lengths = self.costs[choices].sum(axis=1) + choices.shape[1] * np.log(rows)
        return fits, rows * np.log(fits.misfit + FLOOR) + lengths

    def told(self, choices: np.ndarray, limits: Limits) -> Iterator[Sum]:
        """Yield the formulas of the best of these choices."""
        if not len(choices):
            return
        fits, lengths = self.fit(choices, limits)
        for k in np.argsort(lengths)[:TOLD]:
            if np.isfinite(lengths[k]):
                found = self._formulas(choices[k], fits, k)
                yield from (each for each in found if largest_exponent(each) <= limits.largest)

    def _formulas(self, choice: np.ndarray, fits: FittedRoots, which: int) -> Iterator[Sum]:
        """Write a root with measured coefficients, and with simple ones where they may be."""
        unit = self._units(choice)
        measured = (fits.coefficients[which] * unit).tolist()
        # `nearest_neat` looks within two deviations: of these, two are the standard errors of
        # `WITHIN`.
        deviations = (WITHIN / 2 * fits.deviations[which] * unit).tolist()
        simple = [_simple(c, d) for c, d in zip(measured, deviations, strict=True)]
        for numbers in (measured, simple):
            linear, constant = self._sums(choice, numbers)
            formula = write_quadratic_root(linear, constant, above=bool(fits.above[which]))
            if formula is not None:
                yield formula

    def _units(self, choice: np.ndarray) -> FloatArray:
        """Factors that bring coefficients into the units of the problem."""
        size = self.library.size[choice % self.count] / np.sqrt(len(self.products))
        return np.where(choice < self.count, self.scale, self.scale**2) / size

    def _sums(self, choice: np.ndarray, numbers: list[Number]) -> tuple[Polynomial, Polynomial]:
        linear, constant = Polynomial(), Polynomial()
        for place, number in zip(choice.tolist(), numbers, strict=True):
            exponents = self.library.exponents[place % self.count].tolist()
            (linear if place < self.count else constant)[tuple(map(int, exponents))] = number
        return linear, constant


def _simple(value: float, deviation: float) -> Number:
    """Give the simple number that a coefficient may be, else the coefficient."""
    exact = nearest_neat(value, deviation)
    if exact is None or max(abs(exact.numerator), exact.denominator) > SIMPLE:
        return value
    return exact


def _equation(problem: Problem, exponents: FloatArray) -> _Equation:
    library, scale = build(problem.x, exponents), root_mean_square(problem.y)
    return _Equation(
        library=library,
        products=library.values * np.sqrt(len(problem.y)),
        target=Target(
            y=problem.y / scale,
            smooth=_smooth(problem) / scale,
            root=np.sqrt(problem.weight / problem.weight.mean()),
        ),
        scale=scale,
        costs=np.tile(costs(library.exponents).sum(axis=1), 2),
    )


def _smooth(problem: Problem) -> FloatArray:
    """Fit the polynomial of the highest degree that the rows can carry with ease."""
    rows, inputs = problem.x.shape
    degree = max(d for d in range(SMOOTH + 1) if d < 2 or comb(inputs + d, d) <= rows / EASE)
    columns = build(problem.x, total_at_most(inputs, degree)).values
    root = np.sqrt(problem.weight)
    # An instrument has to be correlated with y, and not with its noise: it need not fit well.
    fit = np.linalg.lstsq(columns * root[:, None], problem.y * root, rcond=1e-12)[0]
    return columns @ fit


def _short(equation: _Equation, size: int) -> np.ndarray:
    """Choices of two or three of many that solve the linear equation best, one of C in each."""
    root, y = equation.target.root, equation.target.y
    above = equation.products * root[:, None]
    # As a linear equation y² = B y + C is biased by noise, but good enough to choose by. Its
    # columns are those of C, then those of B: `best_choices` wants the leading ones first.
    columns = np.hstack([above, above * y[:, None]])
    chosen = best_choices(
        columns,
        root * np.square(y),
        costs=equation.costs,
        size=size,
        leading=equation.count,
        most=FITTED,
    )
    return (chosen + equation.count) % (2 * equation.count)  # B comes first


def _long(equation: _Equation, limits: Limits, longest: int) -> Iterator[Sum]:
    """Make the best choices of few products longer, one by one."""
    count, width = 2 * equation.count, EXTENDED // (2 * equation.count)

    def lengths(choices: np.ndarray) -> FloatArray:
        return equation.fit(choices, limits)[1]

    # Beginning with C alone: without C the roots are B and 0.
    found = beam(np.arange(equation.count, count)[:, None], lengths, count=count, width=width)
    for choices, _ in islice(found, min(longest, LONGEST) - 1):
        if choices.shape[1] > 2:
            yield from equation.told(choices[:TOLD], limits)
