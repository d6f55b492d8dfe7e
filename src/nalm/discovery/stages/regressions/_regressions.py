"""What regressions propose, and which of it is worth judging."""

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from itertools import chain, tee
from typing import ClassVar, NamedTuple, final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Budget, Limits
from nalm.discovery._noise import Noise
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._properties import is_product
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.discovery.stages.regressions._polynomials import polynomials
from nalm.discovery.stages.regressions._product_sums import EITHER, product_sums
from nalm.discovery.stages.regressions._quadratic_roots import quadratic_roots
from nalm.discovery.stages.regressions._rational import rationals
from nalm.discovery.stages.regressions._relations import relations
from nalm.symbolic import Sum, evaluate, parameters

FEW_ROWS = 40
"""Inner rows up to which every choice of few products is tried: larger formulas cannot be."""
LEAST = 1e-20
"""Relative squared residual of rounding errors."""
WORTH = 2.0
"""How much larger than the best one's a regression's squared residual may be to be fitted well."""


@final
@dataclass(frozen=True)
class SumsAndQuotients:
    """Polynomials, their powers and quotients, and sums of products of many inputs.

    Attributes:
        products: Whether sums of products of many inputs are sought as well. The rest is
            remembered.
    """

    name: str = "sums and quotients"
    products: bool = True
    is_owed: ClassVar[bool] = True
    """A quotient may be all but another function."""

    def due(self, state: SearchState) -> bool:
        """Where the rows have values as functions of the groups."""
        return state.reduced is not None and (self.products or not state.pool.has_simple_answer())

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield what a regression brings near the best formula so far."""
        reduced, limits = state.reduced, state.limits(budget)
        if reduced is None:
            return
        parts: tuple[_Part, ...] = (_quotients, _products) if self.products else (_quotients,)
        found = chain.from_iterable(_once(part, state, reduced, limits) for part in parts)
        yield from near_the_best(found, state)


_Part = Callable[[SearchState, Problem, Limits], Iterator[Sum]]


def _once(part: _Part, state: SearchState, reduced: Problem, limits: Limits) -> Iterator[Sum]:
    """Find formulas, or return those that were found before."""
    (kept,) = state.cached(part.__name__, None, make=lambda: tee(part(state, reduced, limits), 1))
    return copy(kept)  # from the first one on


def _quotients(_: SearchState, reduced: Problem, limits: Limits) -> Iterator[Sum]:
    yield from polynomials(reduced, limits)
    yield from rationals(reduced, limits)


def _products(state: SearchState, reduced: Problem, limits: Limits) -> Iterator[Sum]:
    if len(reduced.y) <= FEW_ROWS:
        yield from relations(reduced, limits, max_terms=state.max_terms)
        return
    # What may beat an answer does so under its noise.
    noise = state.pool.best().noise if state.pool.has_simple_answer() else None
    errors = [noise == Noise.RELATIVE] if noise in (Noise.CONSTANT, Noise.RELATIVE) else EITHER
    yield from product_sums(reduced, limits, max_terms=state.max_terms, relative=errors)


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
    """Propose formulas in groups that nearly reach the best formula so far, and are not far longer.

    Args:
        found: What regressions found.
        state: Where the search stands.
    """
    # The bars fall with each formula, so that only what nearly reaches the best one is judged: a
    # judgement takes far longer than these residuals.
    best, pool = _Near.of(state.pool.best().fit.formula, state.rows), state.pool
    # The shortest description may break a constraint, which is not known before it is judged.
    is_free = pool.inner.known is None
    for formula in map(state.groups.restored, found):
        one = _Near.of(formula, state.rows)
        behind = pool.rules.behind(answered=pool.has_simple_answer()) if is_free else np.inf
        if ((one.misfits < WORTH * best.misfits) & (one.lengths < best.lengths + behind)).any():
            yield Proposal(formula=formula)
        best = _Near(*(np.minimum(*each) for each in zip(one, best, strict=True)))


class _Near(NamedTuple):
    """How near a formula is before it is judged, under noise of constant and of relative size.

    Attributes:
        misfits: Mean squared residual.
        lengths: Of the description, but for exponents.
    """

    misfits: FloatArray
    lengths: FloatArray

    @classmethod
    def of(cls, formula: Sum, problem: Problem) -> "_Near":
        misfits, rows = _misfits(formula, problem), len(problem.y)
        measured = len(parameters(formula)) * np.log(rows)
        return cls(misfits, rows * np.log(misfits + LEAST) + measured)


def _misfits(formula: Sum, problem: Problem) -> FloatArray:
    """Mean squared residual, and relative one; infinite without a value on some row."""
    largest = np.abs(problem.y).max() or 1.0
    with np.errstate(all="ignore"):
        residual = evaluate(formula, problem.x) - problem.y
        # Under noise of constant size and in proportion to y: a formula may be near in one of them
        # alone.
        means = [float(np.mean(np.square(residual / size))) for size in (largest, problem.y)]
    return np.nan_to_num(np.array(means), nan=np.inf, posinf=np.inf)
