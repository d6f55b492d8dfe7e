"""Pairs of digit images, of which some pairs of digits are held out."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._distribution import Distribution
from nalm.tasks._data._digits import DigitPart, DigitSource, digit_table
from nalm.tasks._data._tables import add_table, drawn_rows, gather, table

DIGITS = tuple(range(1, 10))
"""Zero is left out, because a quotient needs a second digit that is not zero."""

FOLDS = 10


@dataclass(frozen=True, kw_only=True)
class DigitPairs(Distribution):
    r"""Draw two digit images, ``x = (pixels of image 1, pixels of image 2, d₁, d₂)``.

    The 81 pairs (d₁, d₂) of 1 to 9 are cut into ten folds, the same for every seed. One fold of 8
    or 9 pairs never occurs in training; it makes the test set. All pairs that may occur are
    equally likely, and so are all images of a digit. Pixels are standardised.

    Batches are of training images and the other folds. The fixed sets are of the images of a part,
    and every pair occurs in them equally often, as far as the rows go.

    Args:
        images: Where the images come from.
        fold: Which fold is held out, a whole number from 0 to 9.
        part: Images that the fixed sets come from: of the test part with the pairs of the fold,
            of the others with the pairs of training.

    Raises:
        InvalidValueError: If there is no such fold.

    Example:
        >>> from nalm.tasks import DigitPairs, DigitSource
        >>> pairs = DigitPairs(images=DigitSource.DIGITS_8X8, fold=0.0)
        >>> pairs.in_features, len(pairs.pairs()), len(pairs.held_out())
        (130, 72, 9)

    References:
        Mistry, Farrahi and Hare (2022), "Exploring the Learning Mechanisms of Neural Division
        Modules", TMLR, and its code: ten folds over pairs of MNIST digits.
    """

    images: DigitSource
    fold: float
    part: DigitPart = field(default=DigitPart.VALIDATION)

    def __post_init__(self) -> None:
        if self.fold not in range(FOLDS):
            raise InvalidValueError(
                f"fold should be a whole number from 0 to {FOLDS - 1}, found {self.fold}; "
                "choose one of them."
            )

    @property
    def in_features(self) -> int:
        """Length of an input vector: that of a task on these pairs."""
        return 2 * (self.images.pixels + 1)

    @property
    def uniforms(self) -> int:
        """One number per element; only the first three are used."""
        return 1

    def sample(self, uniform: Float[Tensor, "uniforms inputs batch"]) -> Float[Tensor, "..."]:
        """Turn uniform numbers into training pairs of shape (inputs, batch)."""
        fold = torch.as_tensor(self.fold, device=uniform.device).to(torch.int64)
        start, count = _held(fold)
        # The pairs after the held ones, and from the end of the list on those before them.
        place = start + count + drawn_rows(uniform[0, 0], len(_pairs()) - count)
        digits = gather(_pair_table(), place % len(_pairs()))  # (batch, 2)
        name = _sorted_images(self.images, DigitPart.TRAIN)
        places = gather(f"{name}, places", digits.to(torch.int64))
        first, number = places.to(torch.int64).unbind(-1)
        rows = gather(name, first + drawn_rows(uniform[0, 1:3].T, number))
        rows = rows.to(uniform.dtype)  # (batch, 2, pixels + 1)
        return self._standardised(rows).T

    def draw(self, random: np.random.RandomState, shape: tuple[int, int]) -> FloatArray:
        """Draw images for every pair in turn, and shuffle the rows."""
        pairs = self.held_out() if self.part is DigitPart.TEST else self.pairs()
        digits = random.permutation(pairs[np.arange(shape[0]) % len(pairs)])
        name = _sorted_images(self.images, self.part)
        first, number = np.moveaxis(table(f"{name}, places")[digits], -1, 0)
        rows = table(name)[(first + random.random_sample(digits.shape) * number).astype(int)]
        return self._standardised(rows)

    def pairs(self) -> NDArray[np.int64]:
        """Return the pairs of digits that occur in training, (pairs, 2)."""
        return np.delete(_pairs(), self._held_places(), axis=0)

    def held_out(self) -> NDArray[np.int64]:
        """Return the pairs of digits that do not, (pairs, 2)."""
        return _pairs()[self._held_places()]

    def _held_places(self) -> slice:
        start, count = map(int, _held(self.fold))
        return slice(start, start + count)

    def _standardised(self, rows: Array) -> Array:
        mean, deviation = self.images.scale
        pixels = (rows[..., :-1] - mean) / deviation
        parts = (pixels.reshape(len(rows), -1), rows[..., -1])
        return torch.cat(parts, -1) if isinstance(rows, Tensor) else np.concatenate(parts, -1)

    def __str__(self) -> str:
        return f"2 × {self.images.value} 1–9 ({self.part.value}, fold {int(self.fold)})"


def _held(fold: Array) -> tuple[Array, Array]:
    """Return the first pair of a fold and how many it has; the fold may be a tensor."""
    size, rest = divmod(len(_pairs()), FOLDS)
    larger = (fold < rest) * 1  # the first folds have the rest, one pair each
    return size * fold + larger * fold + (1 - larger) * rest, size + larger


@cache
def _pairs() -> NDArray[np.int64]:
    """Return all pairs of digits in the order that is cut into folds, as scikit-learn's KFold."""
    pairs = np.array([(one, other) for one in DIGITS for other in DIGITS])
    order = np.arange(len(pairs))
    np.random.RandomState(0).shuffle(order)
    return pairs[order]


@cache
def _pair_table() -> str:
    add_table("pairs of digits", _pairs, columns=2)
    return "pairs of digits"


@cache
def _sorted_images(source: DigitSource, part: DigitPart) -> str:
    """Name the table of a part by digit; ``…, places`` is the first row and the number of each."""

    def load() -> NDArray[Any]:
        images = table(digit_table(source, part))
        return images[np.argsort(images[:, -1], kind="stable")]

    def places() -> NDArray[Any]:
        number = np.bincount(load()[:, -1], minlength=10)
        return np.column_stack([np.cumsum(number) - number, number])

    name = f"{source.value} {part.value} by digit"
    add_table(name, load, columns=source.pixels + 1)
    add_table(f"{name}, places", places, columns=2)
    return name
