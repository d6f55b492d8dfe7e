"""The input of a search: checked data of one target."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from nalm._typing import FloatArray
from nalm.discovery.constraints._known import Known
from nalm.discovery.numerics._rounding import UNROUNDED, Step
from nalm.discovery.problem._unit_powers import Dimension
from nalm.discovery.problem._units import unit_names


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
class Units:
    """Units of measurement as they are written: the same dimension in km and in m differs.

    Attributes:
        inputs: Powers of units, of each input.
        target: Powers of units.
    """

    inputs: tuple[Dimension, ...]
    target: Dimension

    @classmethod
    def read(cls, inputs: Sequence[str], target: str) -> "Units":
        """Read units, such as "m/s^2", "kJ" or "1".

        Args:
            inputs: Unit of each input.
            target: Unit of the target.

        Raises:
            InvalidTypeError: If one is not a string.
            InvalidValueError: If one is not a unit.

        Example:
            >>> Units.read(["ms"], "m").inputs
            ({'ms': Fraction(1, 1)},)
        """
        return cls(inputs=tuple(map(unit_names, inputs)), target=unit_names(target))


@dataclass(frozen=True, kw_only=True)
class Problem:
    """Finite float64 data of one target, in the user's units.

    Attributes:
        x: Inputs `(rows, inputs)`.
        y: Target `(rows,)`.
        weight: Positive weight of each row's squared residual `(rows,)`.
        dimensions: Units of measurement, where constants have none.
        constant_units: Units of measurement, where constants carry whatever makes a formula agree;
            then every formula is allowed, and `dimensions` is None.
        rounding: Of the target's values to the digits they were written to; what stages make of a
            problem has none.
        known: Constraints in these inputs, which a fit of a formula to the target keeps; what
            stages make of a problem, in other inputs or of another target, has none.
    """

    x: FloatArray
    y: FloatArray
    weight: FloatArray
    dimensions: Dimensions | None = None
    constant_units: Units | None = None
    rounding: Step = UNROUNDED
    known: Known | None = None
