"""A search of few of many inputs: the others make libraries too large for all but planes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import final

import numpy as np

from nalm.discovery._budget import Budget
from nalm.discovery.numerics._rounding import UNROUNDED
from nalm.discovery.problem._problem import Problem
from nalm.discovery.stages._stage import Proposal, SearchState, Stage
from nalm.discovery.stages.functions._nested import nested_in_turn
from nalm.discovery.stages.functions._view import View
from nalm.discovery.stages.regressions._few_of_many import inputs_that_act
from nalm.discovery.stages.regressions._product_sums import WIDEST


@final
@dataclass(frozen=True)
class FewInputs:
    """Formulas of the inputs that act alone or by a product of two, where there are many inputs.

    Attributes:
        strategy: The stages of a whole search.
        share: Of the time of a search, that it gets at most.
    """

    strategy: Callable[[SearchState], Sequence[Stage]]
    share: float = 0.6
    name: str = "few of many inputs"

    def due(self, state: SearchState) -> bool:
        """Where there are more inputs than sums of products are searched in."""
        return has_many_inputs(state)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the best formulas of each choice of inputs."""
        inputs = range(len(state.groups.exponents))
        views = [
            View(left_out=tuple(i for i in inputs if i not in chosen))
            for chosen in few_inputs(state, budget)
        ]
        yield from nested_in_turn(
            state, views, strategy=self.strategy, budget=budget.share(self.share)
        )


def has_many_inputs(state: SearchState) -> bool:
    """Say whether there are more inputs than sums of products are searched in."""
    return len(state.groups.exponents) > WIDEST


def few_inputs(state: SearchState, budget: Budget) -> list[tuple[int, ...]]:
    """List the choices of inputs that are searched again: of y as it is, and of logarithms.

    Args:
        state: Where the search stands.
        budget: Its time.
    """
    return state.cached("few inputs", None, make=lambda: _choices(state, budget))


def _choices(state: SearchState, budget: Budget) -> list[tuple[int, ...]]:
    reduced = state.groups.reduced(state.pool.inner)
    if reduced is None:
        return []
    seen = [reduced, *_in_logarithms(reduced)]
    found = (inputs_that_act(each, state.limits(budget)) for each in seen)
    # In an order of their own: views of the same inputs are the same.
    return list(dict.fromkeys(tuple(sorted(each)) for each in found if each))


def _in_logarithms(problem: Problem) -> Iterator[Problem]:
    """Products of powers are sums of logarithms, of the inputs that have one."""
    if not (problem.y > 0).all():
        return
    positive = (problem.x > 0).all(axis=0)
    x = np.where(positive, np.log(np.where(positive, problem.x, 1.0)), problem.x)
    yield replace(problem, x=x, y=np.log(problem.y), known=None, rounding=UNROUNDED)
