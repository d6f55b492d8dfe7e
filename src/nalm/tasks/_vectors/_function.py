"""Any function of the inputs, written as a Python function of tensors."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import cast

import numpy as np
import torch
from torch import Tensor

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.tasks._base._task import Task


@dataclass(frozen=True, kw_only=True)
class FunctionTask(Task):
    r"""Learn a function of one's own: t = f(x₁, …, xₙ).

    Stored runs are identified by the function's code, so a changed function trains anew.

    Args:
        function: f, a function of a module, or a `functools.partial` of one. It is called with one
            tensor for each input, of shape (\*batch), and returns one of that shape, or a tuple of
            one for each output. It may use anything of torch that works element by element.
        in_features: Number of inputs n, at least 1.
        out_features: Number of outputs, at least 1.

    Raises:
        InvalidTypeError: If `function` is a lambda, a method or no function.
        InvalidValueError: If it cannot be called with so many inputs, or returns something else.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import FunctionTask
        >>> def decay(amount, rate, time):
        ...     return amount * torch.exp(-rate * time)
        >>> task = FunctionTask(function=decay, in_features=3)
        >>> task.name, task.target(np.array([[2.0, 0.0, 5.0]]), {}).tolist()
        ('decay', [[2.0]])
    """

    function: Callable[..., Tensor | tuple[Tensor, ...]]
    out_features: int = 1

    def __post_init__(self) -> None:
        if not inspect.isfunction(self._named) or "<" in self._named.__qualname__:
            raise InvalidTypeError(
                f"function: expected a function that is defined in a module, found "
                f"{self.function!r}; write it with def at the top level of a file."
            )
        if min(self.in_features, self.out_features) < 1:
            raise InvalidValueError(
                "in_features and out_features: expected at least 1, found "
                f"{self.in_features} and {self.out_features}."
            )
        self._outputs(torch.ones(2, self.in_features))

    @property
    def _named(self) -> Callable[..., object]:
        given = cast("object", self.function)
        return cast("partial[object]", given).func if isinstance(given, partial) else self.function

    @property
    def name(self) -> str:
        """The function's name."""
        return self._named.__name__

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return nothing: every seed learns the same function."""
        return {}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Compute the function."""
        if isinstance(x, np.ndarray):
            return self._outputs(torch.tensor(x)).numpy()
        return self._outputs(x)

    def _outputs(self, x: Tensor) -> Tensor:
        try:
            found = self.function(*x.unbind(-1))
        except TypeError as error:
            raise InvalidValueError(
                f"function: expected to be called with {self.in_features} tensors, as many as "
                f"in_features, found that {self.name} raises {error}."
            ) from error
        outputs = found if isinstance(found, tuple) else (found,)
        shapes = [getattr(each, "shape", type(each).__name__) for each in outputs]
        if shapes != [x.shape[:-1]] * self.out_features:
            raise InvalidValueError(
                f"function: expected {self.out_features} tensor(s) of shape {tuple(x.shape[:-1])} "
                f"from {self.name}, as many as out_features, found {shapes}; return a tensor like "
                "its arguments, or a tuple of them."
            )
        return torch.stack(outputs, -1)
