"""Sums of products of many inputs, a term at a time: each is fitted to what the others leave.

    y = Σₖ cₖ Π xᵢ^(vₖᵢ)

Where inputs span decades, each term is the largest on rows of its own, and the largest rows of what
is left of y tell the exponents of the next one. Backfitting (Friedman and Stuetzle (1981),
"Projection pursuit regression") then fits each term again beside the others. It takes a moment for
many inputs, of whose products no list could be made.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Budget, Limits
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import take_rows
from nalm.discovery.rewriting._properties import largest_exponent
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.discovery.stages.products._monomial import monomials
from nalm.discovery.stages.products._poles import for_either_error, has_tail
from nalm.symbolic import Power, Product, Sum, evaluate

SWEEPS = 4
"""Times at most that all terms are fitted again."""
SHARES = (1.0, 0.2, 0.05)
"""Of the rows, those of the largest targets, that the first product is fitted to: on few it may be
one term of the law, where all rows want a compromise between terms."""


@final
@dataclass(frozen=True)
class Backfitting:
    """Sums of products, each fitted to what the others leave."""

    name: str = "products in turn"

    def due(self, state: SearchState) -> bool:
        """Once, where a few values are far larger than the others.

        Beside an answer too: rows in which a further term is large pass for outliers.
        """
        is_open = state.max_terms > 1 and self not in state.tried
        return is_open and state.reduced is not None and has_tail(state.rows.y)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield sums for errors of one size, and for errors in proportion to the target."""
        state.once(self)
        limits = state.limits(budget)
        for rows in () if state.reduced is None else for_either_error(state.reduced):
            for formula in backfitted(rows, limits, max_terms=state.max_terms):
                restored = state.groups.restored(formula)
                if largest_exponent(restored) <= limits.largest:
                    yield Proposal(formula=restored)


def backfitted(problem: Problem, limits: Limits, *, max_terms: int) -> Iterator[Sum]:
    """Yield sums of two products, of three, and so on, as long as each is worth its numbers.

    Args:
        problem: The data.
        limits: What may not be exceeded.
        max_terms: Most terms.
    """
    firsts: dict[tuple[Power, ...], Product] = {}
    for share in SHARES:
        size = np.abs(problem.y)
        large = take_rows(problem, np.flatnonzero(size >= np.quantile(size, 1 - share)))
        if (first := _nearest(large, beside=(), limits=limits)) is not None:
            firsts.setdefault(first.powers, first)
    for first in firsts.values():
        yield from _from_first(problem, first, limits=limits, max_terms=max_terms)


def _from_first(
    problem: Problem, first: Product, *, limits: Limits, max_terms: int
) -> Iterator[Sum]:
    terms = [first]
    miss = _miss(problem, terms)
    while len(terms) < max_terms and miss > 0:
        new = _nearest(problem, beside=terms, limits=limits)
        if new is None:
            return
        terms = _swept(problem, [*terms, new], limits)
        before, miss = miss, _miss(problem, terms)
        # As in the Bayesian information criterion: a coefficient, and an exponent of each input.
        price = (1 + len(terms[-1].powers)) * np.log(len(problem.y))
        is_worth = len(problem.y) * np.log(before / max(miss, 1e-300)) > price
        if not is_worth or len({term.powers for term in terms}) < len(terms):
            return
        yield Sum(tuple(terms))


def _swept(problem: Problem, terms: list[Product], limits: Limits) -> list[Product]:
    """Fit each term again to what the others leave, until no exponent changes."""
    for _ in range(SWEEPS):
        before = [term.powers for term in terms]
        for k, term in enumerate(terms):
            others = [*terms[:k], *terms[k + 1 :]]
            terms[k] = _nearest(problem, beside=others, limits=limits) or term
        if [term.powers for term in terms] == before:
            break
    return terms


def _nearest(problem: Problem, *, beside: Sequence[Product], limits: Limits) -> Product | None:
    """The product with neat exponents that is nearest to what others leave."""
    left = replace(problem, y=_left(problem, beside))
    if not np.isfinite(left.y).all():
        return None
    found = next(monomials(left, limits), None)
    if found is None or largest_exponent(found) > limits.largest:
        return None
    return found.terms[0]


def _left(problem: Problem, terms: Sequence[Product]) -> FloatArray:
    if not terms:
        return problem.y
    with np.errstate(all="ignore"):
        return problem.y - evaluate(Sum(tuple(terms)), problem.x)


def _miss(problem: Problem, terms: Sequence[Product]) -> float:
    """Mean weighted squared residual."""
    return float(np.mean(problem.weight * np.square(_left(problem, terms))))
