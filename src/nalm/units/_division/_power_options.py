"""The options of the NPU and the Real NPU."""

from enum import Enum


class Clip(Enum):
    """Say which parameters of a power unit are clamped after a step.

    The gate is clamped to [0, 1] and weights to [-1, 1]; `ALL` is `BOTH` and the imaginary
    weights, which only the NPU has. Inside the equation the gate is clamped in every case.
    """

    NONE = "none"
    GATE = "gate"
    WEIGHT = "weight"
    BOTH = "gate and weight"
    ALL = "gate, weight and imaginary weight"


class Discretise(Enum):
    """Say which parameters of a power unit the penalty pulls to discrete values.

    The gate is pulled to 0 and 1, the (real) weight to -1 and 1, or, with `_OR_ZERO`, to -1, 0
    and 1.
    """

    NONE = "none"
    GATE = "gate"
    WEIGHT = "weight"
    BOTH = "gate and weight"
    WEIGHT_OR_ZERO = "weight, zero allowed"
    BOTH_OR_ZERO = "gate and weight, zero allowed"


class PowerInit(Enum):
    """Say how the (real) weight of a power unit is drawn: U(-r, r).

    `XAVIER_UNIFORM` has r = √(6 / (inputs + outputs)); `CONSTRAINED` is the NAU's, at most 1/2.
    """

    XAVIER_UNIFORM = "xavier uniform"
    CONSTRAINED = "constrained"
