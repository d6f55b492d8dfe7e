"""Which rows are learnt from, and in what form the products see them."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from nalm._typing import FloatArray
from nalm.discovery._problem import Problem
from nalm.discovery.engine._model import Samples

OUTER_SHARE = 0.2
FEWEST = 6
"""Rows below which none are held out."""


def outer_rows(problem: Problem) -> np.ndarray:
    """Indices of the outermost fifth: the rows whose inputs lie furthest from the middle.

    Each input counts by its rank, so that neither its scale nor its spread matters.
    """
    rows = len(problem.y)
    if rows < FEWEST:
        return np.empty(0, dtype=np.intp)
    order = np.argsort(np.argsort(problem.x, axis=0, kind="stable"), axis=0, kind="stable")
    varies = problem.x.std(axis=0) > 0
    rank = 2 * order[:, varies] / (rows - 1) - 1
    outerness = np.square(rank).mean(axis=1) if varies.any() else np.zeros(rows)
    count = max(1, round(OUTER_SHARE * rows))
    return np.sort(np.argsort(-outerness, kind="stable")[:count])


def take(problem: Problem, rows: np.ndarray) -> Problem:
    """Keep some of the rows."""
    return Problem(
        x=problem.x[rows],
        y=problem.y[rows],
        weight=problem.weight[rows],
        dimensions=problem.dimensions,
    )


def sample(problem: Problem, count: int, seed: int) -> Problem:
    """Keep at most `count` rows, drawn at random."""
    rows = len(problem.y)
    if rows <= count:
        return problem
    chosen = np.random.default_rng(seed).choice(rows, count, replace=False)
    return take(problem, np.sort(chosen))


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
        scales: The factors.
    """

    samples: Samples
    weight: Tensor
    scales: Scales

    def constant(self) -> Tensor:
        """Factors of the residuals under noise of constant size `(rows,)`."""
        return self.weight

    def relative(self) -> Tensor:
        """Factors of the residuals under noise in proportion to y `(rows,)`."""
        return self.weight / (self.samples.y.abs() + 1e-6)


def rows(problem: Problem, basis: FloatArray, offset: FloatArray) -> Rows | None:
    """Prepare rows; `None` where zeros among the inputs leave too few.

    Args:
        problem: The data.
        basis: B of `Samples`.
        offset: w₀ of `Samples`.
    """
    usable = (problem.x != 0).all(axis=1)
    if usable.sum() < max(3, 0.5 * len(problem.y)) or not problem.y.any():
        return None
    x, y = problem.x[usable], problem.y[usable]
    largest = np.abs(y).max()
    if largest == 0:
        return None
    scale = float(largest * np.sqrt(np.mean(np.square(y / largest))))
    logs = np.log(np.abs(x))
    mean = logs.mean(axis=0)
    samples = Samples(
        logs=torch.from_numpy(logs - mean),
        negative=torch.from_numpy((x < 0).astype(np.float64)),
        basis=torch.from_numpy(basis),
        offset=torch.from_numpy(offset),
        y=torch.from_numpy(y / scale),
    )
    weight = np.sqrt(problem.weight[usable] / problem.weight[usable].mean())
    return Rows(
        samples=samples, weight=torch.from_numpy(weight), scales=Scales(logs=mean, y=scale)
    )
