"""In what form the products of a cohort see the rows: as logarithms and signs, scaled."""

from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from nalm._typing import FloatArray
from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import rows_with_logarithms
from nalm.discovery.stages.cohorts._model import Samples


@dataclass(frozen=True, kw_only=True)
class Scales:
    """What turns parameters of scaled rows into those of the user's units.

    Attributes:
        logs: Mean of log |x| `(inputs,)`.
        y: Root mean square of y.
    """

    logs: FloatArray
    y: float


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Rows without a zero among their inputs, scaled by positive factors.

    Attributes:
        samples: As the products see them.
        weight: Square root of each row's weight `(rows,)`.
        size: What noise in proportion is in proportion to: |y| `(rows,)`.
        scales: The factors.
    """

    samples: Samples
    weight: Tensor
    size: Tensor
    scales: Scales

    def constant(self) -> Tensor:
        """Factors of the residuals under noise of constant size `(rows,)`."""
        return self.weight

    def relative(self) -> Tensor:
        """Factors of the residuals under noise in proportion to y `(rows,)`."""
        # The smallest |y| would otherwise outweigh all other rows.
        return self.weight / (self.size + 1e-6)

    def take(self, rows: np.ndarray) -> "Rows":
        """Keep some of the rows, as they are scaled."""
        kept = torch.as_tensor(rows)
        logs, negative, y = (
            each[kept] for each in (self.samples.logs, self.samples.negative, self.samples.y)
        )
        return replace(
            self,
            samples=replace(self.samples, logs=logs, negative=negative, y=y),
            weight=self.weight[kept],
            size=self.size[kept],
        )


def prepare_rows(
    problem: Problem,
    basis: FloatArray,
    offset: FloatArray,
    *,
    scales: Scales | None = None,
    size: FloatArray | None = None,
) -> Rows | None:
    """Prepare rows; `None` where zeros among the inputs leave too few, or nothing but zeros in y.

    Args:
        problem: The data.
        basis: B of `Samples`.
        offset: w₀ of `Samples`.
        scales: Of other rows, whose parameters these shall have; their own by default.
        size: What noise in proportion is in proportion to; |y| in its own scale by default.
    """
    usable = rows_with_logarithms(problem)
    if usable is None:
        return None
    x, y = problem.x[usable], problem.y[usable]
    # About their means, logarithms are less correlated with the constant, and coefficients are of
    # the order of 1, which random starts need.
    logs = np.log(np.abs(x))
    if scales is None:
        scales = Scales(logs=logs.mean(axis=0), y=root_mean_square(y))
    samples = Samples(
        logs=torch.as_tensor(logs - scales.logs),
        negative=torch.as_tensor((x < 0).astype(np.float64)),
        basis=torch.as_tensor(basis),
        offset=torch.as_tensor(offset),
        y=torch.as_tensor(y / scales.y),
    )
    weight = np.sqrt(problem.weight[usable] / problem.weight[usable].mean())
    return Rows(
        samples=samples,
        weight=torch.as_tensor(weight),
        size=samples.y.abs() if size is None else torch.as_tensor(size[usable]),
        scales=scales,
    )
