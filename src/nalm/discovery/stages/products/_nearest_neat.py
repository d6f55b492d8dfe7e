"""The neat products that are nearest to y, of all with a short description.

Few rows leave the exponents of a product so open that the fractions next to the fitted ones are not
those of the law: all that are simple are compared.
"""

from collections.abc import Iterator

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._exponents import costs
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._neat_powers import neat_powers
from nalm.discovery.stages.products._neat_products import neat_products
from nalm.symbolic import Power

SIZES = (
    (1.0, 2.0, 0.5, 3.0, 1.5),
    (1.0, 2.0, 0.5, 1.5),
    (1.0, 2.0, 0.5),
    (1.0, 2.0),
    (1.0,),
    (1.0,),
)
"""Of the exponents of a product of one input, of two, and so on."""
MOST = 2000
"""Products that are compared."""
FEW = 40
"""Rows, beyond which the exponents are open no more."""


def nearest_neat(problem: Problem) -> Iterator[tuple[Power, ...]]:
    """Yield the powers of the product that leaves least, under noise of one size and of y's own.

    Of many rows none: another product beside the law would be a rival to it.

    Args:
        problem: The data.
    """
    x, y = problem.x, problem.y
    usable = np.flatnonzero((x != 0).all(axis=1) & (y != 0))
    if not 0 < len(usable) <= FEW:
        return
    x, y, weight = x[usable], y[usable], problem.weight[usable]
    table = neat_products(np.asarray((problem.x < 0).any(axis=0)), SIZES)[:MOST]
    with np.errstate(all="ignore"):
        values = np.exp(np.log(np.abs(x)) @ table.T)
        odd = (x < 0).astype(float) @ (table % 2 == 1).T.astype(float)  # negative odd powers
        values *= np.where(odd % 2 == 1, -1.0, 1.0)
        length = costs(table).sum(axis=1)
        chosen: dict[int, None] = {}
        for own in (weight, weight / np.square(y)):
            score = len(y) * np.log(_left(values, y, weight=own)) + length
            score = np.where(np.isnan(score), np.inf, score)
            chosen[int(score.argmin())] = None
    yield from (neat_powers(table[k]) for k in chosen)


def _left(values: FloatArray, y: FloatArray, *, weight: FloatArray) -> FloatArray:
    """Return the share of squares that each column leaves, to any factor `(columns,)`."""
    along = np.square((weight * y) @ values) / (weight @ np.square(values))
    total = float(weight @ np.square(y))
    left: FloatArray = np.maximum(total - along, 1e-30 * total) / total
    return left
