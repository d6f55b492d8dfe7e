"""Sums of few products of many inputs, y = Σ c Π xᵢ^(wᵢ), as G m₁ m₂ (1/r₂ - 1/r₁) is one.

A polynomial's library holds all products of few inputs, or of low degree. This one holds those that
have the shortest descriptions, whatever their inputs; of these a law takes two or three.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from nalm.discovery._budget import Limits
from nalm.discovery.numerics._best_subsets import best_subsets
from nalm.discovery.numerics._exponents import costs
from nalm.discovery.numerics._sparse import Selection
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._sign_carriers import has_one_sign
from nalm.discovery.rewriting._neat_powers import neat_powers
from nalm.discovery.stages.regressions._library import Library, briefest, build
from nalm.symbolic import Product, Sum

SIZES = (0.5, 1.0, 2.0, 3.0)
"""Of the exponents of an input."""
PRODUCTS = 3000
"""That are tried."""
EITHER = (False, True)
"""Errors of one size, and in proportion to y."""
WIDEST = 60
"""Inputs beyond which those are products of two at most, which polynomials have."""


def product_sums(
    problem: Problem,
    limits: Limits,
    *,
    max_terms: int,
    relative: Sequence[bool] = EITHER,
) -> Iterator[Sum]:
    """Yield the shortest descriptions, for errors of one size and for relative ones.

    Args:
        problem: The data.
        limits: What may not be exceeded.
        max_terms: Products of a sum at most.
        relative: Whether errors are relative; each of several is tried. They are of one size where
            y passes through 0, as its relative error has no bound.
    """
    if not problem.y.any() or problem.x.shape[1] > WIDEST:
        return
    sizes = [size for size in SIZES if size <= limits.largest]
    values = np.array([0.0, *sizes, *(-size for size in sizes)])
    exponents = briefest(problem.x.shape[1], values, costs=costs(values), most=PRODUCTS)
    library = build(problem.x, exponents)
    costs_of_products = costs(library.exponents).sum(axis=1)
    root = np.sqrt(problem.weight / problem.weight.mean())
    for is_relative in relative if has_one_sign(problem.y) else (False,):
        limits.check()
        weight = root / np.abs(problem.y) if is_relative else root
        columns = library.values * weight[:, None]
        for selection in best_subsets(
            columns, problem.y * weight, costs=costs_of_products, most=max_terms
        ):
            yield _written(library, selection)


def _written(library: Library, selection: Selection) -> Sum:
    return Sum(
        tuple(
            Product(float(value / library.size[column]), neat_powers(library.exponents[column]))
            for column, value in zip(selection.columns, selection.coefficients, strict=True)
        )
    )
