"""Sums of few products, some of them with functions of inputs.

    y = Σ aₖ Mₖ + Σ cₖ Mₖ F(b R + φ)

The best short sums of the products without functions come first. What they leave tells which
functions there may be; then sums of all products are compared by a beam search.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._exponents import costs
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._neat_powers import neat_powers
from nalm.discovery.stages.functions._function_products import function_products
from nalm.discovery.stages.regressions._column_subsets import (
    MOST_TERMS,
    best_subsets,
    of_size,
    with_coefficients,
)
from nalm.discovery.stages.regressions._library import briefest
from nalm.symbolic import Call, Power, Product, Sum

WIDTH = 40
"""Subsets of one size that are extended."""
SHORT, LEADING = 3, 3
"""Terms of the sums in what they leave functions are looked for, and how many of each length."""
KEPT, EACH = 12, 2
"""Sums that are returned: the best of all, and the best of each length."""
SHORTENED = 8
"""Sums that are tried without one term: what they leave is looked for beside too many of them."""
EXPONENTS = np.array([0.0, 1.0, 2.0, 3.0, -1.0, -2.0])
PRODUCTS = 60
"""Products without functions."""
ONE = Fraction(1)


def function_sums(
    problem: Problem,
    functions: tuple[str, ...],
    *,
    shapes: Sequence[Product],
    freedom: float,
    limits: Limits,
) -> Iterator[Sum]:
    """Yield the best sums, with the coefficients that fit best.

    Args:
        problem: The data.
        functions: Names of the functions that are allowed.
        shapes: Products without functions.
        freedom: How many independent rows there are.
        limits: What may not be exceeded.
    """
    plain = best_subsets(problem, shapes, freedom=freedom, width=WIDTH)
    short = [each for size in range(1, SHORT + 1) for each in of_size(plain, size)[:LEADING]]
    leading = [[shapes[k] for k in each.columns] for each in short]
    # What y may well depend on besides: every input as it is, with and without a constant.
    linear = [Product(ONE, (Power(i, ONE),)) for i in range(problem.x.shape[1])]
    beside = [[], linear, [Product(ONE), *linear], *leading]
    found = function_products(problem, functions, sums=beside, limits=limits)
    yield from with_coefficients(dict.fromkeys(_with_shorter(found.sums)), problem)
    limits.check()
    more = [*shapes, *found.products]
    best = best_subsets(problem, more, freedom=freedom, width=WIDTH)
    best = [each for each in best if any(map(_has_function, (more[k] for k in each.columns)))]
    # The best of each length too: noise may favour a wrong length.
    each_size = (one for n in range(1, MOST_TERMS + 1) for one in of_size(best, n)[:EACH])
    chosen = dict.fromkeys([*best[:KEPT], *each_size])
    yield from with_coefficients(([more[k] for k in one.columns] for one in chosen), problem)


def _with_shorter(sums: Sequence[tuple[Product, ...]]) -> Iterator[tuple[Product, ...]]:
    """Yield sums, and the first of them without one of the terms beside the function."""
    for place, products in enumerate(sums):
        yield products
        if place < SHORTENED:
            *beside, last = products
            yield from ((*fewer, last) for fewer in combinations(beside, max(len(beside) - 1, 0)))


def short_products(x: FloatArray, *, most: int = PRODUCTS) -> list[Product]:
    """List products of inputs with small whole exponents, those with the shortest descriptions.

    Args:
        x: Inputs `(rows, inputs)`.
        most: How many at most.
    """
    exponents = briefest(x.shape[1], EXPONENTS, costs=costs(EXPONENTS), most=most)
    # Where an input is 0 or negative, its reciprocal has a pole among the rows.
    signed = (x <= 0).any(axis=0)
    exponents = exponents[~(exponents[:, signed] < 0).any(axis=1)]
    return [Product(ONE, neat_powers(one)) for one in exponents]


def _has_function(product: Product) -> bool:
    return any(isinstance(power.base, Call) for power in product.powers)
