"""What short products leave of a target, and what they explain of that times a curve.

y = Σ aₖ Mₖ + Σ cₖ Mₖ F(b R),   Mₖ short products of inputs
"""

from typing import NamedTuple, final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._exponents import costs
from nalm.discovery.stages.regressions._library import briefest

ROWS_EACH = 6
"""Rows for each column."""
PRODUCTS = 50
"""M at most."""
FACTORS = 5
"""Products that a curve is multiplied with, beside one for each input."""
DEGREE = 6
"""Of the polynomials that stand for any curve."""
FLOOR = 1e-26
"""Mean squared residual, of a target of size 1, that is rounding error."""
VALUES = np.array([0.0, 1.0, 2.0, -1.0])
"""Exponents of an input in M."""


class Explained(NamedTuple):
    """What curves explain.

    Attributes:
        score: Rows · log of what is left, and the description length of the columns.
        coefficients: Of each product times each curve `(products, curves)`.
    """

    score: float
    coefficients: FloatArray


def values_of_products(x: FloatArray, *, most: int) -> FloatArray:
    """Return the values of those with the shortest descriptions, of length 1 `(rows, products)`.

    Args:
        x: Inputs `(rows, inputs)`.
        most: Products at most.
    """
    exponents = briefest(
        x.shape[1], VALUES, costs=costs(VALUES) + 0.5 * (VALUES < 0), most=2 * most
    )
    # Where an input is 0 or negative, its reciprocal has a pole among the rows.
    signed = (x <= 0).any(axis=0)
    exponents = exponents[~(exponents[:, signed] < 0).any(axis=1)][:most]
    with np.errstate(all="ignore"):
        products = np.column_stack([np.prod(x**one, axis=1) for one in exponents])
    return products / np.linalg.norm(products, axis=0)


@final
class Blocks:
    """Rows without what short products explain of the target.

    Args:
        x: Inputs `(rows, inputs)`.
        y: Target `(rows,)`.
        root: Square roots of the rows' weights `(rows,)`.
    """

    def __init__(self, x: FloatArray, y: FloatArray, *, root: FloatArray) -> None:
        self._rows, inputs = x.shape
        most = max(min(PRODUCTS, self._rows // (2 * ROWS_EACH)), 1)
        products = values_of_products(x, most=most)
        self._products = products * root[:, None]
        self._base = np.linalg.qr(self._products)[0]
        scale = float(np.sqrt(np.mean(np.square(root * y)))) or 1.0
        self._goal = self._without(root * y / scale)
        self._factors = min(products.shape[1], self._rows // (4 * ROWS_EACH), FACTORS + inputs)

    @property
    def is_explained(self) -> bool:
        """Whether the products leave nothing, or the rows are too few to tell."""
        return self._rows < 2 * ROWS_EACH or float(np.mean(np.square(self._goal))) < 100 * FLOOR

    def _without(self, columns: FloatArray) -> FloatArray:
        return columns - self._base @ (self._base.T @ columns)

    def explained(self, curves: FloatArray, *, alone: bool = False) -> Explained:
        """Fit curves by themselves, or times short products if that is the shorter description.

        Args:
            curves: `(rows, curves)`.
            alone: By themselves only.
        """
        counts = (1,) if alone else dict.fromkeys((1, max(self._factors, 1)))
        found = [self._fitted(curves, count) for count in counts]
        return min(found, key=lambda one: one.score)

    def _fitted(self, curves: FloatArray, count: int) -> Explained:
        block = (self._products[:, :count, None] * curves[:, None, :]).reshape(self._rows, -1)
        none = np.zeros((count, curves.shape[1]))
        if not np.isfinite(block).all() or 2 * block.shape[1] > self._rows:
            return Explained(np.inf, none)
        block = self._without(block)
        solved = np.linalg.lstsq(block, self._goal, rcond=1e-10)[0]
        miss = float(np.mean(np.square(self._goal - block @ solved)))
        score = self._rows * np.log(miss + FLOOR) + block.shape[1] * np.log(self._rows)
        return Explained(float(score), np.asarray(solved, np.float64).reshape(none.shape))

    def curved(self, values: FloatArray, *, alone: bool = False) -> float:
        """Score any smooth curve along R."""
        unit = 2 * (values - values.min()) / np.ptp(values) - 1
        degree = min(DEGREE, max(self._rows // (max(self._factors, 1) * ROWS_EACH), 2))
        # Tₙ(cos φ) = cos n φ
        polynomials = np.cos(np.outer(np.arccos(np.clip(unit, -1, 1)), np.arange(1, degree + 1)))
        return self.explained(polynomials, alone=alone).score
