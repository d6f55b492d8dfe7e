"""A power of a noisy target, linear in what a sum has to be.

A power of noisy values is biased, and unusable for values near 0 or of the other sign. Its tangent
at a good fit f is neither: any sum P has to first order the same residuals in it as its root has in
y itself:

    z = f^q + q f^(q-1) (y - f),   y - P^(1/q) ≈ (z - P) / (q f^(q-1))

f begins as y and becomes P^(1/q) of the best P (Gauss and Newton's method).
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray

STEPS = 4
CONVERGED = 1e-8
"""Mean squared change of f, of root mean square 1, with which the steps end."""
NOISE = 2.0
"""Size of what may be noise alone, in units of the largest residual of a wrong sign."""
SMALLEST, LARGEST = 0.01, 2.0
"""Sizes of f, in units of the median and of the largest of the first."""
SAME = 0.9
"""Share of the rows whose target has the sign of a root."""


@dataclass(frozen=True, kw_only=True)
class Powered:
    """A target y = P^(1/q), of root mean square 1.

    Attributes:
        power: q.
        y: Target `(rows,)`; for an even q most of it is positive.
        root: Factor of its residuals `(rows,)`.
    """

    power: Fraction
    y: FloatArray
    root: FloatArray

    @property
    def begin(self) -> FloatArray:
        """The first f: y, except zeros and, of a root, values that may be noise `(rows,)`."""
        # Where y is 0, f^(q-1) or the weight 1 / f^(q-1) has no value. The smallest size does as
        # well.
        smallest = float(np.min(np.abs(self.y), where=self.y != 0, initial=np.abs(self.y).max()))
        if self.power.numerator % 2 != 0:
            return np.where(self.y == 0, smallest, self.y) if self.power != 1 else self.y
        # Noise of one size in the residuals is larger in rows that count less: where a factor was
        # divided out, those in which it is small.
        noise = NOISE * float(np.max(-self.y * self.root, initial=0.0))
        hidden = np.divide(noise, self.root, out=np.zeros_like(self.y), where=self.root > 0)
        return np.maximum(self.y, np.maximum(smallest, hidden))

    def linear(self, f: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return z and its weights, 0 for a y of 0, where roots have no tangent `(rows,)`."""
        q = float(self.power)
        slope = q * f ** (q - 1)
        known = (self.y != 0) | (q == 1)
        return f**q + slope * (self.y - f), known * self.root / np.abs(slope)

    def fitted(self, columns: FloatArray, steps: int = STEPS) -> tuple[FloatArray, FloatArray]:
        """Fit P as a sum of columns; return f and the weighted residuals `(rows,)`."""
        f, residual = self.begin, self.root * self.y
        for _ in range(steps):
            z, weight = self.linear(f)
            weighted = columns * weight[:, None]
            # Columns of a library may repeat each other on these rows: `rcond` drops the directions
            # that only rounding error tells apart.
            coefficients, *_ = np.linalg.lstsq(weighted, z * weight, rcond=1e-13)
            residual = weighted @ coefficients - z * weight
            new = self._root(columns @ coefficients, f)
            change = float(np.mean(np.square(new - f)))
            # For q = 1 neither z nor the weights depend on f: the first solution is the last.
            if self.power == 1 or change < CONVERGED:
                break
            f = new
        return f, residual

    def _root(self, p: FloatArray, f: FloatArray) -> FloatArray:
        """P^(1/q) where it has a value, of a size that f has; f elsewhere."""
        # P^(1/q) has P's sign for an odd q. For an even one f is positive, and a P below 0 has no
        # root. The first steps may lead far away, where the tangent at f tells nothing about y.
        sign = np.sign(p) if self.power.numerator % 2 != 0 else 1.0
        root = np.abs(p) ** float(1 / self.power)
        size = np.abs(f)
        usable = (
            (sign * p > 0) & (root > SMALLEST * np.median(size)) & (root < LARGEST * size.max())
        )
        return np.where(usable, sign * root, f)


def has_root(signs: FloatArray, power: Fraction) -> bool:
    """Say whether a target of these signs may be a root of a sum plus noise."""
    # A share s of one sign makes the mean of the signs ±(2 s - 1).
    return power.numerator % 2 != 0 or abs(float(np.mean(signs))) >= 2 * SAME - 1
