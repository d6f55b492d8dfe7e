"""All of a fit: curves, searches, refinement."""

import warnings
from collections.abc import Sequence

from nalm.discovery._candidate import Discovery
from nalm.discovery._dynamics_conserved import constrained, dependent, filled
from nalm.discovery._dynamics_course import Asked
from nalm.discovery._dynamics_data import courses
from nalm.discovery._dynamics_fit import assemble, unrefined
from nalm.discovery._dynamics_report import Equations
from nalm.discovery._dynamics_search import plan
from nalm.discovery._outputs import search_outputs
from nalm.discovery._search import Options
from nalm.discovery._trajectories import Trajectory
from nalm.errors import UnfinishedWarning


def discover(
    trajectories: tuple[Trajectory, ...],
    asked: Asked,
    *,
    options: Options,
    earlier: Sequence[Discovery],
    verbose: int,
) -> Equations:
    """Find the equations of all states.

    Args:
        trajectories: Checked data.
        asked: What the user said about them.
        options: Of the searches; `max_time` is for all together.
        earlier: Discoveries of each state to begin with, or none.
        verbose: 0 for silence.
    """
    groups = asked.groups
    data = constrained(courses(tuple(filled(each, groups) for each in trajectories)), groups)
    following = dependent(groups)
    states = [state for state in range(data.states.shape[1]) if state not in following]
    planned = plan(data, asked.names, states=states, time=asked.time)
    guesses = [earlier[state] for state in states] if len(earlier) == data.states.shape[1] else ()
    found = search_outputs(planned, options, earlier=guesses, verbose=verbose)
    try:
        return assemble(data, found, states=states, groups=groups, time=asked.time)
    except KeyboardInterrupt:
        warnings.warn(
            "the fit was stopped before its equations were integrated: they are those of the "
            "slopes. Fit again with warm_start=True.",
            UnfinishedWarning,
            stacklevel=3,
        )
        return unrefined(data, found, states=states, groups=groups)
