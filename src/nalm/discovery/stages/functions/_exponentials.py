"""Products of powers times an exponential of a sum of products, found on the scale of log y.

log |y| = log a + Σ vᵢ log |xᵢ| + Σ dₖ Mₖ,   so   y = a Π xᵢ^(vᵢ) e^(Σ dₖ Mₖ)
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain

import numpy as np

from nalm.discovery._budget import Limits
from nalm.discovery.numerics._best_subsets import best_subsets
from nalm.discovery.numerics._exponents import costs
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._neat_powers import neat_powers
from nalm.discovery.stages.arguments._arguments import Argument, arguments
from nalm.discovery.stages.functions._beside import products_beside
from nalm.discovery.stages.products._working_response import WorkingResponse, working_response
from nalm.discovery.stages.regressions._library import briefest, build
from nalm.symbolic import Call, Power, Product, Sum

LIBRARIES = ((1.0,), (1.0, 2.0), (0.5, 1.0, 2.0, 3.0))
"""Sizes of the exponents in M, each a library of its own: an exponent has no unit, so that it may
have many inputs, and of many columns that are alike, subsets end in the wrong ones."""
PRODUCTS = 800
"""M of a library: those with the shortest descriptions."""
MOST = 3
"""M of an exponent."""
SAME = 1e-9
"""Share of a column's length, squared, below which products of inputs say the same."""


def exponentials(
    problem: Problem, limits: Limits, *, max_terms: int, likely: Sequence[Argument] = ()
) -> Iterator[Sum]:
    """Yield the shortest descriptions of each library.

    Args:
        problem: The data.
        limits: What may not be exceeded.
        max_terms: M of an exponent at most.
        likely: Arguments R of which squares are tried, besides those of `arguments`.
    """
    response = working_response(problem, problem.y)
    if response is None:
        return
    subsets = (_sums(response, sizes, most=min(max_terms, MOST)) for sizes in LIBRARIES)
    for terms in chain(_squares(response, likely), *subsets):
        limits.check()
        call = Power(Call("exp", terms), Fraction(1))
        yield from products_beside((call,), problem, limits=limits)


def _squares(response: WorkingResponse, likely: Sequence[Argument]) -> Iterator[Sum]:
    """Yield d R² of the best R that has a difference of inputs: of a Gaussian about another input.

    Expanded it is three products, which are nearly collinear.
    """
    x = response.inputs
    several = [one for one in (*arguments(x), *likely) if one.is_difference]
    if not several:
        return
    with np.errstate(all="ignore"):
        values = np.column_stack([np.square(one.values(x)) for one in several])
    columns = response.without_products(values * response.weight[:, None])
    goal = response.without_products(response.target)
    along, size = goal @ columns, np.square(columns).sum(axis=0)
    with np.errstate(all="ignore"):
        gain = np.nan_to_num(np.square(along) / size)
    best = int(gain.argmax())
    if gain[best] > 0:
        squared = tuple(Power(w.base, 2 * w.exponent) for w in several[best].powers)
        yield Sum((Product(float(along[best] / size[best]), squared),))


def _sums(response: WorkingResponse, sizes: tuple[float, ...], *, most: int) -> Iterator[Sum]:
    """Yield Σ d M of the best subsets of a library."""
    x = response.inputs
    values = np.array([0.0, *sizes, *(-size for size in sizes)])
    exponents = briefest(x.shape[1], values, costs=costs(values), most=PRODUCTS)
    signed = response.negative.any(axis=0)
    exponents = exponents[(exponents != 0).any(axis=1) & ~(exponents[:, signed] % 1).any(axis=1)]
    library = build(x, exponents)
    columns = library.values * response.weight[:, None]
    length = np.square(columns).sum(axis=0)
    # What products of inputs explain is projected out first: a and v follow by least squares.
    columns = response.without_products(columns)
    goal = response.without_products(response.target)
    places = np.flatnonzero(np.square(columns).sum(axis=0) > SAME * length)
    if not len(places) or not goal.any():
        return
    lengths = costs(library.exponents[places]).sum(axis=1)
    for selection in best_subsets(columns[:, places], goal, costs=lengths, most=most):
        chosen = places[list(selection.columns)]
        numbers = (selection.coefficients / library.size[chosen]).tolist()
        yield Sum(
            tuple(
                Product(number, neat_powers(library.exponents[place]))
                for number, place in zip(numbers, chosen.tolist(), strict=True)
            )
        )
