"""Roots of quadratic equations whose coefficients are sums, fitted to noisy values.

    y = B / 2 ± √(B² / 4 + C),   so   y² = B y + C,   B = Σ b M,  C = Σ c M

Least squares of y² = B y + C is biased in noise, as y is also among its columns. Instrumental
variables are not: the equation's error is made orthogonal to M and to M times a smooth fit to y
instead. From there on Gauss and Newton's steps: with the root f of the step before, and 2 f - B the
slope of f² - B f - C,

    (2 f - B) (y - f) + f² ≈ B f + C,   weighted by 1 / |2 f - B|

All choices of products are fitted at once.
"""

from dataclasses import dataclass

import numpy as np

from nalm._typing import FloatArray

STEPS = 6
FLAT = 0.01
"""Size of 2 f - B, beside y of root mean square 1, below which a row counts no more."""
COLLINEAR = 1e-9
"""Length, of that of the longest, that is left of a column beside the others."""
LOST = 0.02
"""Share of the rows that may have no root: noise takes a few beyond the vertex."""
FAR = 1.0
"""Distance of a root from y from which y is kept for the next step."""


@dataclass(frozen=True, kw_only=True)
class FittedRoots:
    """Fitted choices.

    Attributes:
        coefficients: b and c, in the order of each choice's columns `(choices, size)`.
        deviations: Their standard errors `(choices, size)`.
        above: Whether the root is the larger of the two `(choices,)`.
        misfit: Mean squared residual of y, infinite without a root `(choices,)`.
    """

    coefficients: FloatArray
    deviations: FloatArray
    above: np.ndarray
    misfit: FloatArray

    def better(self, other: "FittedRoots", usable: np.ndarray) -> "FittedRoots":
        """Take another's choices where they may be used and are nearer."""
        which = usable & (other.misfit < self.misfit)
        return FittedRoots(
            coefficients=np.where(which[:, None], other.coefficients, self.coefficients),
            deviations=np.where(which[:, None], other.deviations, self.deviations),
            above=np.where(which, other.above, self.above),
            misfit=np.where(which, other.misfit, self.misfit),
        )


@dataclass(frozen=True, kw_only=True)
class Target:
    """What is fitted.

    Attributes:
        y: Of root mean square 1 `(rows,)`.
        smooth: A fit to it with less noise, which need not come very near `(rows,)`.
        root: Square root of each row's weight `(rows,)`.
    """

    y: FloatArray
    smooth: FloatArray
    root: FloatArray


def fit_quadratic_roots(
    products: FloatArray, target: Target, *, choices: np.ndarray
) -> FittedRoots:
    """Fit choices of products.

    Args:
        products: M, of about unit size `(rows, products)`.
        target: What is fitted.
        choices: Columns of each: k stands for a product of B, and products + k of C
            `(choices, size)`.
    """
    count, y, root = products.shape[1], target.y, target.root
    best = _nothing(choices.shape)
    linear = (choices < count)[:, None, :]
    parts = products.T[choices % count].swapaxes(1, 2)
    with np.errstate(all="ignore"):
        coefficients, usable = _begin(parts, linear, target)
        spread = np.zeros(choices.shape)
        for _ in range(STEPS):
            b = (np.where(linear, parts, 0.0) @ coefficients[:, :, None])[:, :, 0]
            c = (np.where(linear, 0.0, parts) @ coefficients[:, :, None])[:, :, 0]
            under = np.square(b) / 4 + c
            # y lies above the vertex B / 2 on most rows if the larger root is meant.
            above = np.median(np.sign(y - b / 2), axis=1) >= 0
            value = b / 2 + np.where(above, 1.0, -1.0)[:, None] * np.sqrt(np.maximum(under, 0.0))
            misfit = np.square(root * (value - y)).mean(axis=1)
            usable &= ((under <= 0).mean(axis=1) < LOST) & np.isfinite(misfit)
            found = FittedRoots(
                coefficients=coefficients,
                deviations=spread * np.sqrt(misfit)[:, None],
                above=above,
                misfit=misfit,
            )
            # Undamped steps may diverge after a good one: the best of all steps is kept, not the
            # last.
            best = best.better(found, usable)
            # Far from y, the root of a bad step would lead the next one astray.
            f = np.where(np.abs(value - y) < FAR, value, y)
            slope = 2 * f - b
            # Both roots meet where 2 f - B = 0, and rows there would weigh without limit.
            weight = root / np.maximum(np.abs(slope), FLAT)
            columns = np.where(linear, parts * f[:, :, None], parts) * weight[:, :, None]
            goal = (slope * (y - f) + np.square(f)) * weight
            coefficients, spread, usable = _solve(columns, goal)
    return best


def _nothing(shape: tuple[int, ...]) -> FittedRoots:
    return FittedRoots(
        coefficients=np.zeros(shape),
        deviations=np.zeros(shape),
        above=np.ones(shape[0], dtype=np.bool_),
        misfit=np.full(shape[0], np.inf),
    )


def _begin(parts: FloatArray, linear: np.ndarray, target: Target) -> tuple[FloatArray, np.ndarray]:
    """Solve y² = B y + C by instrumental variables."""
    weighted = parts * np.square(target.root)[:, None]
    # Normal equations Zᵀ A c = Zᵀ y², with instruments Z = [M ŷ, M] for the columns A = [M y, M]: ŷ
    # is smooth, so that Z has hardly any of the noise in y, and no correlation with the error.
    instruments = np.where(linear, weighted * target.smooth[:, None], weighted).mT
    q, r = np.linalg.qr(instruments @ np.where(linear, parts * target.y[:, None], parts))
    inverse, usable = _inverse(r)
    goal = instruments @ np.square(target.y)[:, None]
    return (inverse @ (q.mT @ goal))[:, :, 0], usable


def _solve(columns: FloatArray, target: FloatArray) -> tuple[FloatArray, FloatArray, np.ndarray]:
    """Solve each choice; return its errors in noise of 1, and whether its columns differ."""
    q, r = np.linalg.qr(np.nan_to_num(columns))
    inverse, usable = _inverse(r)
    coefficients: FloatArray = (inverse @ (q.mT @ np.nan_to_num(target)[:, :, None]))[:, :, 0]
    # (AᵀA)⁻¹ = R⁻¹ R⁻ᵀ: the standard error of a coefficient is σ times the length of its row of
    # R⁻¹.
    return coefficients, np.linalg.norm(inverse, axis=2), usable


def _inverse(triangle: FloatArray) -> tuple[FloatArray, np.ndarray]:
    """Invert each triangle, and say whether it could be."""
    size = np.abs(triangle.diagonal(axis1=1, axis2=2))
    usable = size.min(axis=1) > COLLINEAR * size.max(axis=1)
    safe = np.where(usable[:, None, None], triangle, np.eye(triangle.shape[1]))
    return np.asarray(np.linalg.inv(safe), dtype=np.float64), usable
