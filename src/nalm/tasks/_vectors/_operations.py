"""Several operations on the same two inputs: a task with one output for each."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import torch

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._task import Task
from nalm.tasks._vectors._operation import Operation


@dataclass(frozen=True, kw_only=True)
class OperationsTask(Task):
    r"""Learn several operations on two inputs at once, one per output.

    $$t = (a \circ_1 b, \dots, a \circ_m b)$$

    Unary operations use the first input. There is nothing to find that depends on the seed.

    Args:
        operations: The operations of the outputs, in order; at least one.
        in_features: Always 2.
        out_features: The number of operations.

    Raises:
        InvalidValueError: If there is no operation.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import Operation, OperationsTask
        >>> task = OperationsTask(operations=(Operation.MUL, Operation.DIV))
        >>> task.target(np.array([6.0, 3.0]), {}).tolist()
        [18.0, 2.0]

    References:
        Heim, Pevný and Šmídl (2020), Neural Power Units, section 4.2 and its code, which learns
        the sum, the product, the quotient and the root of the first input.
    """

    operations: tuple[Operation, ...]
    in_features: int = field(default=2, init=False)
    out_features: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        if not self.operations:
            raise InvalidValueError(
                "operations should hold at least one Operation, found none; "
                "write for example operations=(Operation.MUL, Operation.DIV)."
            )
        object.__setattr__(self, "out_features", len(self.operations))

    @property
    def name(self) -> str:
        """The operations' words, such as ``mul, div``."""
        return ", ".join(operation.value for operation in self.operations)

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return nothing: every seed has to find the same functions."""
        return {}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Compute every operation; see `Task.target`."""
        operands = [x[..., 0], x[..., 1]]
        outputs = [operation.evaluate(operands) for operation in self.operations]
        return torch.stack(outputs, -1) if isinstance(x, torch.Tensor) else np.stack(outputs, -1)
