"""Pieces of trajectories, each with a first state of its own, and the steps of their intervals."""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.systems._flow import ends
from nalm.discovery.dynamics.systems._shooting_step import Nodes
from nalm.discovery.dynamics.systems._step_counts import MOST_STEPS, steps
from nalm.discovery.dynamics.systems._system import System

LONGEST = 64
"""Intervals of one piece: errors of chaotic systems grow along longer ones."""
COARSE = 4
"""Steps of an interval that only have to show whether there is a solution."""
MOST_LOST = 0.1
"""Share of the intervals that may have no solution: noise around 0 leaves the domain of a power."""
TOLERANCE = 0.05
"""Largest error of integrating one interval, in units of the noise."""


def pieces_of(system: System, nodes: Nodes) -> list["np.ndarray"]:
    """Split the nodes where a trajectory ends, a piece is long, or the guess has no solution.

    Args:
        system: What is integrated.
        nodes: The measurements, with a guess.

    Returns:
        The nodes of each piece; no piece if the system has too few solutions.
    """
    count = np.full(len(nodes.joined), COARSE)
    reached = ends(system, nodes.guess, intervals=nodes.intervals, count=count)
    lost = nodes.joined & ~np.isfinite(reached).all(axis=1)
    if lost.any():  # a long step may leave the domain of an equation whose solution does not
        count[lost] = MOST_STEPS
        reached = ends(system, nodes.guess, intervals=nodes.intervals, count=count)
    joined = nodes.joined & np.isfinite(reached).all(axis=1)
    # States with relative noise are positive: noise takes none out of a power's domain.
    most = 0.0 if all(nodes.relative) and nodes.relative else MOST_LOST
    if joined.sum() < (1 - most) * nodes.joined.sum():
        return []
    pieces: list[np.ndarray] = []
    start = 0
    for node in range(len(joined)):
        if not joined[node] or node - start >= LONGEST or node == len(joined) - 1:
            if np.isfinite(nodes.measured[start : node + 1]).any():
                pieces.append(np.arange(start, node + 1))
            start = node + 1
    return pieces


def steps_of(
    system: System, nodes: Nodes, *, states: FloatArray, pieces: list["np.ndarray"]
) -> "np.ndarray":
    """Find the steps of each interval; few while the system is still far from the data.

    Args:
        system: What is integrated.
        nodes: The measurements.
        states: At every node `(nodes, states)`.
        pieces: Nodes of each piece.

    Returns:
        How many steps each interval takes `(nodes,)`.
    """
    coarse = np.full(len(nodes.joined), 2)
    used = np.zeros(len(coarse), dtype=bool)
    for piece in pieces:
        used[piece[:-1]] = True
    if not used.any():
        return coarse
    reached = ends(system, states, intervals=nodes.intervals, count=coarse)
    after = np.append(states[1:], states[-1:], axis=0)
    unit = nodes.unit(after)
    gap = (np.abs(reached - after) / unit)[used]
    residual = np.abs(nodes.residual(states))
    seen = np.concatenate([gap[np.isfinite(gap)], residual[np.isfinite(residual)], [1.0]])
    # How far off the trial still is, in units of the noise, is how coarse integration may be.
    far = max(float(np.median(seen)), 1.0)
    tolerance = TOLERANCE * far * unit
    found = steps(
        system,
        states,
        intervals=nodes.intervals,
        tolerance=tolerance,
        relative=nodes.relative,
    )
    return np.where(used, found, 1)
