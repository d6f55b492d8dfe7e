"""Refinement: fit the numbers of differential equations by their solutions.

Multiple shooting (Bock 1983). Unknown are the states at every measured time and the numbers; the
solution from each time must meet the state of the next. Linearised, all states of a piece follow
from its first one and the numbers, so a Gauss-Newton step solves for these alone.

References:
    Bock (1983), "Recent advances in parameter identification techniques for O.D.E.", in
    *Numerical Treatment of Inverse Problems in Differential and Integral Equations*.
"""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import time
from dataclasses import dataclass, replace

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.systems._flow import ends, steps
from nalm.discovery.dynamics.systems._shooting_step import Linear, Nodes, gaps, linearise, propose
from nalm.discovery.dynamics.systems._system import System, largest_exponent, numbers, with_numbers

LONGEST = 64
"""Intervals of one piece: errors of chaotic systems grow along longer ones."""
FLOOR = 1e-7
"""Least noise assumed, as a fraction of a state's spread: integration is not more exact."""
MOST_ITERATIONS = 30
TOLERANCE = 0.05
"""Largest error of integrating one interval, in units of the noise."""
OPEN = 1.0
"""Gap between the end of an interval and the next state, in units of the noise, above which the fit
is not a solution."""
MOST_LOST = 0.1
"""Share of the intervals that may have no solution: noise around 0 leaves the domain of a power."""
LARGEST_EXPONENT = 20.0
CONVERGED = 1e-4
"""Relative decrease of the squared residuals at which the steps end."""
GAP_WEIGHT = 1e4
"""Weight of a squared gap against a squared residual when steps are judged: gaps must close."""


@dataclass(frozen=True, kw_only=True)
class Refined:
    """A system that was fitted by integrating it.

    Attributes:
        system: With its new numbers.
        states: At every node `(nodes, states)`.
        residual: Measured minus states, in units of `sigma` `(nodes, states)`; NaN where missing.
        chi2: Sum of the squared residuals and gaps; infinite where the equations have no solution.
        covariance: Of the numbers.
        free: How many numbers and first states were fitted.
        pieces: How many independent pieces there were.
        design: Derivatives of the solutions by the numbers, in units of `sigma`, without what the
            first states explain `(measured values, numbers)`: piece after piece.
        misfit: Residuals of the same values `(measured values,)`.
        state: Which state each of them is of `(measured values,)`.
    """

    system: System
    states: FloatArray
    residual: FloatArray
    chi2: float
    covariance: FloatArray
    free: int
    pieces: int
    design: FloatArray
    misfit: FloatArray
    state: "np.ndarray"


def refine(
    system: System, nodes: Nodes, *, frozen: bool = False, iterations: int = MOST_ITERATIONS
) -> Refined:
    """Fit the numbers of a system, and the states, to measurements.

    Args:
        system: Where to begin.
        nodes: The measurements.
        frozen: Fit the states only: how well does the system with these numbers follow the data?
        iterations: Most Gauss-Newton steps.
    """
    pieces, states, damping = pieces_of(system, nodes), nodes.guess, 1e-6
    linear: Linear | None = None
    chi2 = float("inf")
    for _ in range(iterations if pieces else 0):
        count = steps_of(system, nodes, states=states, pieces=pieces)
        # Again in each round: with another number of steps the old value cannot be compared.
        chi2 = before = _chi2(system, nodes, states, count, pieces)
        linear = linearise(system, nodes, states=states, count=count, pieces=pieces)
        accepted = False
        while damping < 1e8 and not accepted:
            step = propose(linear, states, damping=damping, frozen=frozen)
            trial = with_numbers(system, numbers(system) + step.numbers)
            found = _chi2(trial, nodes, step.states, count, pieces)
            tame = largest_exponent(trial) <= LARGEST_EXPONENT
            accepted = tame and np.isfinite(found) and found <= chi2 * (1 + 1e-12)
            damping = max(damping / 10, 1e-12) if accepted else max(damping, 1e-6) * 10
            if accepted:
                system, states, chi2 = trial, step.states, found
        done = before - chi2 <= CONVERGED * (chi2 + len(numbers(system)))
        if not accepted or done or time.perf_counter() > nodes.deadline:
            break
    chi2 = float("inf") if _missed(system, nodes, states, pieces) else chi2
    design = np.empty((0, len(numbers(system)))) if linear is None else linear.design
    residual = nodes.residual(states)
    misfit, state = _listed(residual, pieces)
    return Refined(
        system=system,
        states=states,
        residual=residual,
        chi2=chi2,
        covariance=_inverse(design),
        free=len(pieces) * states.shape[1] + (0 if frozen else len(numbers(system))),
        pieces=len(pieces),
        design=design,
        misfit=misfit,
        state=state,
    )


def _listed(residual: FloatArray, pieces: list["np.ndarray"]) -> tuple[FloatArray, "np.ndarray"]:
    """List the residuals of all measured values piece after piece, and the state of each."""
    parts = [residual[piece] for piece in pieces]
    seen = [np.isfinite(part) for part in parts]
    values = [np.empty(0), *(part[mask] for part, mask in zip(parts, seen, strict=True))]
    states = [np.empty(0, dtype=int), *(np.nonzero(mask)[1] for mask in seen)]
    return np.concatenate(values), np.concatenate(states)


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
    found = steps(system, states, intervals=nodes.intervals, tolerance=tolerance)
    return np.where(used, found, 1)


def pieces_of(system: System, nodes: Nodes) -> list["np.ndarray"]:
    """Split the nodes where a trajectory ends, a piece is long, or the guess has no solution.

    Args:
        system: What is integrated.
        nodes: The measurements, with a guess.

    Returns:
        The nodes of each piece; no piece if the system has too few solutions.
    """
    count = np.full(len(nodes.joined), 4)
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


def _chi2(
    system: System,
    nodes: Nodes,
    states: FloatArray,
    count: "np.ndarray",
    pieces: list["np.ndarray"],
) -> float:
    reached = ends(system, states, intervals=nodes.intervals, count=count)
    total = 0.0 if pieces else float("inf")
    unit, residual = nodes.unit(states), nodes.residual(states)
    with np.errstate(all="ignore"):
        for piece in pieces:
            gap = gaps(reached, states, piece=piece) / unit[piece[1:]]
            total += float(GAP_WEIGHT * np.sum(gap**2) + np.nansum(residual[piece] ** 2))
    return total if np.isfinite(total) else float("inf")


def _missed(system: System, nodes: Nodes, states: FloatArray, pieces: list["np.ndarray"]) -> bool:
    """Say whether the intervals do not meet: no solution, however near the data its parts are."""
    if not pieces:
        return True
    count = steps_of(system, nodes, states=states, pieces=pieces)
    reached = ends(system, states, intervals=nodes.intervals, count=count)
    unit = nodes.unit(states)
    miss = [np.abs(gaps(reached, states, piece=piece)) / unit[piece[1:]] for piece in pieces]
    return not all((each < OPEN).all() for each in miss)


def _inverse(design: FloatArray) -> FloatArray:
    """Return (DᵀD)⁻¹, with variances of 0 in directions without any data."""
    if not design.shape[1] or not np.isfinite(design).all():
        return np.zeros((design.shape[1], design.shape[1]))
    scale = np.linalg.norm(design, axis=0)
    scale[scale == 0] = 1.0
    try:
        inverse = np.linalg.pinv((design / scale).T @ (design / scale), hermitian=True)
    except np.linalg.LinAlgError:
        return np.zeros((design.shape[1], design.shape[1]))
    return inverse / np.outer(scale, scale)


def rescaled(nodes: Nodes, refined: Refined) -> Nodes:
    """Take the noise from the residuals of a fit, and its states as the next guess.

    Args:
        nodes: What was fitted.
        refined: The fit.
    """
    observed = np.isfinite(refined.residual).sum(axis=0)
    # Fitted numbers are shared out among the states in proportion to their measurements.
    share = refined.free / max(int(observed.sum()), 1)
    degrees = np.maximum(observed * (1 - min(share, 0.9)), 1.0)
    factor = np.sqrt(np.nansum(refined.residual**2, axis=0) / degrees)
    floor = FLOOR * nodes.spread
    sigma = np.maximum(nodes.sigma * factor, np.maximum(floor, 1e-300))
    return replace(nodes, sigma=sigma, guess=refined.states)
