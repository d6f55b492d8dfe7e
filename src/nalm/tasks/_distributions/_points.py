"""Inputs that are listed: the same in every batch."""

from dataclasses import dataclass, field
from typing import Self

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._distribution import Distribution
from nalm.tasks._base._numbers import finite, positive, short

_ROUNDING = 1e-9
"""Part of a step by which a grid may miss its end."""


@dataclass(frozen=True, kw_only=True)
class Points(Distribution):
    """Take given input vectors, in their order, in every batch.

    Nothing is random: a batch is the whole training set, so its size has to be the number
    of vectors. An evaluation set of more rows repeats them from the first on; one of fewer rows
    ends early.

    Args:
        values: The vectors, all of one length; at least one. They are part of the compiled
            program: runs with different vectors do not train together.

    Raises:
        InvalidTypeError: If an entry is not a number.
        InvalidValueError: If there is no vector, they differ in length, or an entry is not finite.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import Points
        >>> points = Points(values=((1.0, 2.0), (3.0, 4.0)))
        >>> points.draw(np.random.RandomState(0), (3, 2)).tolist()
        [[1.0, 2.0], [3.0, 4.0], [1.0, 2.0]]
        >>> len(Points.grid(-5, 5, step=0.1).values)
        101
    """

    values: tuple[tuple[float, ...], ...] = field(metadata={"structural": True})

    def __post_init__(self) -> None:
        if len({len(vector) for vector in self.values}) != 1 or not self.values[0]:
            raise InvalidValueError(
                "values should hold at least one vector, and vectors of one length, found lengths "
                f"{[len(vector) for vector in self.values]}; write for example ((1.0, 2.0),)."
            )
        checked = tuple(tuple(finite(x, name="values") for x in vector) for vector in self.values)
        object.__setattr__(self, "values", checked)

    @classmethod
    def grid(cls, start: float, stop: float, *, step: float) -> Self:
        """List start, start + step, … up to and with stop: vectors of one input.

        Args:
            start: First value.
            stop: Last value, a whole number of steps from `start`.
            step: Distance of neighbours; positive.

        Raises:
            InvalidTypeError: If an argument is not a number.
            InvalidValueError: If the steps do not end at `stop`.
        """
        length = finite(stop, name="stop") - finite(start, name="start")
        steps = length / positive(step, name="step")
        if steps < 0 or abs(steps - round(steps)) > _ROUNDING * max(steps, 1.0):
            raise InvalidValueError(
                f"stop should be a whole number of steps from start, found {steps} steps from "
                f"{start} to {stop}; change stop or step."
            )
        return cls(values=tuple((float(x),) for x in np.linspace(start, stop, round(steps) + 1)))

    @property
    def uniforms(self) -> int:
        """None: nothing is random."""
        return 0

    def sample(self, uniform: Float[Tensor, "uniforms inputs batch"]) -> Float[Tensor, "..."]:
        """Return the vectors as inputs of shape (inputs, batch).

        Raises:
            InvalidValueError: If the batch has another size, or the vectors another length.
        """
        _, inputs, batch = uniform.shape
        self._check(inputs)
        if batch != len(self.values):
            raise InvalidValueError(
                f"batch_size should be {len(self.values)}, the number of vectors, found {batch}; "
                "a batch is the whole list."
            )
        columns = list(zip(*self.values, strict=True))
        return torch.tensor(columns, dtype=uniform.dtype, device=uniform.device)

    def draw(self, random: np.random.RandomState, shape: tuple[int, int]) -> FloatArray:
        """Return the vectors as rows, without use of the stream."""
        rows, inputs = shape
        self._check(inputs)
        # `resize` goes through the vectors again from the first on, and cuts off what is too much.
        return np.resize(np.array(self.values, dtype=np.float64), (rows, inputs))

    def _check(self, inputs: int) -> None:
        if len(self.values[0]) != inputs:
            raise InvalidValueError(
                f"values should hold vectors of the task's {inputs} inputs, found length "
                f"{len(self.values[0])}; give one number per input."
            )

    def __str__(self) -> str:
        first, last = _vector(self.values[0]), _vector(self.values[-1])
        return first if len(self.values) == 1 else f"{len(self.values)} points {first}..{last}"


def _vector(vector: tuple[float, ...]) -> str:
    numbers = ", ".join(short(x) for x in vector)
    return numbers if len(vector) == 1 else f"({numbers})"
