"""An operation on the sums of given subsets of the inputs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._task import Task
from nalm.tasks._vectors._operation import Operation


@dataclass(frozen=True, kw_only=True)
class FixedSubsets(Task):
    r"""Learn one operation on the sums of subsets that are the same for every seed.

    $$t = a_0 \circ a_1 \circ \dots, \qquad a_k = \sum_{i=\mathrm{start}_k}^{\mathrm{end}_k-1} x_i$$

    Args:
        operation: What is done with the sums. Unary operations use the first one.
        in_features: Length of an input vector.
        subsets: A pair (start, end) for each subset: its first input, and the one after its last.
        out_features: Always 1.

    Raises:
        InvalidValueError: If a subset is empty or not among the inputs, or the operation needs
            more subsets.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import FixedSubsets, Operation
        >>> task = FixedSubsets(operation=Operation.MUL, in_features=4, subsets=((0, 4), (0, 2)))
        >>> task.target(np.array([1.0, 2.0, 3.0, 4.0]), {})
        array([30.])

    References:
        Madsen and Johansen (2020), Neural Arithmetic Units, Table 1: (x₁ + x₂)(x₁ + x₂ + x₃ + x₄).
    """

    operation: Operation
    in_features: int
    subsets: tuple[tuple[int, int], ...]
    out_features: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        if len(self.subsets) < self.operation.operands:
            raise InvalidValueError(
                f"subsets should hold at least {self.operation.operands} pairs for "
                f"{self.operation.name}, found {self.subsets}; add a subset."
            )
        for start, end in self.subsets:
            if not 0 <= start < end <= self.in_features:
                raise InvalidValueError(
                    f"subsets should be pairs with 0 <= start < end <= {self.in_features}, found "
                    f"{(start, end)}; count the inputs from 0."
                )

    @property
    def name(self) -> str:
        """The operation's word, such as ``mul``."""
        return self.operation.value

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return nothing: every seed has the same function to find."""
        return {}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Compute the operation on the sums; see `Task.target`."""
        sums = [x[..., start:end].sum(-1) for start, end in self.subsets]
        return self.operation.evaluate(sums)[..., None]
