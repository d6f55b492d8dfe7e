"""Whole numbers whose first digit follows Benford's law."""

from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._distribution import Distribution

FIRST_DIGIT = (0.301, 0.176, 0.125, 0.097, 0.079, 0.067, 0.058, 0.051, 0.046)
"""Probability of the first digits 1 to 9: Benford's log₁₀(1 + 1/d), as rounded in the source."""


@dataclass(frozen=True, kw_only=True)
class Benford(Distribution):
    r"""Draw whole numbers of a given length whose first digit follows Benford's law.

    $$x = 10^{n-1} d + r, \qquad P(d) = \log_{10}(1 + 1/d), \quad
      r \sim U\{10^{n-2}, \dots, 10^{n-1} - 1\}$$

    The second digit is never zero: the reference draws the remaining digits as a number that
    needs all of them, and we follow it.

    Args:
        digits: Length n of the numbers; 2 gives [10, 100), 3 gives [100, 1000); 2 to 7, which
            single precision still represents.

    Raises:
        InvalidValueError: If `digits` is out of range.

    Example:
        >>> from nalm.tasks import Benford
        >>> str(Benford(digits=2))
        'Benford[10,100)'

    References:
        Benford (1938), The law of anomalous numbers.
        Mistry, Farrahi and Hare, Learning Division with Neural Arithmetic Logic Modules: the
        Benford inputs of the published code.
    """

    digits: int

    def __post_init__(self) -> None:
        if self.digits not in range(2, 8):
            raise InvalidValueError(
                f"digits should be an int from 2 to 7, found {self.digits!r}; "
                "choose 2 for the numbers from 10 to 99."
            )

    @property
    def uniforms(self) -> int:
        """Two: one for the first digit and one for the others."""
        return 2

    def sample(self, uniform: Float[Tensor, "uniforms inputs batch"]) -> Float[Tensor, "..."]:
        """Turn uniform numbers into inputs of shape (inputs, batch)."""
        smallest = 10 ** (self.digits - 2)
        # The first digit is 1 and one more for every cumulative probability that u has passed.
        first = torch.ones_like(uniform[0])
        for bound in list(accumulate(FIRST_DIGIT))[:-1]:
            first = first + (uniform[0] >= bound)
        return first * (10 * smallest) + smallest + (9 * smallest * uniform[1]).floor()

    def draw(self, random: np.random.RandomState, shape: tuple[int, int]) -> FloatArray:
        """Draw all first digits, then all remaining ones, as the reference experiments do."""
        smallest = 10 ** (self.digits - 2)
        first = random.choice(10, size=shape, p=(0.0, *FIRST_DIGIT))
        rest = random.randint(smallest, 10 * smallest, size=shape)
        return (first * (10 * smallest) + rest).astype(np.float64)

    def __str__(self) -> str:
        return f"Benford[{10 ** (self.digits - 1)},{10**self.digits})"
