"""Points of a measured field, each with what was measured there."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float
from torch import Tensor

from nalm._typing import FloatArray
from nalm.tasks._base._distribution import Distribution
from nalm.tasks._data._measured_sets import INPUTS, MeasuredPart, MeasuredSet, measured_table
from nalm.tasks._data._tables import drawn_rows, gather, table


@dataclass(frozen=True, kw_only=True)
class MeasuredPoints(Distribution):
    """Draw points of a measured field, ``x = (coordinates, measured numbers)``.

    The measured numbers are there for the target, `Recorded`; a network reads only the
    coordinates. Batches are of the training part, with replacement. The fixed sets are of the part
    `held`, in an order drawn anew; where more rows are asked for than there are points, they
    repeat.

    Args:
        data: The field.
        held: Part that the fixed sets come from.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import MeasuredPart, MeasuredPoints, MeasuredSet
        >>> far = MeasuredPoints(data=MeasuredSet.DIPOLE, held=MeasuredPart.EXTRAPOLATION)
        >>> far.draw(np.random.RandomState(0), (3, far.in_features)).shape
        (3, 5)
    """

    data: MeasuredSet
    held: MeasuredPart = MeasuredPart.INTERPOLATION

    @property
    def in_features(self) -> int:
        """Length of an input vector: that of a task on these points."""
        return INPUTS + self.data.outputs

    @property
    def uniforms(self) -> int:
        """One number per element, of which only the first is used."""
        return 1

    def sample(self, uniform: Float[Tensor, "uniforms inputs batch"]) -> Float[Tensor, "..."]:
        """Turn uniform numbers into points of shape (inputs, batch)."""
        name = measured_table(self.data, MeasuredPart.TRAIN)
        count = len(table(name))
        index = drawn_rows(uniform[0, 0], count)
        return gather(name, index).to(uniform.dtype).T

    def draw(self, random: np.random.RandomState, shape: tuple[int, int]) -> FloatArray:
        """Draw points of the held part, one a row."""
        rows = self.held_part()
        order = random.permutation(len(rows))
        return rows[order[np.arange(shape[0]) % len(rows)]]

    def held_part(self) -> FloatArray:
        """Return every point of the held part, one a row."""
        return table(measured_table(self.data, self.held)).astype(np.float64)

    def __str__(self) -> str:
        return f"{self.data.value} ({self.held.value})"
