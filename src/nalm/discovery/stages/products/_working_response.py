"""The working response: a noisy target on logarithmic scale, at a formula that nearly fits.

The logarithm of noisy values is biased, and they may be negative. The working response of a formula
f that nearly fits is not, and any other formula g has, to first order, the same residuals in it as
in y itself:

    t = log |f| + (y - f) / f,   weighted by |f|,   as   y - g ≈ f (t - log |g|)
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.problem._problem import Problem

SMALLEST = 1e-9
"""Value of f, in units of its root mean square, below which a row tells nothing."""
SHARE = 0.5
"""Of the rows that have to tell something."""
SPARE = 6
"""Rows that there have to be beside one for each input."""


@dataclass(frozen=True, kw_only=True)
class WorkingResponse:
    """Rows without a zero among their inputs or in f.

    Attributes:
        logs: log |x| `(rows, inputs)`.
        negative: Whether x < 0 `(rows, inputs)`.
        values: f in units of its root mean square `(rows,)`.
        y: Target in the same units `(rows,)`.
        root: Square root of each row's weight `(rows,)`.
        scale: The unit.
    """

    logs: FloatArray
    negative: np.ndarray
    values: FloatArray
    y: FloatArray
    root: FloatArray
    scale: float

    def of_rows(self, rows: np.ndarray) -> "WorkingResponse":
        """Keep some of the rows."""
        return WorkingResponse(
            logs=self.logs[rows],
            negative=self.negative[rows],
            values=self.values[rows],
            y=self.y[rows],
            root=self.root[rows],
            scale=self.scale,
        )

    @property
    def weight(self) -> FloatArray:
        """Factor of a residual on logarithmic scale `(rows,)`."""
        return np.abs(self.values) * self.root

    @property
    def plain(self) -> FloatArray:
        """Columns, 1 and each log |x| without its mean `(rows, 1 + inputs)`."""
        return np.hstack([np.ones((len(self.y), 1)), self.logs - self.logs.mean(axis=0)])

    @property
    def products(self) -> FloatArray:
        """These columns, weighted `(rows, 1 + inputs)`."""
        return self.plain * self.weight[:, None]

    @cached_property
    def base(self) -> FloatArray:
        """Orthonormal columns that span the products `(rows, 1 + inputs)`."""
        return np.linalg.qr(self.products)[0]

    @property
    def inputs(self) -> FloatArray:
        """The inputs of these rows `(rows, inputs)`."""
        return np.exp(self.logs) * np.where(self.negative, -1.0, 1.0)

    def without_products(self, columns: FloatArray) -> FloatArray:
        """Take out of weighted columns what products of inputs explain of them.

        Args:
            columns: `(rows,)`, `(rows, columns)` or `(…, rows, columns)`.
        """
        return columns - self.base @ (self.base.T @ columns)

    @property
    def target(self) -> FloatArray:
        """The working response t, weighted `(rows,)`."""
        miss: FloatArray = (self.y - self.values) / self.values
        return self.weight * (np.log(np.abs(self.values)) + miss)


def working_response(problem: Problem, values: FloatArray) -> WorkingResponse | None:
    """Compute the working response of a formula; `None` where too few rows are without a zero.

    Args:
        problem: The data.
        values: Of the formula, which nearly fits `(rows,)`.
    """
    if not (np.isfinite(values).all() and np.isfinite(problem.weight).all() and values.any()):
        return None
    scale = root_mean_square(values)
    usable = (problem.x != 0).all(axis=1) & (np.abs(values) > SMALLEST * scale)
    if usable.sum() < max(SHARE * len(usable), problem.x.shape[1] + SPARE):
        return None
    x = problem.x[usable]
    return WorkingResponse(
        logs=np.log(np.abs(x)),
        negative=x < 0,
        values=values[usable] / scale,
        y=problem.y[usable] / scale,
        root=np.sqrt(problem.weight[usable] / problem.weight[usable].mean()),
        scale=scale,
    )
