"""Sequences of digit images, each with its digits."""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._distribution import Distribution
from nalm.tasks._data._digits import DigitPart, DigitSource, digit_table
from nalm.tasks._data._tables import add_table, drawn_rows, gather, table

TRAIN_SEED = 62379872
"""Seed of the permutation that groups the training images."""


class Grouping(Enum):
    """Say which training sequences there are.

    `FIXED`: one permutation of the images, cut into consecutive groups, and every sequence of a
    batch is one of them. `FRESH`: every image of a sequence is drawn by itself.
    """

    FIXED = "fixed"
    FRESH = "fresh"


@dataclass(frozen=True, kw_only=True)
class DigitSequences(Distribution):
    r"""Draw sequences of images, ``x = (pixels of image 1, …, pixels of image T, d₁, …, d_T)``.

    The digits d are there for the target; a network reads only the pixels, which are standardised.

    Batches are of the training part. A sequence is drawn with replacement, where the experiments
    of the literature go through all sequences of an epoch; and the groups of `Grouping.FIXED` are
    the same for every seed, not one permutation for each. The fixed sets are of the part `held`,
    in consecutive groups of one permutation; where more rows are asked for than there are groups,
    the groups repeat.

    Args:
        images: Where the images come from.
        length: T, images in a sequence; at least 1.
        digits: Which digits occur, ascending.
        grouping: Which training sequences there are.
        held: Part that the fixed sets come from.

    Raises:
        InvalidValueError: If the length or the digits cannot be.

    Example:
        >>> from nalm.tasks import DigitSequences, DigitSource
        >>> sequences = DigitSequences(images=DigitSource.DIGITS_8X8, length=2)
        >>> sequences.in_features
        130

    References:
        Madsen and Johansen (2020), Neural Arithmetic Units, section 4.2 and its code.
    """

    images: DigitSource
    length: int
    digits: tuple[int, ...] = tuple(range(10))
    grouping: Grouping = Grouping.FIXED
    held: DigitPart = DigitPart.VALIDATION

    def __post_init__(self) -> None:
        if self.length < 1:
            raise InvalidValueError(
                f"length should be at least 1, found {self.length}; choose a positive number."
            )
        if not self.digits or not set(self.digits) <= set(range(10)):
            raise InvalidValueError(
                f"digits should be some of 0 to 9, found {self.digits}; leave it out for all."
            )

    @property
    def in_features(self) -> int:
        """Length of an input vector: that of a task on these sequences."""
        return self.length * (self.images.pixels + 1)

    @property
    def uniforms(self) -> int:
        """One number per element; only the first `length` are used."""
        return 1

    def sample(self, uniform: Float[Tensor, "uniforms inputs batch"]) -> Float[Tensor, "..."]:
        """Turn uniform numbers into sequences of shape (inputs, batch)."""
        name = _training_table(self.images, self.digits)
        count = len(table(name))
        if self.grouping is Grouping.FIXED:
            # The table is permuted already, so that neighbouring rows are a group.
            group = drawn_rows(uniform[0, 0], count // self.length)
            within = torch.arange(self.length, device=uniform.device)
            index = group.unsqueeze(-1) * self.length + within
        else:
            index = drawn_rows(uniform[0, : self.length], count).T
        rows = gather(name, index).to(uniform.dtype)  # (batch, length, pixels + 1)
        mean, deviation = self.images.scale
        pixels = (rows[..., :-1] - mean) / deviation
        return torch.cat([pixels.flatten(-2), rows[..., -1]], dim=-1).T

    def draw(self, random: np.random.RandomState, shape: tuple[int, int]) -> FloatArray:
        """Draw a permutation and cut it into sequences, one a row."""
        index = self.groups(random)
        rows = table(digit_table(self.images, self.held))[index[np.arange(shape[0]) % len(index)]]
        mean, deviation = self.images.scale
        pixels = (rows[..., :-1] - mean) / deviation
        return np.concatenate([pixels.reshape(len(rows), -1), rows[..., -1]], axis=1)

    def groups(self, random: np.random.RandomState) -> NDArray[np.int64]:
        """Return the rows of the held part's table in every sequence, (sequences, length).

        Raises:
            InvalidValueError: If the part has too few images for one sequence.
        """
        digits = table(digit_table(self.images, self.held))[:, -1]
        allowed = np.flatnonzero(np.isin(digits, self.digits))
        count = len(allowed) // self.length
        if not count:
            raise InvalidValueError(
                f"length should be at most {len(allowed)}, the {self.held.value} images with these "
                f"digits, found {self.length}; choose shorter sequences."
            )
        return random.permutation(allowed)[: count * self.length].reshape(count, self.length)

    def held_part(self) -> tuple[FloatArray, FloatArray]:
        """Return the held part: standardised pixels (images, pixels) and digits (images,)."""
        rows = table(digit_table(self.images, self.held)).astype(np.float64)
        mean, deviation = self.images.scale
        return (rows[:, :-1] - mean) / deviation, rows[:, -1]

    def __str__(self) -> str:
        digits = [str(digit) for digit in self.digits]
        numbers = "–".join(digits[:: len(digits) - 1] if len(digits) > 1 else digits)
        return f"{self.length} × {self.images.value} {numbers} ({self.held.value})"


@cache
def _training_table(source: DigitSource, digits: tuple[int, ...]) -> str:
    """Name the table of the permuted training images of some digits."""

    def load() -> NDArray[Any]:
        images = table(digit_table(source, DigitPart.TRAIN))
        images = images[np.isin(images[:, -1], digits)]
        # Permuted here, once, and not by an index in every step.
        return images[np.random.RandomState(TRAIN_SEED).permutation(len(images))]

    name = f"{source.value} train {digits}"
    add_table(name, load, columns=source.pixels + 1)
    return name
