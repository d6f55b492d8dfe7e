"""The product of powers that is nearest to noisy values, with any exponents.

    y = c s(x) Π |xᵢ|^(vᵢ),   s = ±1

On logarithmic scale this is a line; but there the errors are largest where y is smallest, and where
values span decades, most rows may be mostly noise. The line is only where the fit begins.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._levenberg_marquardt import levenberg_marquardt
from nalm.discovery.numerics._sign_choice import choose_signs

SHARES = (1.0, 0.5, 0.2, 0.1)
"""Of the rows, those of the largest targets, through which the line to begin with goes."""
TRIALS, NEGLIGIBLE = 100, 1e-8
"""Steps at most, and the share of the cost that is not worth one."""
LARGEST_LOG = 300.0
ROUNDS = 3
"""How often the signs are chosen, each time by better sizes."""


@dataclass(frozen=True, kw_only=True)
class ProductFit:
    """A product of powers.

    Attributes:
        numbers: log |c| and the exponents `(1 + inputs,)`.
        signs: s of each row, and that of c `(rows,)`.
        miss: Sum of squared residuals.
    """

    numbers: FloatArray
    signs: FloatArray
    miss: float

    def values(self, columns: FloatArray) -> FloatArray:
        """Of the product `(rows,)`."""
        return self.signs * _exp(columns @ self.numbers)


def fit_product(
    columns: FloatArray, y: FloatArray, *, root: FloatArray, negative: np.ndarray, limits: Limits
) -> ProductFit:
    """Fit a product, and choose its signs.

    Args:
        columns: 1 and each log |x| `(rows, 1 + inputs)`.
        y: Target, nowhere 0 `(rows,)`.
        root: Square root of the rows' weights `(rows,)`.
        negative: Which of the inputs that have both signs are negative `(rows, inputs)`.
        limits: What may not be exceeded.
    """
    size: FloatArray = np.abs(y)
    rows = _Rows(columns=columns, goal=y * root, root=root, negative=negative, limits=limits)
    found: list[ProductFit] = []
    for share in SHARES:
        # An error of y is one of 1 / |y| in its logarithm. Small values, which may be nothing but
        # noise, are also left out altogether: no share is right for all data, and the best end
        # counts.
        weight = size * root * (size >= np.quantile(size, 1 - share))
        line = np.linalg.lstsq(columns * weight[:, None], np.log(size) * weight, rcond=None)[0]
        found.append(_improved(np.array(line, dtype=np.float64), rows))
    return min(found, key=lambda each: each.miss)


class _Rows(NamedTuple):
    """What is fitted to: the weighted target, and what `fit_product` was given."""

    columns: FloatArray
    goal: FloatArray
    root: FloatArray
    negative: np.ndarray
    limits: Limits

    def values(self, numbers: FloatArray) -> FloatArray:
        """Of a positive product, weighted `(rows,)`."""
        self.limits.check()
        return self.root * _exp(self.columns @ numbers)


def _improved(line: FloatArray, rows: _Rows) -> ProductFit:
    """From a line on, choose signs and fit sizes to the target itself, in turn."""
    best = ProductFit(numbers=line, signs=np.ones(len(rows.goal)), miss=np.inf)
    before = -1
    for _ in range(ROUNDS):
        # The largest inner product with y is that of the signs with the least squared residual,
        # whatever the factor of the product.
        chosen, signs = choose_signs(rows.values(best.numbers) * rows.goal, rows.negative)
        # The same signs would lead to the same sizes.
        if chosen == before:
            break
        before = chosen
        best = _sized(best.numbers, signs, rows)
    return best


def _sized(numbers: FloatArray, signs: FloatArray, rows: _Rows) -> ProductFit:
    turned = signs * rows.goal

    def residual(trial: FloatArray) -> FloatArray:
        return rows.values(trial) - turned

    def slope(trial: FloatArray) -> FloatArray:
        return rows.columns * rows.values(trial)[:, None]

    fit = levenberg_marquardt(residual, numbers, slope=slope, negligible=NEGLIGIBLE, trials=TRIALS)
    return ProductFit(numbers=fit.numbers, signs=signs, miss=fit.cost)


def _exp(logs: FloatArray) -> FloatArray:
    return np.exp(np.minimum(logs, LARGEST_LOG))
