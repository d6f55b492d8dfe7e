"""An operation on the sums of a sequence."""

from collections.abc import Mapping
from dataclasses import dataclass

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._task import Task


@dataclass(frozen=True, kw_only=True)
class OverTime(Task):
    r"""Learn a function of the sum over a sequence of vectors, element by element.

    $$y = f\left(\sum_{s=1}^{T} x_s\right)$$

    An input vector holds x₁, …, x_T one after the other.

    Args:
        task: f, of as many inputs as an element has.
        in_features: T times the inputs of f.
        out_features: The outputs of f.

    Raises:
        InvalidValueError: If the numbers of inputs or outputs do not fit f.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import Operation, OverTime, SingleModuleTask
        >>> product = SingleModuleTask(operation=Operation.MUL)
        >>> task = OverTime(task=product, in_features=4, out_features=1)
        >>> task.target(np.array([1.0, 2.0, 3.0, 4.0]), task.instance(0)).tolist()
        [24.0]

    References:
        Madsen and Johansen (2020), Neural Arithmetic Units, its code for recurrent arithmetic.
    """

    task: Task

    def __post_init__(self) -> None:
        if self.in_features % self.task.in_features or self.out_features != self.task.out_features:
            raise InvalidValueError(
                f"OverTime: expected in_features to be a multiple of {self.task.in_features} and "
                f"out_features {self.task.out_features}, as the task at the end has them, found "
                f"{self.in_features} and {self.out_features}; correct them."
            )

    @property
    def name(self) -> str:
        """The word of the function, such as ``mul``."""
        return self.task.name

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return the instance of the function."""
        return self.task.instance(seed)

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Compute the function of the sum; see `Task.target`."""
        steps = x.reshape((*x.shape[:-1], -1, self.task.in_features))
        return self.task.target(steps.sum(-2), instance)
