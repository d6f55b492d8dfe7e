r"""Hamiltonian Monte Carlo with all chains as one batch.

A leapfrog step moves every chain at once, so hundreds of chains cost hardly more interpreter time
than one; and they learn the step size and the shape of the posterior together, from each other.
While they draw both are fixed, so the draws are those of plain HMC (Neal, *MCMC using Hamiltonian
dynamics*, 2011, section 5.3), each followed by a proposal from anywhere in the learnt shape (an
independence chain: Tierney, *Markov chains for exploring posterior distributions*, 1994),
which brings chains from one end of a curved posterior to the other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from nalm._typing import FloatArray

LogDensity: TypeAlias = Callable[[FloatArray], tuple[FloatArray, FloatArray]]
"""From positions `(chains, parameters)` to log densities `(chains,)` and gradients."""

_TARGET = 0.95  # acceptance that leapfrog steps are adapted to; 0.8 is cheaper on straight shapes
_SHORTEST = 0.3  # shortest step, as a part of the longest
_MOST_LEAPS = 64
_JUMP_DEGREES = 5.0  # of the t distribution that jumps come from: heavier tails than a normal
# A standard normal forgets where it was after π/2; curved shapes take longer, and most steps are
# shorter than the longest.
_TIME = 0.75 * np.pi


@dataclass(frozen=True, kw_only=True)
class Chains:
    """What the chains have drawn.

    Attributes:
        draws: `(chains, draws, parameters)`.
        acceptance: Share of proposals that were accepted while drawing.
    """

    draws: FloatArray
    acceptance: float


@dataclass(frozen=True, kw_only=True)
class _Place:
    position: FloatArray
    log_density: FloatArray
    gradient: FloatArray


def run_chains(
    log_density: LogDensity,
    start: FloatArray,
    *,
    draws: int,
    warmup: int,
    random: np.random.Generator,
) -> Chains:
    """Draw from a density whose coordinates have about unit scale.

    Args:
        log_density: Minus infinity outside its domain.
        start: Where the chains begin `(chains, parameters)`; inside the domain.
        draws: To keep from each chain.
        warmup: Steps before, in two halves: after the first one, the chains' own covariance
            becomes the unit of length.
        random: Source of all numbers.
    """
    # The step that keeps the acceptance falls as d^(-1/4) with the number of parameters (Neal 2011,
    # section 5.4.4).
    step = 1.2 / max(1, start.shape[1]) ** 0.25
    place, step = _advance(log_density, _at(log_density, start), step, warmup // 2, random)
    # From here on the coordinates are fixed. Adapting them while drawing would break the detailed
    # balance of the transitions.
    learnt = _Whitened(log_density, place.position)
    inner = _at(learnt, learnt.to_inner(place.position))
    inner, step = _advance(learnt, inner, step, warmup - warmup // 2, random)
    kept = np.empty((draws, *start.shape))
    accepted = 0.0
    for number in range(draws):
        inner, share = _transition(learnt, inner, step, random)
        # Jumps come after the warm-up only: they are from the learnt shape.
        inner = _jump(learnt, inner, random)
        kept[number] = learnt.to_outer(inner.position)
        accepted += share / draws
    return Chains(draws=kept.swapaxes(0, 1), acceptance=accepted)


def run_independent_chains(
    log_density: Callable[[FloatArray], FloatArray],
    size: int,
    *,
    chains: int,
    draws: int,
    random: np.random.Generator,
) -> Chains:
    """Draw from a density near the t distribution of unit scale, whose gradient is not known.

    All proposals are from that distribution (Tierney 1994), so the density is evaluated at all of
    them at once.

    Args:
        log_density: From positions `(positions, size)` to values `(positions,)`.
        size: How many parameters there are.
        chains: How many chains.
        draws: To keep from each, after a quarter as many.
        random: Source of all numbers.
    """
    warmup = draws // 4
    shape = (chains, warmup + draws)
    stretch = np.sqrt(_JUMP_DEGREES / random.chisquare(_JUMP_DEGREES, (*shape, 1)))
    proposed = stretch * random.standard_normal((*shape, size))
    flat = proposed.reshape(shape[0] * shape[1], size)
    # Metropolis and Hastings' ratio for independent proposals is one of importance weights: ln u <
    # ln w' - ln w. Proposals and thresholds do not depend on where a chain is, so the loop only
    # finds which proposal each chain is at.
    weight = (log_density(flat) - _log_jump(flat)).reshape(shape)
    threshold = np.log(random.random(shape))
    place = np.zeros(shape, dtype=int)  # which proposal each chain is at after each step
    every = np.arange(chains)
    accepted = 0
    for step in range(1, shape[1]):
        now = weight[every, place[:, step - 1]]
        accept = weight[:, step] - threshold[:, step] > now
        place[:, step] = np.where(accept, step, place[:, step - 1])
        accepted += int(accept.sum()) if step >= warmup else 0
    return Chains(
        draws=proposed[every[:, None], place[:, warmup:]], acceptance=accepted / (chains * draws)
    )


class _Whitened:
    """A density in coordinates in which the chains' present covariance is the identity."""

    def __init__(self, log_density: LogDensity, positions: FloatArray) -> None:
        size = positions.shape[1]
        self.log_density = log_density
        self.centre = positions.mean(axis=0)
        self.root = np.eye(size)
        # The covariance of fewer positions is too noisy to help, and one that is nearly singular
        # has no stable inverse root: then the coordinates stay as they are.
        if len(positions) > 5 * size and size:
            covariance = np.atleast_2d(np.cov(positions.T))
            if np.linalg.eigvalsh(covariance).min() > 1e-12 * np.trace(covariance):
                self.root = np.linalg.cholesky(covariance)
        self.inverse: FloatArray = np.asarray(np.linalg.inv(self.root), dtype=np.float64)

    def __call__(self, inner: FloatArray) -> tuple[FloatArray, FloatArray]:
        value, gradient = self.log_density(self.to_outer(inner))
        # By the chain rule. The constant ln |root| is left out: only differences count.
        return value, gradient @ self.root

    def to_outer(self, inner: FloatArray) -> FloatArray:
        return self.centre + inner @ self.root.T

    def to_inner(self, outer: FloatArray) -> FloatArray:
        return (outer - self.centre) @ self.inverse.T


def _advance(
    log_density: LogDensity, place: _Place, step: float, count: int, random: np.random.Generator
) -> tuple[_Place, float]:
    """Make transitions and adapt the step size to them (Robbins and Monro 1951)."""
    logs: list[float] = []
    for number in range(count):
        place, share = _transition(log_density, place, step, random)
        # The gain falls as k^(-1/2): slowly enough to forget the first step, and it dies out.
        step *= float(np.exp((share - _TARGET) / np.sqrt(1 + number)))
        logs.append(float(np.log(step)))
    if logs:
        step = float(np.exp(np.mean(logs[len(logs) // 2 :])))  # an average, free of the last noise
    return place, step


def _transition(
    log_density: LogDensity, place: _Place, step: float, random: np.random.Generator
) -> tuple[_Place, float]:
    """Make one HMC transition in every chain; also return the mean acceptance probability."""
    # Unit mass: the coordinates are whitened already.
    momentum = random.standard_normal(place.position.shape)
    # Other lengths break periodic orbits, and short steps free a chain from a narrow place that the
    # common step is too long for (Neal 2011, section 5.4.2).
    small = step * _SHORTEST ** random.random((len(momentum), 1))
    # One number of leaps for all chains, since they move as one batch; their lengths still differ
    # by their steps.
    leaps = int(np.clip(round(_TIME * random.uniform(0.8, 1.8) / step), 1, _MOST_LEAPS))
    before = place.log_density - 0.5 * (momentum**2).sum(axis=1)
    there = place
    with np.errstate(all="ignore"):
        for _ in range(leaps):
            half = momentum + 0.5 * small * there.gradient
            there = _at(log_density, there.position + small * half)
            momentum = half + 0.5 * small * there.gradient
        after = there.log_density - 0.5 * (momentum**2).sum(axis=1)
        # A trajectory that diverged, or left the domain, has an energy that is NaN or infinite: it
        # is refused.
        probability = np.nan_to_num(np.exp(np.minimum(0.0, after - before)), nan=0.0)
    return _chosen(place, there, probability, random), float(probability.mean())


def _jump(log_density: LogDensity, place: _Place, random: np.random.Generator) -> _Place:
    """Propose a draw of the t distribution of unit scale, independent of the chain's place."""
    chains, size = place.position.shape
    stretch = np.sqrt(_JUMP_DEGREES / random.chisquare(_JUMP_DEGREES, (chains, 1)))
    there = _at(log_density, stretch * random.standard_normal((chains, size)))
    with np.errstate(all="ignore"):
        # The proposal density is heavier in its tails than a normal posterior, so the weights are
        # bounded there and no chain gets stuck in a tail.
        gain = there.log_density - _log_jump(there.position)
        loss = place.log_density - _log_jump(place.position)
        probability = np.nan_to_num(np.exp(np.minimum(0.0, gain - loss)), nan=0.0)
    return _chosen(place, there, probability, random)


def _log_jump(position: FloatArray) -> FloatArray:
    # Student's density up to its constant, which cancels in every ratio.
    power = (_JUMP_DEGREES + position.shape[1]) / 2
    return -power * np.log1p((position**2).sum(axis=1) / _JUMP_DEGREES)


def _chosen(
    place: _Place, there: _Place, probability: FloatArray, random: np.random.Generator
) -> _Place:
    accept = random.random(len(probability)) < probability
    return _Place(
        position=np.where(accept[:, None], there.position, place.position),
        log_density=np.where(accept, there.log_density, place.log_density),
        gradient=np.where(accept[:, None], there.gradient, place.gradient),
    )


def _at(log_density: LogDensity, position: FloatArray) -> _Place:
    value, gradient = log_density(position)
    return _Place(position=position, log_density=value, gradient=gradient)
