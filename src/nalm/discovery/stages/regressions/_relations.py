"""Relations of few products, for tables of few rows: every choice of two or three is fitted.

    y^q (1 + Σ d M) = Σ n M,   so   y = (Σ n M / (1 + Σ d M))^(1/q),   M = Π xᵢ^(wᵢ)

A handful of rows cannot carry all products in one regression, but they tell which few of them the
law is made of. The relation is linear in the coefficients n and d.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._choices import best_choices
from nalm.discovery.numerics._exponents import costs, exact
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._sign_carriers import has_one_sign
from nalm.discovery.stages.regressions._library import briefest, build
from nalm.discovery.stages.regressions._quotient import write_quotient
from nalm.symbolic import Power, Product, Sum

VALUES = {1: (0.5, 1.0, 2.0, 3.0, 4.0), 2: (1.0, 2.0, 4.0)}
"""Sizes of the exponents of an input, for each q."""
KINDS = ((2, 1500), (3, 200))
"""Products of a relation, and of how many they are chosen: those with the shortest descriptions."""
FITTED, TOLD = 3000, 5
"""Choices of a kind that are fitted as quotients, and formulas that are made of them."""
REWEIGHTINGS = 3
SMALLEST_BOTTOM = 1e-3
"""Size of 1 + Σ d M below which a row counts no more."""
FLOOR = 1e-26
"""Mean squared residual, of a target of size 1, that counts as rounding error."""


@dataclass(frozen=True, kw_only=True)
class _Regression:
    """Weighted columns: the products M, then y^q M without y^q itself, which is the target.

    Attributes:
        power: q.
        above: How many of the columns stand above the fraction line: the first.
        exponents: Of each column's product `(columns, inputs)`.
        size: What the product was divided by `(columns,)`.
        costs: Of its exponents.
        columns: `(rows, columns)`.
        target: `(rows,)`.
    """

    power: int
    above: int
    exponents: FloatArray
    size: FloatArray
    costs: FloatArray
    columns: FloatArray
    target: FloatArray


def relations(problem: Problem, limits: Limits, *, max_terms: int = 3) -> Iterator[Sum]:
    """Yield the likely formulas of each kind, of at most so many products."""
    largest = float(np.abs(problem.y).max())
    if not largest:
        return
    one_sign = has_one_sign(problem.y)
    scale = largest * float(np.sign(problem.y[0])) if one_sign else largest
    for power in (1, 2) if one_sign else (1,):
        for size, most in KINDS:
            if size > max_terms or size > len(problem.y) - 2:
                break
            limits.check()
            exponents = _exponents(problem.x.shape[1], power, most=most, largest=limits.largest)
            regression = _regression(problem, exponents, power=power, scale=scale)
            chosen = best_choices(
                regression.columns,
                regression.target,
                costs=regression.costs,
                size=size,
                leading=regression.above,
                most=FITTED,
            )
            limits.check()
            for places, coefficients in _likely(regression, chosen):
                yield _formula(regression, places, coefficients, scale=scale)


def _exponents(inputs: int, power: int, *, most: int, largest: float) -> FloatArray:
    sizes = [size for size in VALUES[power] if size <= largest]
    values = np.array([0.0, *sizes, *(-size for size in sizes)])
    return briefest(inputs, values, costs=_costs(values, power), most=most)


def _costs(exponents: FloatArray, power: int) -> FloatArray:
    """Say each exponent before or after the root is drawn."""
    return np.minimum(costs(exponents), costs(exponents / power))


def _regression(
    problem: Problem, exponents: FloatArray, *, power: int, scale: float
) -> _Regression:
    """Weight rows by the relative error of y, where it has one sign."""
    library = build(problem.x, exponents)
    target: FloatArray = (problem.y / scale) ** power
    weight = np.sqrt(problem.weight / problem.weight.mean())
    if (target > 0).all():
        weight = weight / target
    above = library.values * weight[:, None]
    costs_of_products = _costs(library.exponents, power).sum(axis=1)
    return _Regression(
        power=power,
        above=len(costs_of_products),
        exponents=np.vstack([library.exponents, library.exponents[1:]]),
        size=np.concatenate([library.size, library.size[1:]]),
        costs=np.concatenate([costs_of_products, costs_of_products[1:]]),
        columns=np.hstack([above, above[:, 1:] * target[:, None]]),
        target=target * weight,
    )


def _likely(regression: _Regression, chosen: np.ndarray) -> list[tuple[np.ndarray, FloatArray]]:
    """Choices and coefficients of the quotients with the shortest descriptions."""
    coefficients, misfit = _fit(regression, chosen)
    lengths = misfit + regression.costs[chosen].sum(axis=1)
    order = np.argsort(lengths)[:TOLD]
    # With a coefficient of 0 it is one of the smaller choices.
    found = [k for k in order if np.isfinite(lengths[k]) and coefficients[k].all()]
    return [(chosen[k], coefficients[k]) for k in found]


def _fit(regression: _Regression, chosen: np.ndarray) -> tuple[FloatArray, FloatArray]:
    """Coefficients n and d of each choice, and rows · log of its quotient's mean squared residual.

    As in Sanathanan and Koerner's method the rows are weighted by 1 / (1 + Σ d M) of the step
    before, so that the error of the quotient is what gets small.
    """
    target = regression.target
    below = chosen[:, None] >= regression.above
    parts = regression.columns[:, chosen].swapaxes(0, 1)  # (choices, rows, size)
    signed = np.where(below, -parts, parts)
    bottom, usable = np.ones(parts.shape[:2]), np.ones(len(chosen), dtype=bool)
    coefficients = np.zeros(chosen.shape)
    with np.errstate(all="ignore"):
        for _ in range(REWEIGHTINGS):
            weight = 1 / np.maximum(np.abs(bottom), SMALLEST_BOTTOM)
            q, r = np.linalg.qr(signed * weight[:, :, None])
            goal = q.mT @ (weight * target)[:, :, None]
            usable = np.abs(r.diagonal(axis1=1, axis2=2)).min(axis=1) > 0
            coefficients[usable] = np.linalg.solve(r[usable], goal[usable])[:, :, 0]
            # Columns below are weighted y^q M: the weighted y^q taken out, they are M again.
            bottom = 1 + (parts * below @ coefficients[:, :, None])[:, :, 0] / target
        top = (parts * ~below @ coefficients[:, :, None])[:, :, 0]
        miss = np.square((top / bottom - target) / np.abs(target).max()).mean(axis=1)
        misfit = len(target) * np.log(miss + FLOOR)
    return coefficients, np.where(usable & np.isfinite(misfit), misfit, np.inf)


def _formula(
    regression: _Regression, places: np.ndarray, coefficients: FloatArray, *, scale: float
) -> Sum:
    above, below = _products(regression, places, coefficients)
    return write_quotient(Sum(tuple(above)), Sum(tuple(below)), scale=scale, power=regression.power)


def _products(
    regression: _Regression, places: np.ndarray, coefficients: FloatArray
) -> tuple[list[Product], list[Product]]:
    """The products above the fraction line, and those below."""
    above: list[Product] = []
    below = [Product(1.0)]
    for place, value in zip(places.tolist(), coefficients.tolist(), strict=True):
        exponents = enumerate(regression.exponents[place].tolist())
        powers = tuple(Power(i, exact(e)) for i, e in exponents if e)
        product = Product(value / float(regression.size[place]), powers)
        (above if place < regression.above else below).append(product)
    return above, below
