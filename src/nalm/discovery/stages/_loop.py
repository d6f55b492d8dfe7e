"""The one loop through stages: they propose, it alone judges."""

from collections.abc import Callable, Sequence
from contextlib import suppress

import numpy as np

from nalm.discovery._budget import Budget
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._stage import SearchState, Stage


def go_through(
    stages: Sequence[Stage],
    state: SearchState,
    *,
    budget: Budget,
    report: Callable[[int, Stage], None] | None = None,
) -> None:
    """Go through stages until one formula needs no other.

    Args:
        stages: In their order.
        state: Its pool gets what they propose.
        budget: Its time.
        report: Called after each stage that was due, with its place.

    Raises:
        TimeIsUpError: If the time is over before.
    """
    pool, left = state.pool, list(enumerate(stages))
    while left:
        # What may still beat a formula that was found is tried out of turn: it ends only if that
        # changes nothing.
        turn = _owed(left, state) if _is_found(pool) else 0
        if turn is None:
            return
        budget.check()
        place, stage = left.pop(turn)
        if not stage.due(state):
            continue
        judge_all(stage, state, budget=budget)
        pool.count_step()
        if report is not None:
            report(place, stage)
        if pool.is_exact:
            return


def _owed(left: Sequence[tuple[int, Stage]], state: SearchState) -> int | None:
    """Return the turn of the next stage that has to be tried, however good a formula is."""
    return next(
        (k for k, (_, s) in enumerate(left) if getattr(s, "is_owed", False) and s.due(state)), None
    )


def _is_found(pool: Pool) -> bool:
    """Say whether the best formula fits to the noise, and has stayed the best for some stages.

    A fit to rounding error cannot be beaten. One to the noise may be, by a shorter formula that a
    later stage finds.
    """
    return pool.is_stable() and pool.is_consistent_with_noise()


def judge_all(stage: Stage, state: SearchState, *, budget: Budget, checked: bool = True) -> None:
    """Judge what a stage proposes, until a formula is exact.

    Args:
        stage: Which proposes.
        state: Its pool gets the formulas.
        budget: Its time.
        checked: Whether it ends with the time; else all is judged in any case.
    """
    # Of numbers near the ends of what doubles hold, powers overflow and matrices have no value:
    # that ends a stage, not the search.
    with suppress(OverflowError, np.linalg.LinAlgError):
        for proposal in stage.propose(state, budget):
            if checked:
                budget.check()
            state.pool.add(
                proposal.formula, hits=proposal.hits, restarts=proposal.restarts, by=stage.name
            )
            if state.pool.is_exact:
                break
