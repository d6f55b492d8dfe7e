"""One operation between all inputs, from the left to the right."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._task import Task
from nalm.tasks._vectors._operation import Operation

_CHAINED = (Operation.ADD, Operation.SUB, Operation.MUL, Operation.DIV)


@dataclass(frozen=True, kw_only=True)
class Chain(Task):
    r"""Learn one operation between all inputs, from the left to the right.

    $$t = (\dots((x_0 \circ x_1) \circ x_2) \dots) \circ x_{k-1}$$

    Args:
        operation: Addition, subtraction, multiplication or division.
        in_features: Number k of operands; with one, the task is the identity.
        out_features: Always 1.

    Raises:
        InvalidValueError: If the operation has one operand only, or there is no input.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import Chain, Operation
        >>> Chain(operation=Operation.SUB, in_features=3).target(np.array([9.0, 2.0, 3.0]), {})
        array([4.])

    References:
        Kollanur (2022), course report on Neural Arithmetic Logic Units, sections 3 and 4.
    """

    operation: Operation
    in_features: int
    out_features: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        if self.operation not in _CHAINED:
            words = ", ".join(operation.name for operation in _CHAINED)
            raise InvalidValueError(
                f"operation should be one of {words}, found {self.operation}; "
                "use SingleModuleTask for an operation of one operand."
            )
        if self.in_features < 1:
            raise InvalidValueError(
                f"in_features should be >= 1, found {self.in_features}; add an operand."
            )

    @property
    def name(self) -> str:
        """The operation's word, such as ``div``."""
        return self.operation.value

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return nothing: every seed has the same function to find."""
        return {}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Compute the operation; see `Task.target`."""
        operands = [x[..., k] for k in range(self.in_features)]
        return reduce(lambda a, b: self.operation.evaluate([a, b]), operands)[..., None]
