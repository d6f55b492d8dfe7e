"""The ranges and the small-number tasks of the division experiments, as published."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from nalm.tasks._base._distribution import Distribution
from nalm.tasks._distributions._per_input import PerInput
from nalm.tasks._distributions._range import Range
from nalm.tasks._vectors._operation import Operation
from nalm.tasks._vectors._single_module import SingleModuleTask


class RangePair(NamedTuple):
    """Where a model trains and where it is tested.

    Args:
        interpolation: Distribution of the training and validation inputs.
        extrapolation: Distribution of the test inputs.
    """

    interpolation: Distribution
    extrapolation: Distribution


def _pair(interpolation: str, extrapolation: str) -> RangePair:
    return RangePair(Range.parse(interpolation), Range.parse(extrapolation))


def _per_input_pair(interpolation: str, extrapolation: str) -> RangePair:
    """Make a pair from ranges of the numerator and the denominator, separated by ×."""
    first, second = (
        PerInput(parts=tuple(Range.parse(part) for part in text.split("×")))
        for text in (interpolation, extrapolation)
    )
    return RangePair(first, second)


DIVISION_RANGES: tuple[RangePair, ...] = (
    _pair("[-20,-10]", "[-40,-20]"),
    _pair("[-2,-1]", "[-6,-2]"),
    _pair("[-1.2,-1.1]", "[-6.1,-1.2]"),
    _pair("[-0.2,-0.1]", "[-2,-0.2]"),
    _pair("[-2,2]", "[-6,-2]∪[2,6]"),
    _pair("[0.1,0.2]", "[0.2,2]"),
    _pair("[1,2]", "[2,6]"),
    _pair("[1.1,1.2]", "[1.2,6]"),
    _pair("[10,20]", "[20,40]"),
)
"""The nine ranges of Learning Division with Neural Arithmetic Logic Modules, Table 1."""

MIXED_SIGN_RANGES: Mapping[int, RangePair] = MappingProxyType(
    {
        1: _per_input_pair("[-2,-0.1]×[0.1,2]", "[-6,-2]×[2,6]"),
        2: _per_input_pair("[-2,-1]×[1,2]", "[-6,-2]×[2,6]"),
        3: _pair("[-2,2]", "[-6,-2]∪[2,6]"),
        4: _per_input_pair("[0.1,2]×[-2,-0.1]", "[2,6]×[-6,-2]"),
        5: _per_input_pair("[1,2]×[-2,-1]", "[2,6]×[-6,-2]"),
    }
)
"""The mixed-sign datasets 1 to 5 of the same paper, Figure 4: numerator × denominator."""

SMALL_NUMBER_TASKS: Mapping[str, SingleModuleTask] = MappingProxyType(
    {
        "easy": SingleModuleTask(operation=Operation.RECIPROCAL, in_features=1, subset_count=1),
        "medium": SingleModuleTask(operation=Operation.RECIPROCAL),
        "hard": SingleModuleTask(operation=Operation.DIV),
    }
)
"""Division near zero, same paper, Figure 5: 1/x₀ of one input, 1/x₀ of two inputs, x₀/x₁."""
