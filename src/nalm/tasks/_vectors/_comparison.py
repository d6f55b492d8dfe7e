"""Comparisons of two numbers, and functions whose form depends on one."""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

import torch

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidTypeError
from nalm.tasks._base._task import Task


class Comparison(Enum):
    """Name a comparison of two numbers."""

    GREATER = ">"
    LESS = "<"
    GREATER_EQUAL = ">="
    LESS_EQUAL = "<="
    EQUAL = "=="
    UNEQUAL = "!="

    def evaluate(self, a: Array, b: Array) -> Array:
        """Compute 1 where the comparison holds and 0 where it does not.

        Args:
            a: NumPy array or tensor of any shape.
            b: The same, of that shape.

        Returns:
            An array of that shape and of the kind of `a`.

        Example:
            >>> import numpy as np
            >>> from nalm.tasks import Comparison
            >>> Comparison.LESS.evaluate(np.array([1.0, 2.0]), np.array([2.0, 2.0])).tolist()
            [1.0, 0.0]
        """
        holds = _FUNCTIONS[self](a, b)
        return holds.to(a.dtype) if isinstance(a, torch.Tensor) else holds.astype(a.dtype)


_FUNCTIONS: dict[Comparison, Callable[[Array, Array], Array]] = {
    Comparison.GREATER: operator.gt,
    Comparison.LESS: operator.lt,
    Comparison.GREATER_EQUAL: operator.ge,
    Comparison.LESS_EQUAL: operator.le,
    Comparison.EQUAL: operator.eq,
    Comparison.UNEQUAL: operator.ne,
}


@dataclass(frozen=True, kw_only=True)
class ComparisonTask(Task):
    """Learn whether a comparison of two inputs holds: t = 1 if c x₀ ∘ x₁, else 0.

    Args:
        comparison: The comparison ∘.
        factor: c, what the first input is multiplied with before it is compared.
        in_features: Always 2.
        out_features: Always 1.

    Raises:
        InvalidTypeError: If `comparison` is not a `Comparison`.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import Comparison, ComparisonTask
        >>> task = ComparisonTask(comparison=Comparison.GREATER)
        >>> task.target(np.array([[3.0, 2.0], [2.0, 3.0]]), {}).T.tolist()
        [[1.0, 0.0]]

    References:
        Faber and Wattenhofer (2023), Neural Status Registers, ICML; the factor is of its code.
    """

    comparison: Comparison
    factor: float = 1.0
    in_features: int = field(default=2, init=False)
    out_features: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        _check(self.comparison)

    @property
    def name(self) -> str:
        """The comparison's sign, such as ``>``."""
        return self.comparison.value

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return nothing: every seed has to find the same function."""
        return {}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Compute the comparison; see `Task.target`."""
        return self.comparison.evaluate(self.factor * x[..., 0], x[..., 1])[..., None]


@dataclass(frozen=True, kw_only=True)
class PiecewiseTask(Task):
    """Learn a function of two pieces: t = x₄ + 4 if x₀ ∘ x₁, else x₃ - x₂.

    Args:
        comparison: The comparison ∘.
        in_features: Always 5.
        out_features: Always 1.

    Raises:
        InvalidTypeError: If `comparison` is not a `Comparison`.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import Comparison, PiecewiseTask
        >>> task = PiecewiseTask(comparison=Comparison.GREATER)
        >>> x = np.array([[2.0, 1.0, 3.0, 5.0, 7.0], [1.0, 2.0, 3.0, 5.0, 7.0]])
        >>> task.target(x, {}).tolist()
        [[11.0], [2.0]]

    References:
        Faber and Wattenhofer (2023), Neural Status Registers, ICML, and its code.
    """

    comparison: Comparison
    in_features: int = field(default=5, init=False)
    out_features: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        _check(self.comparison)

    @property
    def name(self) -> str:
        """The condition, such as ``if >``."""
        return f"if {self.comparison.value}"

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return nothing: every seed has to find the same function."""
        return {}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Compute the function; see `Task.target`."""
        holds = self.comparison.evaluate(x[..., 0], x[..., 1])
        t = holds * (x[..., 4] + 4.0) + (1.0 - holds) * (x[..., 3] - x[..., 2])
        return t[..., None]


def _check(comparison: object) -> None:
    if not isinstance(comparison, Comparison):
        raise InvalidTypeError(
            f"comparison should be a Comparison, found {comparison!r}; "
            "write for example Comparison.GREATER."
        )
