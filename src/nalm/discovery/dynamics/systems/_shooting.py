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
from nalm.discovery.dynamics.systems._flow import ends
from nalm.discovery.dynamics.systems._pieces import pieces_of, steps_of
from nalm.discovery.dynamics.systems._shooting_step import (
    LARGEST,
    Linear,
    Nodes,
    gaps,
    linearise,
    propose,
)
from nalm.discovery.dynamics.systems._system import System, largest_exponent, numbers, with_numbers

FLOOR = 1e-7
"""Least noise assumed, as a fraction of a state's spread: integration is not more exact."""
MOST_ITERATIONS = 30
OPEN = 1.0
"""Gap between the end of an interval and the next state, in units of the noise, above which the fit
is not a solution."""
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
        cut: Whether the time was up before the fit ended: how far it misses says nothing.
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
    cut: bool = False


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
    course = _Course(
        nodes=nodes,
        pieces=pieces_of(system, nodes),
        frozen=frozen,
        system=system,
        states=nodes.guess,
    )
    for _ in range(iterations if course.pieces else 0):
        if not course.goes_on():
            break
    return course.ended()


@dataclass(kw_only=True)
class _Course:
    """A fit on its way: what it is of, and how far it came."""

    nodes: Nodes
    pieces: list["np.ndarray"]
    frozen: bool
    system: System
    states: FloatArray
    chi2: float = float("inf")
    damping: float = 1e-6
    linear: Linear | None = None
    cut: bool = False

    def goes_on(self) -> bool:
        """Take one Gauss-Newton step; say whether another one may gain anything."""
        if self.linear is not None and self._is_late():
            return False  # the first step is always taken: it may close all gaps
        system, nodes, states, pieces = self.system, self.nodes, self.states, self.pieces
        count = steps_of(system, nodes, states=states, pieces=pieces)
        # Again in each round: with another number of steps the old value cannot be compared.
        self.chi2 = before = _chi2(system, nodes, states, count, pieces)
        self.linear = linearise(system, nodes, states=states, count=count, pieces=pieces)
        while self.damping < 1e8:
            if self._improves(self.linear, count):
                return before - self.chi2 > CONVERGED * (self.chi2 + len(numbers(self.system)))
            if self._is_late():
                return False
        return False

    def _is_late(self) -> bool:
        self.cut = time.perf_counter() > self.nodes.deadline
        return self.cut

    def _improves(self, linear: Linear, count: "np.ndarray") -> bool:
        """Try a step with the present damping."""
        step = propose(linear, self.states, damping=self.damping, frozen=self.frozen)
        trial = with_numbers(self.system, numbers(self.system) + step.numbers)
        found = _chi2(trial, self.nodes, step.states, count, self.pieces)
        tame = largest_exponent(trial) <= LARGEST_EXPONENT
        accepted = tame and bool(np.isfinite(found)) and found <= self.chi2 * (1 + 1e-12)
        if accepted:
            self.system, self.states, self.chi2 = trial, step.states, found
        damping = self.damping
        self.damping = max(damping / 10, 1e-12) if accepted else max(damping, 1e-6) * 10
        return accepted

    def ended(self) -> Refined:
        """Return the fit as it is."""
        pieces, states = self.pieces, self.states
        count = len(numbers(self.system))
        is_lost = _missed(self.system, self.nodes, states, pieces)
        design = np.empty((0, count)) if self.linear is None else self.linear.design
        residual = self.nodes.residual(states)
        misfit, state = _listed(residual, pieces)
        return Refined(
            system=self.system,
            states=states,
            residual=residual,
            chi2=float("inf") if is_lost else self.chi2,
            covariance=_inverse(design),
            free=len(pieces) * states.shape[1] + (0 if self.frozen else count),
            pieces=len(pieces),
            design=design,
            misfit=misfit,
            state=state,
            cut=self.cut,
        )


def _listed(residual: FloatArray, pieces: list["np.ndarray"]) -> tuple[FloatArray, "np.ndarray"]:
    """List the residuals of all measured values piece after piece, and the state of each."""
    parts = [residual[piece] for piece in pieces]
    seen = [np.isfinite(part) for part in parts]
    values = [np.empty(0), *(part[mask] for part, mask in zip(parts, seen, strict=True))]
    states = [np.empty(0, dtype=int), *(np.nonzero(mask)[1] for mask in seen)]
    return np.concatenate(values), np.concatenate(states)


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
    with np.errstate(over="ignore", under="ignore"):
        scale = np.linalg.norm(design, axis=0)
    # Derivatives this small or large say no more of a number than none: their squares are no
    # floats.
    scale[~((scale > 1 / LARGEST) & (scale < LARGEST**2))] = np.inf
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
