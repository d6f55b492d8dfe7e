"""A search within a search: the other stages look at a problem as a view shows it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count, islice, tee
from typing import final

from nalm.discovery._budget import Budget, TimeIsUpError
from nalm.discovery._jobs import ALONE
from nalm.discovery._noise import Noise
from nalm.discovery.problem._dimensionless_groups import find_groups
from nalm.discovery.rewriting._properties import largest_exponent
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._baselines import Baselines
from nalm.discovery.stages._loop import go_through
from nalm.discovery.stages._stage import Proposal, SearchState, Stage
from nalm.discovery.stages.functions._view import AS_IT_IS, View
from nalm.symbolic import Sum

PROPOSALS = 40
"""Formulas of one stage that are judged where many views are searched."""
KEPT = 4
"""Formulas of a view that are proposed."""


@final
@dataclass(frozen=True)
class Brief:
    """The first proposals of a stage: of many views none may take long, with or without a limit."""

    stage: Stage

    @property
    def name(self) -> str:
        """That of the stage."""
        return self.stage.name

    def due(self, state: SearchState) -> bool:
        """When the stage is due."""
        return self.stage.due(state)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the first proposals."""
        yield from islice(self.stage.propose(state, budget), PROPOSALS)


def briefly(*stages: Stage) -> tuple[Stage, ...]:
    """Limit the proposals of each stage."""
    return tuple(Brief(stage) for stage in stages)


def within(state: SearchState, view: View) -> SearchState | None:
    """Return the state of a search through a view at its beginning.

    `None` where the view has no value for some row.
    """
    inner, outer = (
        None if one is None else view.of(one)
        for one in map(state.groups.reduced, (state.pool.inner, state.pool.outer))
    )
    if inner is None or outer is None:
        return None
    noises = (Noise.CONSTANT,)
    if view.seen is AS_IT_IS:  # of other inputs, whose rounding is another
        usual = [noise for noise in state.pool.noises if not noise.is_known]
        known = any(noise.is_known for noise in state.pool.noises)
        own = Noise.ROUNDING.of_table(inner.x, inner.y) if known else ()
        noises = (*usual, *own)
    return replace(
        state,
        pool=Pool(inner, outer, noises=noises, rules=state.pool.rules),
        groups=find_groups(None, inner.x),
        guesses=(),
        tried=set(),
        latest={},
        jobs=ALONE,
    )


@dataclass(frozen=True, kw_only=True)
class _Search:
    """What any process may search."""

    inside: SearchState
    stages: Sequence[Stage]
    budget: Budget


def nested(
    state: SearchState,
    views: Iterable[View],
    *,
    stages: Callable[[SearchState], Sequence[Stage]],
    budget: Callable[[], Budget],
) -> Iterator[tuple[Proposal, ...]]:
    """Search through views by other stages, and yield the best formulas of each.

    Args:
        state: Of the search as it is.
        views: How its problem is seen.
        stages: By which one is searched; the first proposes something in any case.
        budget: Gives the time of each search when it begins.
    """
    seen = ((view, inside) for view in views if (inside := within(state, view)) is not None)
    here, sent = tee(seen)
    searches = (
        _Search(inside=inside, stages=stages(inside), budget=budget()) for _, inside in sent
    )
    inputs = len(state.groups.exponents)
    for formulas, (view, _) in zip(state.jobs.map(_best, searches), here, strict=True):
        restored = (
            state.groups.restored(view.restored(formula, inputs=inputs)) for formula in formulas
        )
        # A fit may have moved an exponent far beyond those that are tried.
        yield tuple(
            Proposal(formula=formula)
            for formula in restored
            if largest_exponent(formula) <= state.largest_exponent
        )


def nested_in_turn(
    state: SearchState,
    views: Sequence[View],
    *,
    strategy: Callable[[SearchState], Sequence[Stage]],
    budget: Budget,
) -> Iterator[Proposal]:
    """Search views by a whole strategy, until a simple formula fits to the noise.

    Args:
        state: Of the search as it is.
        views: How its problem is seen.
        strategy: The stages, of the state of such a search.
        budget: Of all of them, each an equal share of what is left.
    """
    before = count()
    for formulas in nested(
        state,
        views,
        stages=lambda inside: (Baselines(), *strategy(inside)),
        budget=lambda: budget.shared(state.jobs.rounds(len(views), before=next(before))),
    ):
        yield from formulas
        if state.pool.has_simple_answer():
            return


def _best(search: _Search) -> list[Sum]:
    with search.budget.interruptible():
        return searched(search.inside, budget=search.budget, stages=search.stages)


def searched(inside: SearchState, *, budget: Budget, stages: Sequence[Stage]) -> list[Sum]:
    """Go through stages of another search, and return its best formulas.

    Args:
        inside: Where that search begins.
        budget: Its own.
        stages: The first of them proposes something in any case.
    """
    with suppress(TimeIsUpError):
        go_through(stages, inside, budget=budget)
    return [judged.fit.formula for judged in inside.pool.ranked()[:KEPT]]
