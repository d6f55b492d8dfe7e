"""Quotients of sums of many columns, fitted to noisy values and stripped of what they do not need.

    y ≈ N / D,   N = Σ aₖ Mₖ,  D = Σ bₖ Mₖ

To take y D = N for a linear equation fails in noise, as y is also among its columns. Gauss and
Newton's steps do not, if they begin at a sum, D = 1: with f = N / D of the step before,

    y - f ≈ Σ δaₖ Mₖ / D - Σ δbₖ f Mₖ / D

where one bₖ stays as it is, as a common factor of N and D changes nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from nalm._typing import FloatArray

FIRST_STEPS, STEPS = 12, 3
SHORTEST = 1e-3
"""Part of a step that is tried last."""
POLE = 1e-100
"""Size of D, beside columns of size 1, next to which derivatives have no value."""
GAIN = 1e-6
"""Share of the squares that a step has to gain for another one."""


@dataclass(frozen=True, kw_only=True)
class Quotient:
    """Coefficients of the columns of N, then of D, and the mean squared residual."""

    numerator: FloatArray
    denominator: FloatArray
    loss: float

    @property
    def both(self) -> FloatArray:
        """All coefficients `(2 columns,)`."""
        return np.concatenate([self.numerator, self.denominator])


@dataclass(frozen=True, kw_only=True)
class NoisyTarget:
    """What a quotient is fitted to.

    Attributes:
        columns: M, of about unit size `(rows, columns)`.
        y: Target `(rows,)`.
        root: Root of each row's weight `(rows,)`.
    """

    columns: FloatArray
    y: FloatArray
    root: FloatArray

    def value(self, both: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return N / D and D `(rows,)`."""
        count = self.columns.shape[1]
        below = self.columns @ both[count:]
        return self.columns @ both[:count] / below, below

    def loss(self, both: FloatArray) -> float:
        """Mean squared residual, infinite where there is no value."""
        f, below = self.value(both)
        loss = float(np.mean(np.square(self.root * (f - self.y))))
        return loss if np.isfinite(loss) and np.abs(below).min() > POLE else np.inf

    def slopes(self, both: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the derivatives of f by each coefficient, and y - f, both weighted."""
        f, below = self.value(both)
        factor = self.root / below
        above = self.columns * factor[:, None]
        return np.hstack([above, -f[:, None] * above]), self.root * (self.y - f)


def noisy_path(target: NoisyTarget, kept: np.ndarray) -> Iterator[tuple[Quotient, np.ndarray]]:
    """Fit with all columns, then leave out one after another; yield what is passed.

    Args:
        target: What is fitted.
        kept: Which columns are used above and below, `(2 columns,)`; a constant is the first.
    """
    with np.errstate(all="ignore"):
        quotient = _improved(target, _sum(target, kept), kept, FIRST_STEPS)
        while np.isfinite(quotient.loss):
            yield quotient, kept
            fewer = _without_one(target, quotient, kept)
            if fewer is None:
                return
            both, kept = fewer
            quotient = _improved(target, both, kept, STEPS)


def _sum(target: NoisyTarget, kept: np.ndarray) -> FloatArray:
    """The best N for D = 1."""
    count = target.columns.shape[1]
    both = np.zeros(2 * count)
    above = target.columns[:, kept[:count]] * target.root[:, None]
    both[:count][kept[:count]] = np.linalg.lstsq(above, target.root * target.y, rcond=1e-12)[0]
    # The constant is a column of about unit size, not of ones.
    both[count] = 1 / target.columns[0, 0]
    return both


def _improved(target: NoisyTarget, both: FloatArray, kept: np.ndarray, steps: int) -> Quotient:
    loss, count = target.loss(both), target.columns.shape[1]
    for _ in range(steps):
        if not np.isfinite(loss):
            break
        slopes, residual = target.slopes(both)
        free = kept.copy()
        free[_anchor(target, both, kept)] = False
        step = np.zeros(2 * count)
        step[free] = np.linalg.lstsq(slopes[:, free], residual, rcond=1e-12)[0]
        before, size = loss, 1.0
        # Halving until it gains also brings back a step that ends next to a pole, where the loss is
        # huge.
        while size >= SHORTEST and not (loss := target.loss(both + size * step)) < before:
            size /= 2
        if not loss < before:
            loss = before
            break
        both = both + size * step
        if loss > (1 - GAIN) * before:
            break
    return Quotient(numerator=both[:count], denominator=both[count:], loss=loss)


def _anchor(target: NoisyTarget, both: FloatArray, kept: np.ndarray) -> int:
    """Place of the coefficient of D that stays: that of its largest part."""
    count = target.columns.shape[1]
    # Of the common factor of N and D, one coefficient of D is held. The largest is the least likely
    # to be 0 in the law, where the others could not follow.
    return count + int(np.where(kept[count:], np.abs(both[count:]), -1.0).argmax())


def _without_one(
    target: NoisyTarget, quotient: Quotient, kept: np.ndarray
) -> tuple[FloatArray, np.ndarray] | None:
    """Leave out the column that is missed least; neither N nor D ends empty."""
    both, count = quotient.both, target.columns.shape[1]
    rise, without = _rises(target, both, kept)
    for side in (slice(count), slice(count, None)):
        if kept[side].sum() < 2:
            rise[side] = np.inf
    column = int(rise.argmin())
    if not np.isfinite(rise[column]):
        return None
    fewer = kept.copy()
    fewer[column] = False
    return without[column], fewer


def _rises(
    target: NoisyTarget, both: FloatArray, kept: np.ndarray
) -> tuple[FloatArray, dict[int, FloatArray]]:
    """How much each column's absence adds to the squares, to first order, and what it leaves."""
    slopes, _ = target.slopes(both)
    rise = np.full(len(both), np.inf)
    without: dict[int, FloatArray] = {}
    first = _anchor(target, both, kept)
    others = kept.copy()
    others[first] = False
    anchors = [first, _anchor(target, both, others)] if others[len(both) // 2 :].any() else [first]
    for anchor in anchors:  # the second tells of the first
        free = kept.copy()
        free[anchor] = False
        inverse = np.linalg.pinv(slopes[:, free].T @ slopes[:, free])
        for place, column in enumerate(np.flatnonzero(free).tolist()):
            if column not in without:
                # Without coefficient k the squares rise by cₖ² / (A⁻¹)ₖₖ, and the others move by
                # -A⁻¹ₖ cₖ / (A⁻¹)ₖₖ, A = JᵀJ (Hassibi and Stork 1993): all columns are compared
                # from one inverse, without a fit.
                rise[column] = both[column] ** 2 / inverse[place, place]
                without[column] = both.copy()
                without[column][free] -= inverse[place] / inverse[place, place] * both[column]
                without[column][column] = 0.0
    return rise, without
