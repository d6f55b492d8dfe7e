r"""How probable the measured numbers of a system are, given the measurements.

The states of a piece follow from its first one, x₀, and the numbers θ. Each state's noise σₛ is
integrated out with p(σₛ) ∝ 1/σₛ, which leaves Uₛ^(-nₛ/2) of its nₛ measurements (Gelman et al.,
*Bayesian Data Analysis*, 3rd edition, chapter 14). The x₀, or their logarithms where the noise is
relative, have a flat prior and are integrated out by Laplace's method at their best values:

$$p(\theta \mid y) \propto \prod_s U_s(\theta)^{-n_s/2}\,
\prod_p \Bigl|\sum_s \tfrac{n_s}{U_s} F_{ps}^\top F_{ps}\Bigr|^{-1/2}, \qquad
U_s = \sum_r \Bigl(\frac{y_{rs} - x_s(t_r)}{\sigma_s}\Bigr)^2$$

with F the derivatives of the measured states of a piece p by its first, in units of the noise. All
θ that are asked about are integrated side by side, F by differences.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.systems._flow import ends_of_draws
from nalm.discovery.dynamics.systems._pieces import pieces_of, steps_of
from nalm.discovery.dynamics.systems._shooting import (
    FLOOR,
    refine,
    rescaled,
)
from nalm.discovery.dynamics.systems._shooting_step import Linear, Nodes, linearise
from nalm.discovery.dynamics.systems._system import System, numbers
from nalm.errors import InvalidValueError

_BLOCK = 2**17  # states in one array: draws times pieces
_STEP = 1e-4  # of differences, in units of the noise
_LEAST = 1e-12  # of a matrix's largest entry, added to its diagonal: first states nobody measured


@dataclass(frozen=True, kw_only=True)
class ShootingDensity:
    """The density around its mode, with the pieces side by side, longest first.

    Attributes:
        system: With the numbers of the mode.
        nodes: The measurements, and the noise of the mode.
        order: Node at each place of each piece `(places, pieces)`; -1 after its last.
        count: Steps of each interval `(nodes,)`.
        first: Best first states at the mode `(pieces, states)`.
        response: How they follow the numbers, in units of the noise `(pieces, states, numbers)`.
        design: Derivatives of all measured values by the numbers, in units of the noise, without
            what the first states explain `(measured values, numbers)`.
        observed: How many measurements there are of each state `(states,)`.
    """

    system: System
    nodes: Nodes
    order: "np.ndarray"
    count: "np.ndarray"
    first: FloatArray
    response: FloatArray
    design: FloatArray
    observed: FloatArray

    @property
    def mode(self) -> FloatArray:
        """The best numbers."""
        return numbers(self.system)

    @property
    def degrees(self) -> int:
        """Measurements less fitted numbers and first states."""
        return int(self.observed.sum()) - self.design.shape[1] - self.first.size


def shooting_density(system: System, nodes: Nodes) -> ShootingDensity:
    """Find the mode next to a system's own numbers, and linearise there.

    Args:
        system: Where to begin.
        nodes: The measurements.

    Raises:
        InvalidValueError: If the equations have no solution through the data, or there are no more
            measurements than numbers and first states.
    """
    for _ in range(2):  # the noise is that of the solution, which depends on the noise
        fitted = refine(system, nodes)
        if not np.isfinite(fitted.chi2):
            raise InvalidValueError(
                "the equations should have a solution through the data, found none: choose "
                "another candidate"
            )
        system, nodes = fitted.system, rescaled(nodes, fitted)
    # Longest first: those that still go on are then always the first ones, a slice.
    pieces = sorted(pieces_of(system, nodes), key=len, reverse=True)
    states = nodes.guess
    count = steps_of(system, nodes, states=states, pieces=pieces)
    linear = linearise(system, nodes, states=states, count=count, pieces=pieces)
    order = np.full((max(map(len, pieces)), len(pieces)), -1)
    for number, piece in enumerate(pieces):
        order[: len(piece), number] = piece
    measured = np.isfinite(nodes.measured[np.concatenate(pieces)])
    density = ShootingDensity(
        system=system,
        nodes=nodes,
        order=order,
        count=count,
        first=states[order[0]],
        response=_response(linear, nodes.unit(states)[order[0]]),
        design=linear.design,
        observed=measured.sum(axis=0).astype(np.float64),
    )
    if density.degrees < 1:
        raise InvalidValueError(
            f"there should be more measurements than numbers and first states, found "
            f"{int(density.observed.sum())} for {density.design.shape[1]} and "
            f"{density.first.size}: choose a simpler candidate"
        )
    return density


def evaluate_shooting(density: ShootingDensity, draws: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Evaluate the density with a prior that is flat in the numbers.

    Args:
        density: Of the numbers.
        draws: Vectors of numbers `(draws, numbers)`.

    Returns:
        Its logarithm, up to a constant, `(draws,)`: minus infinity where the equations have no
        solution; and U of each state `(draws, states)`.
    """
    block = max(1, _BLOCK // density.first.size)
    parts = [
        _evaluated(density, draws[first : first + block])
        for first in range(0, max(len(draws), 1), block)
    ]
    logs, squares = zip(*parts, strict=True)
    return np.concatenate(logs), np.concatenate(squares)


def _evaluated(density: ShootingDensity, draws: FloatArray) -> tuple[FloatArray, FloatArray]:
    # For every θ the best first states are found from those of the mode by their linear response,
    # and one Gauss-Newton step that makes up for its curvature.
    follow = np.einsum("psn,dn->dps", density.response, draws - density.mode)
    with np.errstate(all="ignore"):
        first = _moved(density.first, follow, density.nodes)
        gram, force = _linearised(density, draws, first)
        # In units of the noise of the mode all states weigh alike, as Uₛ is in proportion to nₛ
        # there.
        step = np.linalg.solve(_regular(gram.sum(axis=1)), force[..., None])[..., 0]
        first = _moved(first, step.astype(np.float64), density.nodes)
        squares = np.zeros((len(draws), first.shape[2]))
        for residual in _residuals(density, draws, first):
            squares += (residual**2).sum(axis=1)
        # Integration is no more exact than this.
        floor = FLOOR * density.nodes.spread / density.nodes.sigma
        squares = squares + density.observed * floor**2
        curvature = _regular(np.einsum("ds,dspkl->dpkl", density.observed / squares, gram))
        # The Gauss-Newton Hessian of Σₛ nₛ/2 ln Uₛ by the first states. Without the gradients of
        # Uₛ, which nearly vanish at their best values, it has no entries between pieces.
        volume = np.linalg.slogdet(curvature).logabsdet.sum(axis=1)
        log_density = -0.5 * (density.observed * np.log(squares)).sum(axis=1) - 0.5 * volume
    inside = np.isfinite(log_density) & np.isfinite(squares).all(axis=1)
    return np.where(inside, log_density, -np.inf), squares


def _linearised(
    density: ShootingDensity, draws: FloatArray, first: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return FᵀF of each state and piece `(draws, states, pieces, first, first)`, and Fᵀr."""
    count, pieces, states = first.shape
    steps = _STEP * np.eye(states)
    starts = [first, *(_moved(first, step, density.nodes) for step in steps)]
    gram, force = np.zeros((count, states, pieces, states, states)), np.zeros_like(first)
    # The start and its displacements are integrated as one batch, `1 + states` times as large.
    many = np.tile(draws, (1 + states, 1))
    for residual in _residuals(density, many, np.concatenate(starts)):
        here = residual.shape[1]
        both = residual.reshape(1 + states, count, here, states)
        # Residuals are measured less solution, so this is the derivative of the solution.
        slope = (both[:1] - both[1:]) / _STEP  # (first, draws, pieces, states)
        gram[:, :, :here] += np.einsum("kdps,ldps->dspkl", slope, slope)
        force[:, :here] += np.einsum("kdps,dps->dpk", slope, both[0])
    return gram, force


def _moved(first: FloatArray, by: FloatArray, nodes: Nodes) -> FloatArray:
    """Move first states by units of their noise."""
    grows = np.array(nodes.relative or (False,) * first.shape[-1])
    return np.where(grows, first * np.exp(nodes.sigma * by), first + nodes.sigma * by)


def _residuals(
    density: ShootingDensity, draws: FloatArray, first: FloatArray
) -> Iterator[FloatArray]:
    """Yield the residuals at each place, of the pieces that reach it `(draws, pieces, states)`."""
    nodes, x = density.nodes, first
    for place, row in enumerate(density.order):
        here = row[row >= 0]
        if place:
            before = density.order[place - 1, : len(here)]
            x = ends_of_draws(
                density.system,
                x[:, : len(here)],
                values=draws,
                intervals=nodes.intervals,
                rows=before,
                # One count for all pieces at this place, so that they are integrated as one array.
                count=int(density.count[before].max()),
            )
        yield _residual(nodes, x, here)


def _residual(nodes: Nodes, x: FloatArray, rows: "np.ndarray") -> FloatArray:
    """Return measured less states in units of the noise `(draws, rows, states)`; 0 for gaps."""
    measured = nodes.measured[rows]
    grows = np.array(nodes.relative or (False,) * x.shape[2])
    # `where` computes both branches: states with constant noise may have no logarithm.
    ratio = np.log(np.where(grows, measured, 1.0)) - np.log(np.where(grows, x, 1.0))
    residual = np.where(grows, ratio, measured - x) / nodes.sigma
    return np.where(np.isfinite(measured), residual, 0.0)


def _response(linear: Linear, unit: FloatArray) -> FloatArray:
    """Return how the best first states follow the numbers, to first order, in units of noise."""
    parts = zip(linear.weighted_first, linear.weighted_number, unit, strict=True)
    # Of residuals r - F a - N dθ the least squares have a = -F⁺ N dθ, F in units of the noise.
    return -np.stack([_least_squares(first * size, number) for first, number, size in parts])


def _least_squares(matrix: FloatArray, right: FloatArray) -> FloatArray:
    return np.linalg.pinv(matrix, rcond=1e-12).astype(np.float64) @ right


def _regular(matrices: FloatArray) -> FloatArray:
    largest = np.abs(matrices).max(axis=(-2, -1), keepdims=True)
    return matrices + (_LEAST * largest + np.finfo(float).tiny) * np.eye(matrices.shape[-1])
