"""The input of a search: checked data of one target."""

from dataclasses import dataclass
from fractions import Fraction

from nalm._typing import FloatArray


@dataclass(frozen=True, kw_only=True)
class Dimensions:
    """Units of measurement as exponents of base units; every constant is without a unit.

    Attributes:
        inputs: One row per base unit, one column per input.
        target: One entry per base unit.
    """

    inputs: tuple[tuple[Fraction, ...], ...]
    target: tuple[Fraction, ...]


@dataclass(frozen=True, kw_only=True)
class Problem:
    """Finite float64 data of one target, in the user's units.

    Attributes:
        x: Inputs `(rows, inputs)`.
        y: Target `(rows,)`.
        weight: Positive weight of each row's squared residual `(rows,)`.
        dimensions: Units of measurement, where known.
    """

    x: FloatArray
    y: FloatArray
    weight: FloatArray
    dimensions: Dimensions | None = None
