"""What regressions propose, and which of it is worth judging."""

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from itertools import chain, tee
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Budget, Limits
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._properties import is_product
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.discovery.stages.regressions._polynomials import polynomials
from nalm.discovery.stages.regressions._product_sums import product_sums
from nalm.discovery.stages.regressions._quadratic_roots import quadratic_roots
from nalm.discovery.stages.regressions._rational import rationals
from nalm.discovery.stages.regressions._relations import relations
from nalm.symbolic import Sum, evaluate

FEW_ROWS = 40
"""Inner rows up to which every choice of few products is tried: larger formulas cannot be."""
EXACT = 1e-20
"""Relative squared residual of rounding errors."""
WORTH = 2.0
"""How much larger than the best one's a regression's squared residual may be to be fitted well."""


@final
@dataclass(frozen=True)
class SumsAndQuotients:
    """Polynomials, their powers and quotients, and sums of products of many inputs.

    Attributes:
        exact: Whether only formulas that fit to rounding error are proposed: of noise-free rows
            they need no other stage. What was found is remembered.
    """

    name: str = "sums and quotients"
    exact: bool = False

    def due(self, state: SearchState) -> bool:
        """Where the rows have values as functions of the groups."""
        return state.reduced is not None and not (self.exact and state.pool.has_simple_answer())

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield what a regression brings near the best formula so far, or what is exact."""
        reduced, limits = state.reduced, state.limits(budget)
        if reduced is None:
            return
        parts: tuple[_Part, ...] = (_quotients,) if self.exact else (_quotients, _products)
        found = chain.from_iterable(_once(part, state, reduced, limits) for part in parts)
        if not self.exact:
            yield from near_the_best(found, state)
            return
        for formula in map(state.groups.restored, found):
            if _misfits(formula, state.rows).min() < EXACT:
                yield Proposal(formula=formula)


_Part = Callable[[SearchState, Problem, Limits], Iterator[Sum]]


def _once(part: _Part, state: SearchState, reduced: Problem, limits: Limits) -> Iterator[Sum]:
    """Find formulas, or return those that were found before."""
    (kept,) = state.cached(part.__name__, None, make=lambda: tee(part(state, reduced, limits), 1))
    return copy(kept)  # from the first one on


def _quotients(_: SearchState, reduced: Problem, limits: Limits) -> Iterator[Sum]:
    yield from polynomials(reduced, limits)
    yield from rationals(reduced, limits)


def _products(state: SearchState, reduced: Problem, limits: Limits) -> Iterator[Sum]:
    sums = relations if len(reduced.y) <= FEW_ROWS else product_sums
    yield from sums(reduced, limits, max_terms=state.max_terms)


@final
@dataclass(frozen=True)
class Sums:
    """Polynomials and sums of products of many inputs, without quotients, which take far longer."""

    name: str = "sums"

    def due(self, state: SearchState) -> bool:
        """Where the rows have values as functions of the groups."""
        return state.reduced is not None

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield what a regression brings near the best formula so far."""
        reduced, limits = state.reduced, state.limits(budget)
        if reduced is not None:
            brief = product_sums(reduced, limits, max_terms=state.max_terms)
            yield from near_the_best(chain(brief, polynomials(reduced, limits)), state)


@final
@dataclass(frozen=True)
class QuadraticRoots:
    """Roots of quadratic equations whose coefficients are sums of products."""

    name: str = "quadratic roots"

    def due(self, state: SearchState) -> bool:
        """Unless a product fits to the noise: a root then follows the noise."""
        pool = state.pool
        is_short = pool.is_simple() and is_product(pool.best().fit.formula)
        is_explained = pool.is_exact or (is_short and pool.is_consistent_with_noise())
        return state.reduced is not None and not is_explained

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield what a regression brings near the best formula so far."""
        if state.reduced is not None:
            limits = state.limits(budget)
            yield from near_the_best(
                quadratic_roots(state.reduced, limits, max_terms=state.max_terms), state
            )


def near_the_best(found: Iterable[Sum], state: SearchState) -> Iterator[Proposal]:
    """Propose formulas in groups that nearly reach the best formula so far.

    Args:
        found: What regressions found.
        state: Where the search stands.
    """
    # The bar falls with each formula, so that only what nearly reaches the best one is judged: a
    # judgement takes far longer than these residuals.
    best = _misfits(state.pool.best().fit.formula, state.rows)
    for formula in map(state.groups.restored, found):
        misfits = _misfits(formula, state.rows)
        if (misfits < WORTH * best).any():
            yield Proposal(formula=formula)
        best = np.minimum(best, misfits)


def _misfits(formula: Sum, problem: Problem) -> FloatArray:
    """Mean squared residual, and relative one; infinite without a value on some row."""
    largest = np.abs(problem.y).max() or 1.0
    with np.errstate(all="ignore"):
        residual = evaluate(formula, problem.x) - problem.y
        # Under noise of constant size and in proportion to y: a formula may be near in one of them
        # alone.
        means = [float(np.mean(np.square(residual / size))) for size in (largest, problem.y)]
    return np.nan_to_num(np.array(means), nan=np.inf, posinf=np.inf)
