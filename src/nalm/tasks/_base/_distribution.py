"""The interface of everything that inputs can be drawn from."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

import numpy as np
from jaxtyping import Float
from torch import Tensor

from nalm._typing import FloatArray


class Source(Enum):
    """Name where the uniform numbers of a training step come from.

    `RANDOM`: every run draws its own, independent of all others. `SOBOL`: the next points of the
    Sobol sequence without its first point, zero, one point for a sample and the same for all runs.
    `SHUFFLED`: one number for a sample, which stands for one of `Distribution.rows` rows; every
    run goes through all rows in an order of its own, then through all in another one.
    """

    RANDOM = "random"
    SOBOL = "sobol"
    SHUFFLED = "shuffled"


@dataclass(frozen=True, kw_only=True)
class Distribution(ABC):
    """Describe how input vectors are drawn.

    A distribution is drawn from in two places. `sample` runs inside the compiled training step,
    for one run, and turns uniform numbers into inputs. `draw` makes the fixed validation and test
    sets in NumPy, in the order in which the reference experiments consume their random stream, so
    that our sets are theirs, number by number.

    Fields annotated `float` may be replaced by tensors without dimensions before `sample` is
    called, so `sample` computes with them and never branches on them.

    Attributes:
        source: Where the uniform numbers for `sample` come from.
    """

    source: ClassVar[Source] = Source.RANDOM

    @property
    @abstractmethod
    def uniforms(self) -> int:
        """Independent uniform numbers that `sample` needs for one element."""

    @property
    def rows(self) -> int:
        """Rows that `Source.SHUFFLED` goes through; 0 for other sources."""
        return 0

    @property
    def fixed_rows(self) -> int | None:
        """Rows of its fixed sets; `None` for as many as a recipe says."""
        return None

    @property
    def work(self) -> float:
        """Time that `sample` takes for one element, in that of an element from U[0, 1)."""
        return float(max(self.uniforms, 1))

    @abstractmethod
    def sample(self, uniform: Float[Tensor, "uniforms inputs batch"]) -> Float[Tensor, "..."]:
        """Turn uniform numbers into inputs.

        Args:
            uniform: Independent numbers in [0, 1); the first dimension has length `uniforms`.

        Returns:
            Inputs of shape (inputs, batch) with the dtype and the device of `uniform`.
        """

    @abstractmethod
    def draw(self, random: np.random.RandomState, shape: tuple[int, int]) -> FloatArray:
        """Draw inputs from a NumPy stream, in the order of the reference experiments.

        Args:
            random: The stream; it advances.
            shape: (rows, inputs).

        Returns:
            Double-precision inputs of that shape.
        """

    @abstractmethod
    def __str__(self) -> str: ...
