"""The stages that find formulas with functions."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar, final

import numpy as np

from nalm.discovery._budget import Budget
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._properties import is_product
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._baselines import Baselines
from nalm.discovery.stages._stage import Proposal, SearchState, Stage
from nalm.discovery.stages.arguments._arguments import angle_of
from nalm.discovery.stages.arguments._likely_arguments import likely_curves, waves_once
from nalm.discovery.stages.cohorts._random_starts import RandomStarts
from nalm.discovery.stages.cohorts._structure import Structure
from nalm.discovery.stages.functions._beside import products_beside
from nalm.discovery.stages.functions._exponentials import exponentials
from nalm.discovery.stages.functions._factor_products import factor_products, written
from nalm.discovery.stages.functions._families import of_functions
from nalm.discovery.stages.functions._nested import briefly, nested, nested_in_turn
from nalm.discovery.stages.functions._substitutions import Substitution, substitutions
from nalm.discovery.stages.functions._terms import function_terms
from nalm.discovery.stages.functions._view import THROUGH, Seen, View
from nalm.discovery.stages.products._monomial import PowerProduct
from nalm.discovery.stages.regressions._product_sums import WIDEST
from nalm.discovery.stages.regressions._regressions import Sums, near_the_best
from nalm.symbolic import Power, Sum, evaluate, form_key

ONE = Fraction(1)
SEARCHED = briefly(Baselines(), PowerProduct(), Sums(), RandomStarts(Structure(terms=2)))
"""Stages that a view is searched by."""
SHARE = 0.05
"""Of the time of a search, that one such view gets at most."""
VIEWS = 12
"""With one function more each, at most."""
FAR, BESIDE_AN_ANSWER, SHARE_LEFT = 100.0, 3.0, 1e-3
"""Times the error of the best formula that is hopeless, also beside a simple one that fits to the
noise, if so much of the squares is left."""


def is_open(state: SearchState) -> bool:
    """Say whether a function may still be needed."""
    pool = state.pool
    # Without sums nothing is compared with a function that stands for one.
    if not state.functions or state.max_terms < 2 or pool.is_exact:
        return False
    # Their arguments grow with the cube of the inputs: of many, few are searched (`FewInputs`).
    if len(state.groups.exponents) > WIDEST:
        return False
    # A product of powers has no room for a function, if it explains what varies; a short sum may
    # stand for one, unless the rows show its curve clearly.
    best = pool.best()
    explains = best.explained >= pool.rules.explained and is_product(best.fit.formula)
    return not (pool.is_clear() or (explains and pool.has_simple_answer()))


def is_unexplained(state: SearchState) -> bool:
    """Say whether functions are worth a longer search."""
    return is_open(state) and not state.pool.has_simple_answer()


@final
@dataclass(frozen=True)
class FunctionFactors:
    """Products of powers of inputs and of functions."""

    name: str = "function as a factor"
    is_owed: ClassVar[bool] = True

    def due(self, state: SearchState) -> bool:
        """Unless a product of powers fits to the noise."""
        return is_open(state)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the likely ones."""
        reduced = state.reduced
        if reduced is None:
            return
        limits, families = state.limits(budget), of_functions(state.functions)
        curves = likely_curves(reduced, limits)
        exponential = exponentials(reduced, limits, max_terms=state.max_terms, likely=curves)
        yield from near_the_best(exponential, state)
        waves = waves_once(reduced, state, budget=budget)
        for wave in waves:
            for formula in products_beside((Power(wave.base, ONE),), reduced, limits=limits):
                yield Proposal(formula=state.groups.restored(formula))
        likely = (*curves, *(wave.argument for wave in waves))
        found = factor_products(
            reduced, families, limits=limits, likely=likely, answer=state.answer()
        )
        for chains in found:
            for chain in chains:
                for formula in products_beside(written(chain), reduced, limits=limits):
                    restored = state.groups.restored(formula)
                    if not _is_hopeless(restored, state.pool):
                        yield Proposal(formula=restored)
            # More factors take most of the time, and are not needed beside a simple formula.
            if state.pool.has_simple_answer():
                return


def _is_hopeless(formula: Sum, pool: Pool) -> bool:
    """Say whether a formula that nearly fits is far worse than the best one, which needs no fit."""
    inner = pool.inner
    with np.errstate(all="ignore"):
        miss = float(np.mean(np.square(evaluate(formula, inner.x) - inner.y)))
    left = float(np.mean(np.square(evaluate(pool.best().fit.formula, inner.x) - inner.y)))
    times = BESIDE_AN_ANSWER if pool.has_simple_answer() else FAR
    return miss > max(times**2 * left, SHARE_LEFT * float(np.var(inner.y)))


@final
@dataclass(frozen=True)
class Substitutions:
    """Formulas with a function in the place of inputs, which have them nowhere else.

    Attributes:
        strategy: The stages of a whole search.
        better: Error of a polynomial with the function, relative to one of the inputs themselves,
            from which on it is searched.
        share: Of the time of a search, that each of them gets at most.
    """

    strategy: Callable[[SearchState], Sequence[Stage]]
    better: float
    share: float
    name: str = "function in the place of inputs"

    def due(self, state: SearchState) -> bool:
        """Unless a product of powers fits to the noise, if there are inputs besides."""
        return is_open(state) and len(state.groups.exponents) > 1

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the best formulas of the likely places."""
        reduced = state.reduced
        if reduced is None:
            return
        found = self._found(state, reduced, budget)
        new = [one.view for one in found if one.ratio < self.better and state.once(one.view)]
        yield from nested_in_turn(
            state, new, strategy=self.strategy, budget=budget.share(self.share)
        )

    def _found(self, state: SearchState, reduced: Problem, budget: Budget) -> list[Substitution]:
        """Find them once for each simple answer that they have to be better than."""
        known = state.answer()
        return state.cached(
            "substitutions",
            None if known is None else form_key(state.pool.best().fit.formula),
            make=lambda: substitutions(
                reduced,
                state.functions,
                limits=state.limits(budget),
                waves=waves_once(reduced, state, budget=budget),
                known=known,
            ),
        )


@final
@dataclass(frozen=True)
class FunctionTerms:
    """Formulas in which a function of inputs is one input more.

    Attributes:
        share: Of the time of a search, that each function gets at most.
    """

    name: str = "function as an input"
    share: float = SHARE

    def due(self, state: SearchState) -> bool:
        """Unless a simple formula fits to the noise."""
        return is_unexplained(state)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the best formulas of each function that is likely."""
        reduced = state.reduced
        if reduced is None:
            return
        seen = views(reduced, state, budget=budget)
        own = partial(budget.share, self.share)
        for formulas in nested(state, seen, stages=lambda _: SEARCHED, budget=own):
            yield from formulas
            if not self.due(state):
                return


def views(problem: Problem, state: SearchState, *, budget: Budget) -> Iterator[View]:
    """Yield views with functions that may be inputs, the likeliest first."""
    limits = state.limits(budget)
    for function in function_terms(problem, state.functions, limits=limits)[:VIEWS]:
        # An angle in radians is no factor besides.
        angle = angle_of(function) if problem.x.shape[1] > 1 else None
        yield View(functions=(function,), left_out=() if angle is None else (angle,))


@final
@dataclass(frozen=True)
class SeenThrough:
    """Formulas of the target seen through a function.

    Attributes:
        stages: By which it is searched.
        through: The functions.
        share: Of the time of a search, that each view gets at most.
        is_owed: Whether it is tried where another simple formula fits to the noise, which may
            stand for such a function.
    """

    name: str = "function of a formula"
    stages: tuple[Stage, ...] = briefly(Baselines(), PowerProduct(), FunctionFactors())
    through: tuple[Seen, ...] = THROUGH
    share: float = SHARE
    is_owed: bool = False

    def due(self, state: SearchState) -> bool:
        """Unless a simple formula fits to the noise; if it is owed, a product of powers."""
        return is_open(state) if self.is_owed else is_unexplained(state)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the best formulas of each view."""
        seen = (View(seen=one) for one in self.through if one.name in ("", *state.functions))
        own = partial(budget.share, self.share)
        for formulas in nested(state, seen, stages=lambda _: self.stages, budget=own):
            yield from formulas
            if not self.due(state):
                return
