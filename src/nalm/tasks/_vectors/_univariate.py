"""Functions of one variable."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
import torch

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidTypeError
from nalm.tasks._base._task import Task


class Univariate(Enum):
    """Name a function of one variable."""

    EXP = "exp"
    LOG = "log"
    SIN = "sin"

    def evaluate(self, x: Array) -> Array:
        """Compute the function.

        Args:
            x: NumPy array or tensor of any shape.

        Returns:
            An array of that shape.

        Example:
            >>> import numpy as np
            >>> from nalm.tasks import Univariate
            >>> Univariate.EXP.evaluate(np.zeros(2)).tolist()
            [1.0, 1.0]
        """
        in_numpy, in_torch = _FUNCTIONS[self]
        # The logarithm of a negative number is NaN, for NumPy as silently as for torch.
        with np.errstate(all="ignore"):
            return in_torch(x) if isinstance(x, torch.Tensor) else in_numpy(x)


_FUNCTIONS: dict[Univariate, tuple[Callable[[Array], Array], Callable[[Array], Array]]] = {
    Univariate.EXP: (np.exp, torch.exp),
    Univariate.LOG: (np.log, torch.log),
    Univariate.SIN: (np.sin, torch.sin),
}


@dataclass(frozen=True, kw_only=True)
class UnivariateTask(Task):
    """Learn a function of one variable: t = f(x).

    Args:
        function: The function.
        in_features: Always 1.
        out_features: Always 1.

    Raises:
        InvalidTypeError: If `function` is not a `Univariate`.

    Example:
        >>> from nalm.tasks import Univariate, UnivariateTask
        >>> UnivariateTask(function=Univariate.SIN).name
        'sin'

    References:
        Heim, Šmídl and Pevný, Neural Power Unit: A Bayesian Approach to Neural Arithmetic, a
        draft, Figure 2.
    """

    function: Univariate
    in_features: int = field(default=1, init=False)
    out_features: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        if not isinstance(self.function, Univariate):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidTypeError(
                f"function should be a Univariate, found {self.function!r}; "
                "write for example Univariate.EXP."
            )

    @property
    def name(self) -> str:
        """The function's word, such as ``exp``."""
        return self.function.value

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return nothing: every seed has to find the same function."""
        return {}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Compute the function; see `Task.target`."""
        return self.function.evaluate(x)
