"""To how many digits a column was written: float32, decimals, or significant digits."""

from typing import NamedTuple

import numpy as np

from nalm._typing import FloatArray

HALF_ULP = 2.0**-24
"""Largest relative rounding error of float32, half a unit in its last place."""
MOST_DIGITS = 9
"""Significant digits from which a value may as well be a float64 that was printed in full."""
FULL = 0.5
"""Share of the values that have to use the last digit: nine tenths of random ones do."""
TINY = float(np.finfo(float).tiny)
FEWEST = 8
"""Distinct values below which digits may be alike by chance."""


class Step(NamedTuple):
    """Largest rounding error of a value v: absolute + relative · |v|; 0 where v is not rounded."""

    absolute: float = 0.0
    relative: float = 0.0

    def of(self, values: FloatArray) -> FloatArray:
        """Largest rounding error of each value."""
        return self.absolute + self.relative * np.abs(values)

    def sure(self, values: FloatArray) -> FloatArray:
        """What it is at least: from 1 to 10, the last of as many digits is ever less of a value."""
        return self.absolute + self.relative / 10 * np.abs(values)

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self.absolute or self.relative)


UNROUNDED = Step()


def rounding(values: FloatArray) -> Step:
    """Find how a column was rounded; none for few distinct values, and for those of a grid.

    Set points such as 0.1, 0.2, 0.3 are exact, however few digits they have: equal steps tell.

    Args:
        values: Of a column `(rows,)`.

    Example:
        >>> rounding(np.round(np.random.default_rng(0).uniform(1, 3, 50), 2)).absolute
        0.005
        >>> bool(rounding(np.random.default_rng(0).uniform(1, 3, 50)))
        False
    """
    distinct = np.unique(values)
    if len(distinct) < max(FEWEST, FULL * len(values)) or _is_grid(distinct):
        return UNROUNDED
    some = distinct[:: max(len(distinct) // 3000, 1)]  # of a million values, as many say the same
    found = [_decimals(some), _significant(some), _float32(some)]
    # Of several kinds of digits, those of which most values use the last one.
    full, step = max(found, key=lambda each: each[0])
    return step if full > FULL else UNROUNDED


def rounding_of_input(column: FloatArray) -> Step:
    """Find how an input was rounded; whole numbers were counted, or set.

    Args:
        column: Of an input `(rows,)`.
    """
    return UNROUNDED if (column == np.round(column)).all() else rounding(column)


def _is_grid(distinct: FloatArray) -> bool:
    gaps = np.diff(distinct)
    return bool(np.ptp(gaps) <= 1e-6 * gaps.max())


def _float32(values: FloatArray) -> tuple[float, Step]:
    if np.abs(values).max() > float(np.finfo(np.float32).max):
        return 0.0, UNROUNDED
    if not np.array_equal(values.astype(np.float32), values):
        return 0.0, UNROUNDED
    # Small whole numbers and halves are float32 as well, and have few binary digits.
    place = np.floor(np.log2(np.maximum(np.abs(values), TINY)))
    digits: FloatArray = values / np.exp2(place - 15)
    return np.count_nonzero(np.mod(digits, 1.0)) / len(digits), Step(relative=HALF_ULP)


def _decimals(values: FloatArray) -> tuple[float, Step]:
    digits = np.log10(max(float(np.abs(values).max()), TINY))
    for d in range(max(MOST_DIGITS - int(np.ceil(digits)), 0)):
        if _equal(values, np.round(values, d)).all():
            full = np.mean(~_equal(values, np.round(values, d - 1)))
            return float(full), Step(absolute=0.5 * 10.0**-d)
    return 0.0, UNROUNDED


def _significant(values: FloatArray) -> tuple[float, Step]:
    some = values[:FEWEST]  # which tell of most columns that they have more digits
    for s in range(2, MOST_DIGITS):
        if all(_equal(each, _to_digits(each, s)).all() for each in (some, values)):
            full = np.mean(~_equal(values, _to_digits(values, s - 1)))
            return float(full), Step(relative=_usual_half_step(values, s))
    return 0.0, UNROUNDED


def _usual_half_step(values: FloatArray, digits: int) -> float:
    """Return half a step as a share of the value, root mean square: of 1.00 more than of 9.99."""
    size = np.abs(values[values != 0])
    half = 0.5 * 10.0 ** (np.floor(np.log10(size)) + 1 - digits)
    return float(np.sqrt(np.mean(np.square(half / size))))


def _to_digits(values: FloatArray, digits: int) -> FloatArray:
    return np.array([float(f"{value:.{digits - 1}e}") for value in values.tolist()])


def _equal(one: FloatArray, other: FloatArray) -> np.ndarray:
    return np.abs(one - other) <= 4 * np.finfo(float).eps * np.abs(one)
