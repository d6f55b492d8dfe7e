"""In which order the right-hand side of one state is searched."""

from collections.abc import Hashable

from nalm.discovery.stages._stage import SearchState, Stage
from nalm.discovery.stages.cohorts._random_starts import RandomStarts
from nalm.discovery.stages.variations._closed_forms import ClosedForms
from nalm.discovery.strategy._strategy import Strategy, default_strategy


def slope_strategy(state: SearchState) -> Strategy:
    """Return the stages of a table's search, each structure once.

    Slopes of noisy curves have errors that hang together, so no formula ever looks final, and a
    table's search would go on to its end. What decides is how the candidates integrate: a second
    round, with more starts of every structure, and closed forms of each new best one take most of
    the time and seldom bring a candidate that is chosen.

    Args:
        state: The search at its beginning.
    """
    stages: list[Stage] = []
    tried: set[Hashable] = set()
    for stage in default_strategy(state).stages:
        if isinstance(stage, RandomStarts):
            if stage.structure in tried:
                break
            tried.add(stage.structure)
        if not isinstance(stage, ClosedForms):
            stages.append(stage)
    return Strategy(stages=(*stages, ClosedForms(when_stuck=False)))
