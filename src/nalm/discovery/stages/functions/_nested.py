"""A search within a search: the other stages look at a problem as a view shows it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import final

from nalm.discovery._budget import Budget, TimeIsUpError
from nalm.discovery._noise import Noise
from nalm.discovery.problem._dimensionless_groups import find_groups
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._loop import go_through
from nalm.discovery.stages._stage import Proposal, SearchState, Stage
from nalm.discovery.stages.functions._view import AS_IT_IS, View

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
    noises = state.pool.noises if view.seen is AS_IT_IS else (Noise.CONSTANT,)
    return replace(
        state,
        pool=Pool(inner, outer, noises=noises, rules=state.pool.rules),
        groups=find_groups(None, inner.x),
        guesses=(),
        tried=set(),
        latest={},
    )


def nested(
    state: SearchState, view: View, *, budget: Budget, stages: Sequence[Stage]
) -> Iterator[Proposal]:
    """Search a view by other stages, and yield its best formulas.

    Args:
        state: Of the search as it is.
        view: How its problem is seen.
        budget: The view's.
        stages: The first of them proposes something in any case.
    """
    inside = within(state, view)
    if inside is None:
        return
    with suppress(TimeIsUpError):
        go_through(stages, inside, budget=budget)
    inputs = len(state.groups.exponents)
    for judged in inside.pool.ranked()[:KEPT]:
        formula = view.restored(judged.fit.formula, inputs=inputs)
        yield Proposal(formula=state.groups.restored(formula))
