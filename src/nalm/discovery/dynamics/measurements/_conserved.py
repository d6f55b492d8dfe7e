"""Sums of states that never change: what leaves one state enters another."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories
from nalm.discovery.dynamics.measurements._trajectories import Trajectory
from nalm.discovery.dynamics.systems._system import System
from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.symbolic import Sum


def read_conserved(
    conserved: Sequence[Sequence[str | int]] | None, names: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    """Turn names of states into their numbers.

    Args:
        conserved: Groups of states whose sum is constant, by name or number.
        names: Of the states.

    Raises:
        InvalidTypeError: If it is not a list of groups.
        InvalidValueError: If a name is unknown, a group has one state, or two groups share one.
    """
    groups: list[tuple[int, ...]] = []
    for group in conserved or ():
        if isinstance(group, (str, int)):
            raise InvalidTypeError(
                f"`conserved` must be a list of groups such as [('S', 'I', 'R')], found {group!r} "
                "in place of a group; put parentheses around the names"
            )
        groups.append(tuple(_index(name, names) for name in group))
    members = [member for group in groups for member in group]
    if len(set(members)) < len(members):
        raise InvalidValueError(
            "`conserved` must name a state once; give sums without a common one"
        )
    if any(len(group) < 2 for group in groups):
        raise InvalidValueError("`conserved` must name two states or more in each group")
    return tuple(groups)


def _index(name: Any, names: Sequence[str]) -> int:  # noqa: ANN401
    if isinstance(name, str) and name in names:
        return list(names).index(name)
    if isinstance(name, int) and 0 <= name < len(names):
        return name
    raise InvalidValueError(
        f"`conserved` names the state {name!r}, which is not there; the states are {list(names)}"
    )


def filled(trajectory: Trajectory, groups: tuple[tuple[int, ...], ...]) -> Trajectory:
    """Fill values that are missing where the others of the group are there.

    Args:
        trajectory: As measured.
        groups: States whose sum is constant.
    """
    states = trajectory.states.copy()
    for group in groups:
        block = states[:, list(group)]
        missing = np.isnan(block)
        # NaN in rows with a gap: the constant is the mean of the complete ones.
        sums = block.sum(axis=1)
        if not np.isfinite(sums).any():
            continue
        # One gap in a row follows from the sum; of two only their sum would.
        alone = missing.sum(axis=1) == 1
        rest = float(np.nanmean(sums)) - np.nansum(block, axis=1)
        states[:, list(group)] = np.where(missing & alone[:, None], rest[:, None], block)
    return replace(trajectory, states=states)


def constrained(
    data: SmoothedTrajectories, groups: tuple[tuple[int, ...], ...]
) -> SmoothedTrajectories:
    """Make the slopes of every group add up to 0, changing the least certain ones most.

    Args:
        data: Curves of each state for itself.
        groups: States whose sum is constant.
    """
    slopes = data.slopes.copy()
    for group in groups:
        chosen = list(group)
        variance = data.slope_errors[:, chosen] ** 2 + np.finfo(float).tiny
        # The least change in units of the errors, Σ dᵢ²/vᵢ, with Σ dᵢ given: dᵢ in proportion to
        # vᵢ.
        excess = slopes[:, chosen].sum(axis=1, keepdims=True)
        slopes[:, chosen] -= excess * variance / variance.sum(axis=1, keepdims=True)
    return replace(data, slopes=slopes)


def dependent(groups: tuple[tuple[int, ...], ...]) -> dict[int, tuple[int, ...]]:
    """Name the state of each group whose equation is minus the sum of the others: the last.

    Args:
        groups: States whose sum is constant.
    """
    return {group[-1]: group[:-1] for group in groups}


def joined(formulas: dict[int, Sum], groups: tuple[tuple[int, ...], ...]) -> System:
    """Make the system of all states.

    Args:
        formulas: Right-hand sides of the states that are not dependent.
        groups: States whose sum is constant.
    """
    following = dependent(groups)
    order = sorted(formulas)
    balance: FloatArray = np.zeros((len(order) + len(following), len(order)))
    for term, state in enumerate(order):
        balance[state, term] = 1.0
    for state, others in following.items():
        for other in others:
            # The last state's row is minus the sum of the others', with the same terms: so the sum
            # is constant exactly, whatever the numbers become.
            balance[state, order.index(other)] -= 1.0
    return System(
        terms=tuple(formulas[state] for state in order),
        balance=balance,
        columns=tuple(range(len(balance))),
    )
