"""A search at some point, and one stage of it."""

from nalm.discovery._budget import Budget
from nalm.discovery.problem._dimensionless_groups import find_groups
from nalm.discovery.stages._stage import SearchState


def state_of(pool, *, dimensions=None, **changes):
    """Return the state of a search that found what a pool holds."""
    return SearchState(pool=pool, groups=find_groups(dimensions, pool.inner.x), **changes)


def run(stage, state, budget=None):
    """Judge all that a stage proposes if it is due, and count it."""
    budget = Budget() if budget is None else budget
    count = 0
    for proposal in stage.propose(state, budget) if stage.due(state) else ():
        budget.check()
        state.pool.add(proposal.formula, hits=proposal.hits, restarts=proposal.restarts)
        count += 1
        if state.pool.is_exact:
            break
    return count
