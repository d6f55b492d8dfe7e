"""One product of powers, the simplest of laws, fitted to noisy values themselves.

y = c Π xᵢ^(vᵢ)
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import final

import numpy as np

from nalm.discovery._budget import Budget, Limits
from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._neat_powers import neat_powers
from nalm.discovery.rewriting._properties import largest_exponent
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.discovery.stages.products._binomial_fit import fit_binomials
from nalm.discovery.stages.products._nearest_neat import nearest_neat
from nalm.discovery.stages.products._product_fit import fit_product
from nalm.discovery.stages.products._working_response import working_response
from nalm.symbolic import Power, Product, Sum, evaluate

MOST_SIGNED = 16
"""Inputs of both signs; beyond, the choices of signs are too many."""


@final
@dataclass(frozen=True)
class PowerProduct:
    """One product of powers of the inputs."""

    name: str = "product of powers"

    def due(self, state: SearchState) -> bool:
        """Always: it takes no time, and most laws are one."""
        return True

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield it with neat exponents, with measured ones, and the simplest that are near."""
        limits, reduced = state.limits(budget), state.groups.reduced(state.pool.inner)
        if reduced is None:
            return
        neat = (scaled(powers, reduced, size=1.0) for powers in nearest_neat(reduced))
        for formula in (*monomials(reduced, limits), *neat):
            restored = state.groups.restored(formula)
            if largest_exponent(restored) <= limits.largest:
                yield Proposal(formula=restored)


def monomials(problem: Problem, limits: Limits) -> Iterator[Sum]:
    """Yield the product that is nearest to y, with neat exponents and, of positive inputs, any.

    Nothing where there are fewer rows than numbers, rows with a 0 left out.

    Args:
        problem: The data.
        limits: What may not be exceeded.
    """
    usable = (problem.x != 0).all(axis=1) & (problem.y != 0)
    x, y = problem.x[usable], problem.y[usable]
    signed = (problem.x < 0).any(axis=0)
    if len(y) <= x.shape[1] + 1 or signed.sum() > MOST_SIGNED:
        return
    # Inputs over their geometric means: their logarithms have the mean 0, so that the coefficient
    # hardly depends on the exponents.
    unit = np.exp(np.log(np.abs(x)).mean(axis=0))
    columns = np.column_stack([np.ones(len(y)), np.log(np.abs(x / unit))])
    root = np.sqrt(problem.weight[usable] / problem.weight[usable].mean())
    scale = root_mean_square(y)
    with np.errstate(all="ignore"):
        fit = fit_product(columns, y / scale, root=root, negative=x[:, signed] < 0, limits=limits)
        values = np.zeros(len(problem.y))
        values[usable] = fit.values(columns) * scale
        response = working_response(replace(problem, x=problem.x / unit), values)
        if response is not None:
            # Without a binomial, `fit_binomials` rounds the exponents of the product alone.
            none = np.zeros((1, 2))
            parts = np.zeros((1, 2, len(response.y)))
            numbers = fit_binomials(response, parts, q=none, free=none > 0)
            outer = numbers.outer[0]
            size = float(np.exp(numbers.log_a[0] - outer @ np.log(unit))) * response.scale
            yield scaled(neat_powers(outer), problem, size=size)
        if not signed.any():
            log_size, exponents = float(fit.numbers[0]), fit.numbers[1:]
            size = float(np.exp(log_size - exponents @ np.log(unit))) * scale
            powers = tuple(Power(i, exponent) for i, exponent in enumerate(exponents.tolist()))
            yield scaled(powers, problem, size=size)


def scaled(powers: tuple[Power, ...], problem: Problem, *, size: float) -> Sum:
    """Give a product a size, and the sign of the target."""
    with np.errstate(all="ignore"):
        sign = np.nansum(np.sign(evaluate(Sum((Product(1.0, powers),)), problem.x) * problem.y))
    return Sum((Product(size if sign >= 0 else -size, powers),))
