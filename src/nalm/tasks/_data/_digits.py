"""Images of handwritten digits: where they come from and how they are divided."""

import os
from enum import Enum
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nalm.errors import DataError
from nalm.tasks._data._data_folder import DATA_VARIABLE, data_file
from nalm.tasks._data._idx import read_idx
from nalm.tasks._data._tables import add_table

_HOW_TO_FETCH = (
    "Put train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte and "
    f"t10k-labels-idx1-ubyte (or each with .gz) into a folder and name it by {DATA_VARIABLE}, or "
    "have scikit-learn fetch mnist_784 once from openml.org, over the network."
)


class DigitSource(Enum):
    """Name a set of images.

    `DIGITS_8X8` are the 1797 images of 8 × 8 pixels that come with scikit-learn. `MNIST` are
    70,000 of 28 × 28, from IDX files in the folder ``NALM_DATA`` or else from scikit-learn's
    ``fetch_openml``.
    """

    DIGITS_8X8 = "8×8 digits"
    MNIST = "MNIST"

    @property
    def side(self) -> int:
        """Pixels in a row of an image."""
        return 28 if self is DigitSource.MNIST else 8

    @property
    def pixels(self) -> int:
        """Pixels of an image."""
        return self.side**2

    @property
    def scale(self) -> tuple[float, float]:
        """Mean and standard deviation of a pixel, in the units of the table."""
        # Of pixels from 0 to 1; the tables hold whole numbers.
        mean, deviation = (0.1307, 0.3081) if self is DigitSource.MNIST else (0.3053, 0.3760)
        largest = 255 if self is DigitSource.MNIST else 16
        return mean * largest, deviation * largest


class DigitPart(Enum):
    """Name a part of a set of images; no image is in two.

    MNIST: the first 55,000 training images, the last 5,000, and the 10,000 test images, as Madsen
    and Johansen divide it. The 8 × 8 digits: 1200, 197 and 400 of one fixed shuffle.
    """

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


def digit_table(source: DigitSource, part: DigitPart) -> str:
    """Name the table of a part: one row per image, its pixels and then its digit."""
    return f"{source.value} {part.value}"


class _Labelled(NamedTuple):
    images: NDArray[Any]
    digits: NDArray[Any]


def _table(source: DigitSource, part: DigitPart) -> NDArray[np.uint8]:
    images, digits = (_mnist if source is DigitSource.MNIST else _small)()
    order = np.arange(len(digits))
    if source is DigitSource.DIGITS_8X8:
        order = np.random.RandomState(0).permutation(len(digits))
    ends = [55_000, 60_000] if source is DigitSource.MNIST else [1200, 1397]
    rows = dict(zip(DigitPart, np.split(order, ends), strict=True))[part]
    return np.column_stack([images[rows].reshape(len(rows), -1), digits[rows]]).astype(np.uint8)


@cache
def _small() -> _Labelled:
    from sklearn.datasets import load_digits  # pyright: ignore

    load: Any = load_digits
    bunch = load()
    return _Labelled(bunch.data, bunch.target)


@cache
def _mnist() -> _Labelled:
    if DATA_VARIABLE not in os.environ:
        return _fetched()
    parts = [_Labelled(*_pair(name)) for name in ("train", "t10k")]
    return _Labelled(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def _pair(name: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    images, digits = (
        read_idx(data_file(each, f"{each}.gz", advice=_HOW_TO_FETCH), dimensions=dimensions)
        for each, dimensions in ((f"{name}-images-idx3-ubyte", 3), (f"{name}-labels-idx1-ubyte", 1))
    )
    count = 60_000 if name == "train" else 10_000
    if images.shape != (count, 28, 28) or digits.shape != (count,) or digits.max() > 9:
        raise DataError(
            f"{DATA_VARIABLE}: expected {count} images of 28 × 28 and as many digits from 0 to 9 "
            f"in the files {name}-…, found images {images.shape} and digits {digits.shape}. "
            f"{_HOW_TO_FETCH}"
        )
    return images, digits


def _fetched() -> _Labelled:
    from sklearn.datasets import fetch_openml  # pyright: ignore

    fetch: Any = fetch_openml  # pyright: ignore
    try:
        bunch = fetch("mnist_784", version=1, as_frame=False, parser="liac-arff")
    except OSError as error:
        raise DataError(f"MNIST: expected a network, found: {error}. {_HOW_TO_FETCH}") from error
    return _Labelled(bunch.data, bunch.target.astype(np.uint8))


def _register() -> None:
    for source in DigitSource:
        for part in DigitPart:
            load = partial(_table, source, part)
            add_table(digit_table(source, part), load, columns=source.pixels + 1)


# Names only, when the module is imported: images are loaded when a table is first read.
_register()
