"""The specification of a fit of differential equations, from constructor parameters and names."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from nalm.discovery._jobs import Jobs
from nalm.discovery.dynamics.candidates._slope_strategy import slope_strategy
from nalm.discovery.dynamics.candidates._structures import read_structures
from nalm.discovery.dynamics.measurements._conserved import dependent, read_conserved
from nalm.discovery.dynamics.measurements._noise_choice import proportional_states
from nalm.discovery.dynamics.measurements._trajectories import Trajectory
from nalm.discovery.dynamics.regressor._solution import FitSpecification
from nalm.discovery.strategy._search import SearchOptions
from nalm.errors import InvalidValueError


def request(
    parameters: Mapping[str, Any], trajectories: tuple[Trajectory, ...], *, names: Sequence[str]
) -> tuple[FitSpecification, SearchOptions]:
    """Read the constructor's parameters for these data.

    Args:
        parameters: Of `DynamicsRegressor`.
        trajectories: Checked data.
        names: Of the states, then of the controls.

    Raises:
        InvalidTypeError: If a parameter has the wrong type.
        InvalidValueError: If one cannot work with these data.
    """
    states = trajectories[0].states.shape[1]
    groups = read_conserved(parameters["conserved"], names[:states])
    columns = [*names, "t"] if parameters["time"] else list(names)
    structures = read_structures(parameters["structures"], columns, states=states)
    following = dependent(groups)
    for state, _ in structures:
        if state in following:
            raise InvalidValueError(
                f"`structures` must not name {names[state]!r}, whose equation follows from "
                "`conserved`; leave it out of one of them"
            )
    specification = FitSpecification(
        names=tuple(names),
        groups=groups,
        time=bool(parameters["time"]),
        relative=_relative(parameters["noise"], trajectories, names),
        structures=structures,
        held=trajectories[0].held,
    )
    options = SearchOptions(
        max_time=parameters["max_time"],
        starts=int(parameters["starts"]),
        seed=int(check_random_state(parameters["random_state"]).randint(2**31 - 1)),
        max_terms=int(parameters["max_terms"]),
        max_exponent=float(parameters["max_exponent"]),
        functions=tuple(parameters["functions"]),
        strategy=parameters["strategy"] or slope_strategy,
        jobs=Jobs(count=parameters["n_jobs"]),
    )
    return specification, options


def _relative(
    noise: str, trajectories: tuple[Trajectory, ...], names: Sequence[str]
) -> tuple[bool, ...]:
    """Say of each state whether its noise is in proportion to it."""
    if noise not in ("auto", "constant", "relative"):
        raise InvalidValueError(
            f'`noise` must be "auto", "constant" or "relative", found {noise!r}'
        )
    if noise == "auto":
        return proportional_states(trajectories)
    count = trajectories[0].states.shape[1]
    for index, each in enumerate(trajectories if noise == "relative" else ()):
        lowest = np.nanmin(each.states, axis=0)
        for name, value in zip(names, lowest.tolist(), strict=False):
            if value <= 0:
                raise InvalidValueError(
                    f'`noise="relative"` needs positive states, found {value:g} of {name!r} in '
                    f'trajectory {index}; use noise="constant", or give nan where none was seen'
                )
    return (noise == "relative",) * count
