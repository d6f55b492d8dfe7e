"""Products of powers times an exponential of a sum of products, found on the scale of log y.

log |y| = log a + Σ vᵢ log |xᵢ| + Σ dₖ Mₖ,   so   y = a Π xᵢ^(vᵢ) e^(Σ dₖ Mₖ)
"""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._best_subsets import best_subsets
from nalm.discovery.numerics._exponents import costs
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._neat_powers import neat_powers
from nalm.discovery.stages.functions._beside import products_beside
from nalm.discovery.stages.products._working_response import working_response
from nalm.discovery.stages.regressions._library import briefest, build
from nalm.symbolic import Call, Power, Product, Sum

SIZES = (0.5, 1.0, 2.0, 3.0)
PRODUCTS = 1000
"""Products of inputs to such powers, and of as many to 1 and -1 alone: an exponent has no unit, so
that it has many inputs."""
SAME = 1e-9


def exponentials(problem: Problem, limits: Limits, *, max_terms: int) -> Iterator[Sum]:
    """Yield the shortest descriptions."""
    response = working_response(problem, problem.y)
    if response is None:
        return
    usable = (problem.x != 0).all(axis=1)
    usable &= np.abs(problem.y) > 1e-9 * np.sqrt(np.mean(np.square(problem.y)))
    x = problem.x[usable]
    signed = (x < 0).any(axis=0)
    exponents = np.unique(np.vstack(list(_products(x.shape[1]))), axis=0)
    exponents = exponents[(exponents != 0).any(axis=1) & ~(exponents[:, signed] % 1).any(axis=1)]
    library = build(x, exponents)
    base = response.base
    columns = library.values * response.weight[:, None]
    length = np.square(columns).sum(axis=0)
    columns = columns - base @ (base.T @ columns)
    goal = response.target - base @ (base.T @ response.target)
    told = np.square(columns).sum(axis=0) > SAME * length
    if not told.any() or not goal.any():
        return
    places = np.flatnonzero(told)
    for selection in best_subsets(
        columns[:, places],
        goal,
        costs=costs(library.exponents[places]).sum(axis=1),
        most=min(max_terms, 3),
    ):
        limits.check()
        terms = tuple(
            Product(
                float(value / library.size[places[column]]),
                neat_powers(library.exponents[places[column]]),
            )
            for column, value in zip(selection.columns, selection.coefficients, strict=True)
        )
        call = Power(Call("exp", Sum(terms)), Fraction(1))
        yield from products_beside((call,), problem, limits=limits)


def _products(inputs: int) -> Iterator[FloatArray]:
    for sizes in (SIZES, (1.0,)):
        values = np.array([0.0, *sizes, *(-size for size in sizes)])
        yield briefest(inputs, values, costs=costs(values), most=PRODUCTS)
