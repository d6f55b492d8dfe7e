"""One operation on sums of neighbouring inputs: the task of the single-module experiments."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.tasks._base._task import Task
from nalm.tasks._vectors._operation import Operation


@dataclass(frozen=True, kw_only=True)
class SingleModuleTask(Task):
    r"""Learn one operation on the sums of neighbouring subsets of the inputs.

    $$t = a \circ b, \qquad a = \sum_{i=k}^{k+s-1} x_i, \quad
      b = \sum_{i=k+s-o}^{k+2s-o-1} x_i$$

    The subsets are contiguous, ordered and adjacent; only their common position k depends on the
    seed. With the default subset size 1 and two inputs, a = x₀ and b = x₁; with ten inputs,
    a = xₖ and b = xₖ₊₁ with k between 0 and 8, and the eight others have to be ignored.

    A sum is taken by multiplying with a 0/1 mask. Adding zeros is exact, so a subset of one
    element is that element; an infinite or NaN input outside the subset makes the sum NaN.

    Args:
        operation: What is done with the sums. Unary operations use the first one, a.
        in_features: Length of an input vector; at least the inputs that the subsets span.
        subset_size: Inputs in a subset; at least 1.
        overlap: Inputs that neighbouring subsets share; 0 to subset_size.
        subset_count: Number of subsets. Addition and product use all of them. A unary operation
            leaves room for the unused ones, as in the reference experiments.
        out_features: Always 1.

    Raises:
        InvalidTypeError: If `operation` is not an `Operation`.
        InvalidValueError: If the subsets do not fit the inputs or the operation.

    Example:
        >>> from nalm.tasks import Operation, SingleModuleTask
        >>> task = SingleModuleTask(operation=Operation.DIV, in_features=10)
        >>> task.instance(seed=0)["subsets"].shape
        (2, 10)

    References:
        Mistry, Farrahi and Hare, Learning Division with Neural Arithmetic Logic Modules, section 4.
        Madsen and Johansen (2020), Neural Arithmetic Units, equation 9.
    """

    operation: Operation
    in_features: int = 2
    subset_size: int = field(default=1, metadata={"initial": True})
    overlap: int = field(default=0, metadata={"initial": True})
    subset_count: int = 2
    out_features: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        if not isinstance(self.operation, Operation):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidTypeError(
                f"operation should be an Operation, found {self.operation!r}; "
                "write for example Operation.DIV."
            )
        if self.subset_size < 1 or not 0 <= self.overlap <= self.subset_size:
            raise InvalidValueError(
                "subset_size and overlap should have 1 <= subset_size and "
                f"0 <= overlap <= subset_size, found subset_size={self.subset_size}, "
                f"overlap={self.overlap}; choose a larger subset or a smaller overlap."
            )
        if self.subset_count < self.operation.operands:
            raise InvalidValueError(
                f"subset_count should be >= {self.operation.operands} for "
                f"{self.operation.name}, found {self.subset_count}; add a subset."
            )
        if self.span > self.in_features:
            raise InvalidValueError(
                f"in_features should be >= {self.span}, which the subsets span, "
                f"found {self.in_features}; use more inputs or smaller subsets."
            )

    @classmethod
    def from_ratios(
        cls,
        operation: Operation,
        *,
        in_features: int,
        subset_ratio: float = 0.5,
        overlap_ratio: float = 0.0,
        subset_count: int = 2,
    ) -> Self:
        """Make a task from the ratios in which the literature gives it.

        Args:
            operation: What is done with the sums.
            in_features: Length of an input vector.
            subset_ratio: Size of a subset as a fraction of the inputs; rounded down.
            overlap_ratio: Overlap as a fraction of a *subset*; rounded down.
            subset_count: Number of subsets.

        Example:
            >>> from nalm.tasks import Operation, SingleModuleTask
            >>> task = SingleModuleTask.from_ratios(
            ...     Operation.ADD, in_features=100, subset_ratio=0.25, overlap_ratio=0.5
            ... )
            >>> task.subset_size, task.overlap
            (25, 12)
        """
        subset_size = int(subset_ratio * in_features)
        return cls(
            operation=operation,
            in_features=in_features,
            subset_size=subset_size,
            overlap=int(overlap_ratio * subset_size),
            subset_count=subset_count,
        )

    @property
    def name(self) -> str:
        """The operation's word, such as ``div``."""
        return self.operation.value

    @property
    def span(self) -> int:
        """Neighbouring inputs that the subsets cover together."""
        return self.subset_size + (self.subset_count - 1) * (self.subset_size - self.overlap)

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return the masks of this seed: ``subsets``, 0 or 1, of shape (subset_count, inputs)."""
        random = np.random.RandomState(seed)
        offset = random.randint(0, self.in_features - self.span + 1)
        subsets = np.zeros((self.subset_count, self.in_features))
        for k, subset in enumerate(subsets):
            start = offset + k * (self.subset_size - self.overlap)
            subset[start : start + self.subset_size] = 1.0
        return {"subsets": subsets}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Compute the operation on the sums of the subsets; see `Task.target`."""
        subsets = instance["subsets"]
        # By masks, because inside a program the position is a tensor and no slice can depend on it.
        sums = [(x * subsets[k]).sum(-1) for k in range(self.subset_count)]
        return self.operation.evaluate(sums)[..., None]
