"""Noise that a table shows: rounding to the digits it has, and a few rows that are far off."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.numerics._outliers import outlying
from nalm.discovery.numerics._rounding import Step, rounding, rounding_of_input
from nalm.symbolic import Sum, evaluate, gradient

FLOAT64 = Step(relative=2.0**-53)
"""Rounding of a target of which no other is known."""
NEAR = 30.0
"""Median residual, in units of the largest rounding error, up to which it may be rounding."""


@final
@dataclass(frozen=True, kw_only=True)
class RoundingNoise(NoiseModel):
    r"""The rounding of a table's numbers, whose size is known.

    $$g = \sqrt{h_0^2 + \sum_j \Bigl(h_j \frac{\partial f}{\partial x_j}\Bigr)^2},$$

    $$h_j = a_j + b_j\,|x_j|, \quad h_0 = a_0 + b_0 \sum_k |t_k|$$

    with h the largest rounding error of a value, t the terms of the formula: half a step of its
    decimals (a), or half a unit in the last place of float32 or of its significant digits (b).
    Errors that are uniform up to g have a σ of 1/√3.

    Attributes:
        target: a and b of the target.
        inputs: a and b of each input; empty if the inputs are exact.
    """

    name: ClassVar[str] = "rounding"
    is_known: ClassVar[bool] = True
    target: Step = FLOAT64
    inputs: tuple[Step, ...] = ()

    def size(self, formula: Sum, x: FloatArray) -> FloatArray:
        """Add up what the rounding of all values does to y."""
        # Terms that cancel were rounded before they were added, where numbers were computed so.
        terms = (np.abs(evaluate(Sum((term,)), x)) for term in formula.terms)
        own = self.target.of(sum(terms, np.zeros(len(x))))
        if not any(self.inputs):
            return own
        with np.errstate(all="ignore"):
            steps = np.column_stack([s.of(v) for s, v in zip(self.inputs, x.T, strict=True)])
            carried = np.where(steps == 0, 0.0, steps * gradient(formula, x))
            return np.asarray(np.hypot(own, np.linalg.norm(carried, axis=1)))

    def of_table(self, x: FloatArray, y: FloatArray) -> tuple[NoiseModel, ...]:
        """Return the rounding of y, and that of all columns, where there is some."""
        target, inputs = rounding(y), tuple(map(rounding_of_input, x.T))
        target_known = target or FLOAT64
        alone = (RoundingNoise(target=target_known),) if target else ()
        both = (RoundingNoise(target=target_known, inputs=inputs),) if any(inputs) else ()
        return (*alone, *both)

    def is_suggested(self, formula: Sum, x: FloatArray, *, residual: FloatArray) -> bool:
        """Say whether most residuals are not far beyond the rounding."""
        with np.errstate(all="ignore"):
            ratio = np.abs(residual) / self.size(formula, x)
        return bool(np.median(ratio) < NEAR)

    @property
    def numbers(self) -> tuple[float, ...]:
        """Return a and b of the target, then of each input."""
        return (*self.target, *(number for step in self.inputs for number in step))

    def with_numbers(self, numbers: Sequence[float]) -> NoiseModel:
        """Return the model of these a and b."""
        target, *inputs = map(Step, numbers[::2], numbers[1::2])
        return RoundingNoise(target=target, inputs=tuple(inputs))

    def of_columns(self, columns: Sequence[int]) -> NoiseModel:
        """Take the columns that were left out for exact: no formula has them."""
        known = dict(zip(columns, self.inputs, strict=bool(self.inputs)))
        count = max(columns) + 1 if self.inputs else 0
        return RoundingNoise(
            target=self.target, inputs=tuple(known.get(i, Step()) for i in range(count))
        )

    def label(self, y: str) -> str:
        """Name residuals in units of what rounding can do."""
        return f"residual of {y} in units of the largest rounding error"


@final
@dataclass(frozen=True)
class OutliersNoise(NoiseModel):
    """Noise of one size, but for a few rows that are far off, each by a size of its own."""

    name: ClassVar[str] = "outliers"
    power: ClassVar[float] = 0.0
    has_outliers: ClassVar[bool] = True

    def size(self, formula: Sum, x: FloatArray) -> FloatArray:
        """Return ones: of the rows that are not far off."""
        return np.ones(len(x))

    def is_applicable(self, y: FloatArray) -> bool:
        """Say that every target may have some."""
        return True

    def is_suggested(self, formula: Sum, x: FloatArray, *, residual: FloatArray) -> bool:
        """Say whether few residuals are far larger than the others."""
        return bool(outlying(residual).any())


@final
@dataclass(frozen=True)
class RelativeOutliersNoise(NoiseModel):
    """Noise in proportion to the value, but for a few rows that are far off."""

    name: ClassVar[str] = "relative-outliers"
    has_outliers: ClassVar[bool] = True

    def size(self, formula: Sum, x: FloatArray) -> FloatArray:
        """Return |f|."""
        return np.abs(evaluate(formula, x))

    def is_applicable(self, y: FloatArray) -> bool:
        """Say whether y has one sign.

        Of both signs over decades, a constant with a few rows far off was taken for the best one.
        """
        return bool((y > 0).all() or (y < 0).all())

    def is_suggested(self, formula: Sum, x: FloatArray, *, residual: FloatArray) -> bool:
        """Say whether few residuals are far larger than the others, relative to the value."""
        with np.errstate(all="ignore"):
            relative = residual / self.size(formula, x)
        return bool(np.isfinite(relative).all() and outlying(relative).any())

    def label(self, y: str) -> str:
        """Name residuals in units of the value."""
        return "relative residual"
