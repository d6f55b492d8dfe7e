"""One Gauss-Newton step of multiple shooting: all states from the first ones and the numbers."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.systems._flow import Flow, Intervals, flow
from nalm.discovery.dynamics.systems._system import System
from nalm.discovery.numerics._levenberg_marquardt import Tangent

LARGEST = 1e60
"""Largest derivative along a piece."""


@dataclass(frozen=True, kw_only=True)
class Nodes:
    """The measured times of all trajectories, one after the other.

    Attributes:
        measured: States `(nodes, states)`; NaN where missing or held out.
        guess: States to begin with `(nodes, states)`, without gaps.
        sigma: Standard deviation of the noise `(states,)`, positive; where it is relative, of the
            logarithms.
        intervals: From each node to the next; the last of a trajectory is never used.
        joined: Whether a node and the next belong together `(nodes,)`.
        deadline: Reading of `time.perf_counter` after which a fit takes no further step.
        relative: Which states have noise that grows with them `(states,)`: these are positive.
    """

    measured: FloatArray
    guess: FloatArray
    sigma: FloatArray
    intervals: Intervals
    joined: "np.ndarray"
    deadline: float = float("inf")
    relative: tuple[bool, ...] = ()

    @property
    def spread(self) -> FloatArray:
        """Standard deviation of what was measured of each state, or of its logarithm."""
        values = self.measured.copy()
        if any(self.relative):
            grows = np.array(self.relative)
            values[:, grows] = np.log(values[:, grows])
        return np.nanstd(values, axis=0)

    def residual(self, states: FloatArray) -> FloatArray:
        """Return measured minus states in units of the noise, of logarithms where it is relative.

        Infinite where a state is not positive though its logarithm was measured; NaN for gaps.
        """
        difference = self.measured - states
        if any(self.relative):
            grows = np.array(self.relative)
            with np.errstate(all="ignore"):
                ratio = np.log(self.measured[:, grows] / states[:, grows])
            lost = np.isfinite(self.measured[:, grows]) & (states[:, grows] <= 0)
            difference[:, grows] = np.where(lost, np.inf, ratio)
        return difference / self.sigma

    def unit(self, states: FloatArray) -> FloatArray:
        """Return by how much each state changes for one unit of its noise `(nodes, states)`."""
        grows = np.array(self.relative or (False,) * states.shape[1])
        return self.sigma * np.where(grows, np.maximum(np.abs(states), 1 / LARGEST), 1.0)


@dataclass(frozen=True, kw_only=True)
class Step:
    """What a linearisation proposes.

    Attributes:
        numbers: Change of the numbers.
        states: New states at every node `(nodes, states)`.
    """

    numbers: FloatArray
    states: FloatArray


@dataclass(frozen=True, kw_only=True)
class Linear:
    """All states of the pieces as linear functions of the first ones and the numbers."""

    pieces: list["np.ndarray"]
    by_first: list[FloatArray]  # (nodes, states, states) each
    by_number: list[FloatArray]  # (nodes, states, numbers) each
    shift: list[FloatArray]  # (nodes, states) each: what closes the gaps
    weighted_first: list[FloatArray]  # (observed, states) each, in units of sigma
    weighted_residual: list[FloatArray]
    weighted_number: list[FloatArray]
    design: FloatArray  # (observed, numbers): what the first states cannot explain
    target: FloatArray  # (observed,)

    @cached_property
    def tangent(self) -> Tangent:
        """The target as a linear function of the numbers."""
        known = np.isfinite(self.target)
        return Tangent.at(self.design[known], self.target[known])


def linearise(
    system: System,
    nodes: Nodes,
    *,
    states: FloatArray,
    count: "np.ndarray",
    pieces: list["np.ndarray"],
) -> Linear:
    """Linearise the states of every piece, and remove what its first state can explain.

    Args:
        system: Right-hand sides.
        nodes: Measurements.
        states: Where `(nodes, states)`.
        count: Steps of each interval.
        pieces: Nodes of each piece.
    """
    moved = flow(system, states, intervals=nodes.intervals, count=count)
    unit, misses = nodes.unit(states), nodes.residual(states)
    parts: list[tuple[FloatArray, ...]] = []
    for piece in pieces:
        by_first, by_number, shift = _followed(moved, states, piece)
        seen = np.isfinite(nodes.measured[piece])
        scale = np.maximum(unit[piece], 1 / LARGEST)[seen]
        first = by_first[seen] / scale[:, None]
        number = by_number[seen] / scale[:, None]
        residual = misses[piece][seen] - shift[seen] / scale
        # Projecting out the first states leaves least squares for the numbers alone, with the same
        # solution and a size that does not grow with the pieces (variable projection).
        basis = _range(first)
        parts.append(
            (
                *(by_first, by_number, shift, first, residual, number),
                number - basis @ (basis.T @ number),
                residual - basis @ (basis.T @ residual),
            )
        )
    lists = [list(each) for each in zip(*parts, strict=True)]
    return Linear(
        pieces=pieces,
        by_first=lists[0],
        by_number=lists[1],
        shift=lists[2],
        weighted_first=lists[3],
        weighted_residual=lists[4],
        weighted_number=lists[5],
        design=np.concatenate(lists[6]),
        target=np.concatenate(lists[7]),
    )


def _followed(
    moved: Flow, states: FloatArray, piece: "np.ndarray"
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Follow a piece from its first state: derivatives by it and the numbers, and the shift."""
    size, width = states.shape[1], moved.by_number.shape[2]
    by_first = np.zeros((len(piece), size, size))
    by_number = np.zeros((len(piece), size, width))
    shift = np.zeros((len(piece), size))
    by_first[0] = np.eye(size)
    gap = gaps(moved.end, states, piece=piece)
    with np.errstate(all="ignore"):
        for k, node in enumerate(piece[:-1]):
            turn = moved.by_start[node]
            by_first[k + 1] = turn @ by_first[k]
            by_number[k + 1] = turn @ by_number[k] + moved.by_number[node]
            shift[k + 1] = turn @ shift[k] + gap[k]
    # What overflows along a piece gives no direction: the step is then refused, not the fit.
    return _finite(by_first), _finite(by_number), _finite(shift)


def _finite(values: FloatArray) -> FloatArray:
    return np.where(np.abs(values) < LARGEST, values, 0.0)


def _range(matrix: FloatArray) -> FloatArray:
    """Return orthonormal columns that span those of a matrix."""
    matrix = _unit(matrix)
    try:
        left, singular, _ = np.linalg.svd(matrix, full_matrices=False)
    except np.linalg.LinAlgError:
        return np.zeros((len(matrix), 0))
    return left[:, singular > 1e-10 * singular.max(initial=0.0)]


def _unit(matrix: FloatArray) -> FloatArray:
    """Scale columns to a largest entry of 1; entries that are not finite become 0.

    Solutions of wrong equations grow beyond all bounds, and a decomposition of what is left of
    them would fail, or not end.
    """
    finite: FloatArray = np.where(np.isfinite(matrix), matrix, 0.0)
    size: FloatArray = np.abs(finite).max(axis=0, initial=0.0)
    return finite / np.where(size > 0, size, 1.0)


def solved(matrix: FloatArray, right: FloatArray, *, cutoff: float) -> FloatArray:
    """Return the least-squares solution; 0 where it is not finite.

    Args:
        matrix: `(rows, unknowns)`.
        right: `(rows,)`.
        cutoff: Smallest singular value, relative to the largest.
    """
    nothing = np.zeros(matrix.shape[1])
    usable = np.isfinite(matrix).all(axis=1) & np.isfinite(right)
    matrix, right = matrix[usable], right[usable]
    if not matrix.size:
        return nothing
    size: FloatArray = np.abs(matrix).max(axis=0)
    size = np.where(size > 0, size, 1.0)
    try:
        solution: FloatArray = np.linalg.lstsq(matrix / size, right, rcond=cutoff)[0] / size
        return solution
    except np.linalg.LinAlgError:
        return nothing


def propose(linear: Linear, states: FloatArray, *, damping: float, frozen: bool) -> Step:
    """Solve for the numbers and the first states.

    Args:
        linear: The linearisation.
        states: Where it was made `(nodes, states)`.
        damping: Of the numbers (Levenberg and Marquardt).
        frozen: Do not change the numbers.
    """
    change = np.zeros(linear.design.shape[1])
    if len(change) and not frozen and np.isfinite(linear.design).all():
        change, _ = linear.tangent.step(damping)
    new = states.copy()
    for k, piece in enumerate(linear.pieces):
        rest = linear.weighted_residual[k] - linear.weighted_number[k] @ change
        first = solved(linear.weighted_first[k], rest, cutoff=1e-12)
        new[piece] += linear.by_first[k] @ first + linear.by_number[k] @ change + linear.shift[k]
    return Step(numbers=change, states=new)


def gaps(reached: FloatArray, states: FloatArray, *, piece: "np.ndarray") -> FloatArray:
    """Return by how much each interval of a piece misses the next state.

    Args:
        reached: Where the intervals end.
        states: At every node.
        piece: Nodes of the piece.
    """
    return reached[piece[:-1]] - states[piece[1:]]
