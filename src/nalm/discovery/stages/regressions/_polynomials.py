"""Formulas with many terms: a power of the target is a sparse polynomial.

    (y / Π xᵢ^(vᵢ))^q = Σ c Π xᵢ^(wᵢ),   w whole

for the few values of q that laws have. What is common to all terms, the factor Π xᵢ^(vᵢ), is
divided out first where some inputs act by such a factor alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._exponents import costs
from nalm.discovery.numerics._powered import STEPS, Powered, has_root
from nalm.discovery.numerics._sparse import Selection, select
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._separable import factor_values, factors
from nalm.discovery.rewriting._anchor import anchored
from nalm.discovery.rewriting._proportion import in_proportion
from nalm.discovery.stages.regressions._library import (
    Library,
    build,
    carried,
    laurent_exponents,
    polynomial_exponents,
    total_at_most,
)
from nalm.symbolic import Power, Product, Sum

POWERS = (Fraction(1), Fraction(-1), Fraction(2), Fraction(-2))
DEGREES = (2, 3, 6)
"""Highest degrees of the libraries: a law of low degree is found in a small one, in more noise."""
BETTER = 0.1
"""Share of a misfit at which a larger library is taken for the right one."""
LARGEST = 1e100
"""Size of a power of the target, and of weights, beyond which squares may overflow."""
SCREENED = 6
"""Combinations of factor and power that are searched, of those that a full quadric fits best."""


@dataclass(frozen=True)
class _Form:
    """y = Π xᵢ^(vᵢ) · (sum)^(1/q); the inputs of the factor are in the sum only if it is whole."""

    factor: tuple[Fraction, ...]
    power: Fraction
    whole: bool = False

    @property
    def inputs(self) -> list[int]:
        """Places of the inputs that are in the sum."""
        return [i for i, exponent in enumerate(self.factor) if self.whole or not exponent]


def polynomials(problem: Problem, limits: Limits) -> Iterator[Sum]:
    """Yield a formula for each of the promising forms, most promising first."""
    scores: dict[_Form, float] = {}
    for form in _forms(problem, limits.largest):
        limits.check()
        scores[form] = _screen(problem, form)
        # The longer form contains the shorter one, and has to be much nearer than that.
        if form.whole and scores[form] > BETTER * scores[replace(form, whole=False)]:
            scores[form] = np.inf
    for form in sorted(scores, key=scores.__getitem__)[:SCREENED]:
        if np.isfinite(scores[form]):
            yield from _search(problem, form, limits)


def _forms(problem: Problem, largest: float) -> Iterator[_Form]:
    none = (Fraction(0),) * problem.x.shape[1]
    for factor in [none, *factors(problem, largest=largest)]:
        sign = np.sign(problem.y) * np.sign(factor_values(problem.x, factor))
        for power in POWERS:
            if has_root(sign, power):
                yield _Form(factor, power)
                if power != 1 and any(factor):
                    yield _Form(factor, power, whole=True)


def _powered(problem: Problem, form: _Form) -> Powered | None:
    """The target without the factor."""
    if not form.inputs:
        return None
    with np.errstate(all="ignore"):
        factor = factor_values(problem.x, form.factor)
        scale = _scale(problem, form)
        y: FloatArray = problem.y / factor / scale
        root = np.sqrt(problem.weight) * np.abs(factor)
        root = root / np.sqrt(np.mean(np.square(root)))
        powered = Powered(power=form.power, y=y, root=root)
        usable = all((np.abs(each) < LARGEST).all() for each in powered.linear(powered.begin))
        usable = usable and bool(np.square(root * y).any())
    return powered if usable else None


def _screen(problem: Problem, form: _Form) -> float:
    """Relative misfit of the full quadric: low where a polynomial is the right kind of form.

    Of a plane, or a constant, where the rows cannot carry a quadric of so many inputs; of the full
    Laurent sum where that comes far closer.
    """
    powered = _powered(problem, form)
    if powered is None:
        return np.inf
    x = problem.x[:, form.inputs]
    inputs, most = x.shape[1], carried(len(x))
    degree = max(d for d in range(3) if d == 0 or comb(inputs + d, d) <= most)
    misfit = _misfit(build(x, total_at_most(inputs, degree)), powered)
    laurent = _laurent(x)
    if laurent is None:
        return misfit
    closer = _misfit(build(x, laurent), powered, steps=1)
    return closer if closer < BETTER * misfit else misfit


def _misfit(library: Library, powered: Powered, *, steps: int = STEPS) -> float:
    """Mean squared residual of all columns, for each degree of freedom, of a target of size 1."""
    with np.errstate(all="ignore"):
        _, residual = powered.fitted(library.values, steps)
    size = float(np.mean(np.square(powered.root * powered.y)))
    rows, columns = library.values.shape
    return float(np.square(residual).sum() / max(rows - columns, 1)) / size


def _laurent(x: FloatArray) -> FloatArray | None:
    return laurent_exponents(x.shape[1], rows=len(x)) if (x != 0).all() else None


def _search(problem: Problem, form: _Form, limits: Limits) -> Iterator[Sum]:
    powered = _powered(problem, form)
    if powered is None:
        return
    x = problem.x[:, form.inputs]
    libraries = [
        polynomial_exponents(x.shape[1], rows=len(x), highest=highest) for highest in DEGREES
    ]
    # Few rows make libraries of different degrees the same one.
    libraries = list({len(library): library for library in libraries}.values())
    laurent = _laurent(x)
    libraries += [] if laurent is None else [laurent]
    for exponents in libraries:
        limits.check()
        library = build(x, exponents)
        costs_of_products = costs(library.exponents).sum(axis=1)
        with np.errstate(all="ignore"):
            is_carried = len(exponents) <= carried(len(x))
            # The tangent is taken beside a fit with all columns where the rows can carry it, and
            # else beside y.
            near = powered.fitted(library.values)[0] if is_carried else powered.begin
            target, weight = powered.linear(near)
        for selection in select(
            library.values * weight[:, None], target * weight, costs=costs_of_products
        ):
            if len(selection.columns) > (form.power != 1):  # (x²)^(1/2) would be |x| in disguise
                yield from _formulas(problem, form, library, selection)


def _formulas(
    problem: Problem, form: _Form, library: Library, selection: Selection
) -> Iterator[Sum]:
    common = tuple(Power(i, e) for i, e in enumerate(form.factor) if e)
    terms: list[Product] = []
    for column, value in zip(selection.columns, selection.coefficients, strict=True):
        exponents = library.exponents[column]
        powers = tuple(
            Power(i, Fraction(int(e))) for i, e in zip(form.inputs, exponents, strict=True) if e
        )
        terms.append(Product(float(value / library.size[column]), powers))
    scale = _scale(problem, form)
    if form.power == 1:
        yield Sum(tuple(Product(float(t.coefficient) * scale, (*t.powers, *common)) for t in terms))
        return
    first, base = anchored(Sum(tuple(terms)))
    size = scale * first ** float(1 / form.power)
    # Also with coefficients in proportion, if they nearly are: else a sum that is 0 within the data
    # may be negative there, and has no root.
    for each in dict.fromkeys((base, in_proportion(base))):
        yield Sum((Product(size, (*common, Power(each, 1 / form.power))),))


def _scale(problem: Problem, form: _Form) -> float:
    """Root mean square of y / factor; an even power forgets the sign, which most rows share."""
    ratio: FloatArray = problem.y / factor_values(problem.x, form.factor)
    size = float(np.sqrt(np.mean(np.square(ratio))))
    return -size if form.power.numerator % 2 == 0 and np.sign(ratio).sum() < 0 else size
