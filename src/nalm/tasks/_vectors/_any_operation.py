"""One operation of two neighbouring inputs, in a program that serves every operation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidTypeError
from nalm.tasks._base._task import Task
from nalm.tasks._vectors._comparison import Comparison
from nalm.tasks._vectors._operation import Operation
from nalm.tasks._vectors._single_module import SingleModuleTask

_CHOICES: tuple[Operation | Comparison, ...] = (*Operation, *Comparison)


@dataclass(frozen=True, kw_only=True)
class AnyOperationTask(Task):
    r"""Learn an operation or a comparison of two neighbouring inputs.

    $$t = a \circ b, \qquad a = x_k, \quad b = x_{k+1}$$

    As in `SingleModuleTask`, only k depends on the seed, and unary operations use a alone. There,
    runs of different operations train in programs of their own. Here the operation belongs to what
    a run has to find, like k, so that all train in one program: it computes every operation and
    takes the run's own.

    Args:
        operation: What is done with a and b.
        in_features: Length of an input vector, at least 2.
        out_features: Always 1.

    Raises:
        InvalidTypeError: If `operation` is neither an `Operation` nor a `Comparison`.
        InvalidValueError: If there are fewer than two inputs.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import AnyOperationTask, Operation
        >>> task = AnyOperationTask(operation=Operation.DIV)
        >>> task.target(np.array([[6.0, 3.0]]), task.instance(seed=0)).tolist()
        [[2.0]]

    References:
        Mistry, Farrahi and Hare (2022), A Primer for Neural Arithmetic Logic Modules, JMLR, for
        the single-module task.
    """

    operation: Operation | Comparison = field(metadata={"initial": True})
    in_features: int = 2
    out_features: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        if not isinstance(self.operation, Operation | Comparison):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidTypeError(
                f"operation should be an Operation or a Comparison, found {self.operation!r}; "
                "write for example Operation.DIV."
            )
        self._operands()  # refuses too few inputs

    @property
    def name(self) -> str:
        """The operation's word, such as ``div``, or the comparison's sign."""
        return self.operation.value

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return the masks of a and b, ``subsets``, and the place of the operation, ``choice``."""
        choice = np.array(float(_CHOICES.index(self.operation)))
        return {**self._operands().instance(seed), "choice": choice}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Compute the operation; see `Task.target`."""
        a, b = ((x * mask).sum(-1) for mask in instance["subsets"])
        where: Any = torch.where if isinstance(x, torch.Tensor) else np.where
        t = a
        for place, each in enumerate(_CHOICES):
            # Not a weighted sum: what the others are undefined for must leave no trace.
            t = where(instance["choice"] == place, _evaluate(each, a, b), t)
        return t[..., None]

    def evaluate(self, a: Array, b: Array) -> Array:
        """Compute the operation alone.

        Args:
            a: First operands, NumPy or torch.
            b: Second operands, of the same shape.

        Returns:
            An array of that shape.
        """
        return _evaluate(self.operation, a, b)

    def _operands(self) -> SingleModuleTask:
        return SingleModuleTask(operation=Operation.ADD, in_features=self.in_features)


def _evaluate(operation: Operation | Comparison, a: Array, b: Array) -> Array:
    if isinstance(operation, Comparison):
        return operation.evaluate(a, b)
    return operation.evaluate([a, b])
