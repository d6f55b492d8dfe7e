"""The stages that find formulas with functions."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, product
from typing import final

import numpy as np

from nalm.discovery._budget import Budget, TimeIsUpError
from nalm.discovery._noise import Noise
from nalm.discovery.problem._dimensionless_groups import find_groups
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._properties import is_product
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._baselines import Baselines
from nalm.discovery.stages._stage import Proposal, SearchState, Stage
from nalm.discovery.stages.cohorts._random_starts import RandomStarts
from nalm.discovery.stages.cohorts._structure import Structure
from nalm.discovery.stages.functions._arguments import arguments
from nalm.discovery.stages.functions._beside import products_beside
from nalm.discovery.stages.functions._exponentials import exponentials
from nalm.discovery.stages.functions._factors import Factor, function_factors, of_functions
from nalm.discovery.stages.functions._shapes import SHAPES, fitted
from nalm.discovery.stages.functions._terms import function_terms
from nalm.discovery.stages.functions._view import THROUGH, View
from nalm.discovery.stages.products._monomial import PowerProduct
from nalm.discovery.stages.regressions._regressions import Sums
from nalm.symbolic import Base, Call, Power, Sum, as_formula

FEW_INPUTS, ARGUMENTS = 2, 4
"""Inputs up to which usual curves are tried, and how many arguments for each."""
SHARE = 0.05
"""Of the whole time, that one view gets at most."""
PROPOSALS = 40
"""Formulas of one stage that are judged in a view."""
KEPT = 4
"""Formulas of another view that are proposed."""
SEARCHED: tuple[Stage, ...] = (
    Baselines(),
    PowerProduct(),
    Sums(),
    RandomStarts(Structure(terms=2)),
)
"""Stages that a view is searched by."""
VIEWS = 12
ONE = Fraction(1)


def is_open(state: SearchState) -> bool:
    """Say whether a function may still be needed."""
    pool = state.pool
    # Without sums nothing is compared with a function that stands for one.
    if not state.functions or state.max_terms < 2 or pool.is_exact:
        return False
    # A product of powers has no room for a function, if it explains what varies; a short sum may
    # stand for one.
    best = pool.best()
    explains = best.explained >= pool.rules.explained and is_product(best.fit.formula)
    return not (explains and pool.has_simple_answer())


def is_unexplained(state: SearchState) -> bool:
    """Say whether functions are worth a longer search."""
    return is_open(state) and not state.pool.has_simple_answer()


@final
@dataclass(frozen=True)
class UsualCurves:
    """The usual curves of one argument, where few inputs leave few arguments."""

    name: str = "usual curves"

    def due(self, state: SearchState) -> bool:
        """Unless a product of powers fits to the noise."""
        return is_open(state) and len(state.groups.exponents) <= FEW_INPUTS

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the best curves of each shape."""
        reduced = state.reduced
        if reduced is None:
            return
        with np.errstate(all="ignore"):
            several = arguments(reduced.x)[: ARGUMENTS * reduced.x.shape[1]]
            told = [one for one in several if np.isfinite(one.values(reduced.x)).all()]
            for shape, argument in product(SHAPES, told):
                budget.check()
                if set(shape.functions) <= set(state.functions):
                    for formula in fitted(shape, reduced, argument=argument):
                        yield Proposal(formula=state.groups.restored(formula))


@final
@dataclass(frozen=True)
class FunctionFactors:
    """Products of powers of inputs and of one function."""

    name: str = "function as a factor"

    def due(self, state: SearchState) -> bool:
        """Unless a product of powers fits to the noise."""
        return is_open(state)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the likely ones."""
        reduced = state.reduced
        if reduced is None:
            return
        for formula in exponentials(reduced, state.limits(budget), max_terms=state.max_terms):
            yield Proposal(formula=state.groups.restored(formula))
        for formula in factored(reduced, state, budget=budget):
            yield Proposal(formula=state.groups.restored(formula))


def factored(problem: Problem, state: SearchState, *, budget: Budget) -> Iterator[Sum]:
    """Yield products of the likely factors and of what is left beside each."""
    limits = state.limits(budget)
    for factor in function_factors(problem, of_functions(state.functions), limits=limits):
        yield from products_beside(written(factor), problem, limits=limits)


def written(factor: Factor) -> tuple[Power, ...]:
    """Write F(b R)^q; an exponential of R begins with the rate b."""
    b = factor.b if factor.measured else Fraction(factor.b)
    argument = factor.argument.written(b)
    base = factor.family.written(argument)
    own = (Power(base, Fraction(factor.power).limit_denominator(4)),)
    if not factor.growing:
        return own
    return (*own, Power(Call("exp", factor.argument.written(factor.rate)), ONE))


@final
@dataclass(frozen=True)
class FunctionTerms:
    """Formulas in which a function of inputs is one input more."""

    name: str = "function as an input"

    def due(self, state: SearchState) -> bool:
        """Unless a simple formula fits to the noise."""
        return is_unexplained(state)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the best formulas of each function that is likely."""
        reduced = state.reduced
        if reduced is None:
            return
        for view in views(reduced, state, budget=budget):
            yield from nested(state, view, budget=budget, stages=SEARCHED)
            if not self.due(state):
                return


def views(problem: Problem, state: SearchState, *, budget: Budget) -> Iterator[View]:
    """Yield views with functions that may be inputs, the likeliest first."""
    limits = state.limits(budget)
    for function in function_terms(problem, state.functions, limits=limits)[:VIEWS]:
        yield View(functions=(function,), left_out=_angle(function, problem.x.shape[1]))


def _angle(function: Base, inputs: int) -> tuple[int, ...]:
    """Find the input that is an angle in radians, which is no factor besides."""
    if inputs < 2 or not isinstance(function, Call) or function.function not in ("sin", "cos"):
        return ()
    (term, *more) = function.argument.terms
    if more or term != as_formula(term.powers[0].base).terms[0]:
        return ()
    base = term.powers[0].base
    return (base,) if isinstance(base, int) else ()


@final
@dataclass(frozen=True)
class SeenThrough:
    """Formulas of the target seen through a function."""

    name: str = "function of a formula"
    stages: tuple[Stage, ...] = (Baselines(), PowerProduct(), FunctionFactors())

    def due(self, state: SearchState) -> bool:
        """Unless a simple formula fits to the noise."""
        return is_unexplained(state)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the best formulas of each view."""
        for seen in THROUGH:
            if seen.name in ("", *state.functions) and seen.domain(state.pool.inner.y):
                yield from nested(state, View(seen=seen), budget=budget, stages=self.stages)
                if not self.due(state):
                    return


def nested(
    state: SearchState, view: View, *, budget: Budget, stages: tuple[Stage, ...]
) -> Iterator[Proposal]:
    """Search a view by the other stages, and yield its best formulas."""
    inner, outer = (
        None if one is None else view.of(one)
        for one in map(state.groups.reduced, (state.pool.inner, state.pool.outer))
    )
    if inner is None or outer is None:
        return
    pool = Pool(inner, outer, noises=(Noise.CONSTANT,), rules=state.pool.rules)
    within = replace(
        state,
        pool=pool,
        groups=find_groups(None, inner.x),
        guesses=(),
        tried=set(),
        latest={},
    )
    budget = budget.at_most(SHARE * (budget.end - budget.begin))
    try:
        for stage in stages:
            if not stage.due(within):
                continue
            # Counted as well as timed: without a limit of time a view has to end too.
            for proposal in islice(stage.propose(within, budget), PROPOSALS):
                budget.check()
                pool.add(proposal.formula)
                if pool.is_exact:
                    break
            if pool.is_exact:
                break
    except TimeIsUpError:
        pass
    inputs = len(state.groups.exponents)
    for judged in pool.ranked()[:KEPT]:
        formula = view.restored(judged.fit.formula, inputs=inputs)
        yield Proposal(formula=state.groups.restored(formula))
