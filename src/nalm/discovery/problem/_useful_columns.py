"""Which columns of a table can say something."""

import warnings
from collections.abc import Sequence

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._rounding import Step, rounding_of_input
from nalm.discovery.problem._unit_powers import Dimension
from nalm.errors import InputWarning, InvalidValueError

SOME = 20
"""Rows that tell most pairs of columns apart."""
NEAR = 0.01
"""Of the largest value, within which these have to be."""
FARTHEST = 3.2
"""Times the rounding of both columns, that a row may be off: digits of 1.00 and 9.99 differ so."""


def useful_columns(
    x: FloatArray, names: Sequence[str], *, units: Sequence[Dimension] | None
) -> tuple[int, ...]:
    """Choose the columns that can say something, and warn about the others.

    A constant column cannot be told from a constant of the formula, unless it brings a unit that
    the formula needs. Of two columns that are equal, or in proportion, one is enough: a formula of
    both would share an effect between them by nothing but their rounding. The one with more digits
    stays.

    Args:
        x: Inputs `(rows, inputs)`.
        names: Their names.
        units: Their units, where known.

    Returns:
        Indices of the columns to use.

    Raises:
        InvalidValueError: If all columns are constant.

    Example:
        >>> x = np.column_stack([np.arange(9.0) ** 2, np.sqrt(np.arange(9.0))])
        >>> useful_columns(x, ["a", "b"], units=None)
        (0, 1)
    """
    kept: list[int] = []
    columns = _Columns(x)
    for i in range(x.shape[1]):
        has_unit = units is not None and bool(units[i])
        if not has_unit and (x[:, i] == x[0, i]).all():
            _warn(names[i], f"it is {x[0, i]:g} in every row, like a constant of the formula")
            continue
        alike = (k for k in kept if units is None or units[k] == units[i])
        twin = next((k for k in alike if columns.are_in_proportion(k, i)), None)
        if twin is None:
            kept.append(i)
            continue
        finer = columns.fineness(i) < columns.fineness(twin)
        if finer:
            kept[kept.index(twin)] = i
        left, stays = (twin, i) if finer else (i, twin)
        _warn(names[left], columns.reason(left, stays, name=names[stays], finer=finer))
    if not any((x[:, i] != x[0, i]).any() for i in kept):
        raise InvalidValueError(
            "X must have a column whose values differ; found constant ones only. "
            "A law is read from what changes: add rows or columns."
        )
    return tuple(sorted(kept))


class _Columns:
    """The columns of a table and their rounding, which is found once.

    Args:
        x: Inputs `(rows, inputs)`.
    """

    def __init__(self, x: FloatArray) -> None:
        self._columns = np.ascontiguousarray(x.T)
        self._largest = np.abs(x).argmax(axis=0)
        self._steps: dict[int, Step] = {}

    def are_in_proportion(self, k: int, i: int) -> bool:
        """Say whether column i is a multiple of column k, to the digits they were written to."""
        one, other = self._columns[k], self._columns[i]
        with np.errstate(all="ignore"):  # of values near the ends of what doubles hold
            factor = self._factor(k, i)
            if not np.isfinite(factor) or factor == 0:
                return False
            some = np.linspace(0, len(one) - 1, min(SOME, len(one))).astype(np.intp)
            near = NEAR * abs(other[self._largest[i]])
            if (np.abs(other[some] - factor * one[some]) > near).any():
                return False
            unit = one / abs(one[self._largest[k]])  # whose square overflows nowhere
            factor *= float(unit @ (other / factor)) / float(unit @ one)
            rounded = np.hypot(factor * self._step(k).of(one), self._step(i).of(other))
            rounded += 8 * np.finfo(float).eps * abs(other[self._largest[i]])
            off = np.square((other - factor * one) / rounded)
        return bool(off.mean() <= 1 and off.max() <= FARTHEST**2)

    def fineness(self, i: int) -> float:
        """Return the rounding of a column, as a share of its largest value."""
        largest = self._columns[i, self._largest[i]]
        return float(self._step(i).of(largest) / abs(largest)) if largest else 0.0

    def reason(self, left: int, stays: int, *, name: str, finer: bool) -> str:
        """Say in words why a column is left out beside another one."""
        if (self._columns[left] == self._columns[stays]).all():
            return f"it equals column {name!r}"
        digits = ", which has more digits" if finer else ""
        return f"it is {self._factor(stays, left):.4g} times column {name!r}{digits}"

    def _factor(self, k: int, i: int) -> float:
        """Return the ratio where it is known best: at the largest value."""
        place = self._largest[k]
        one, other = self._columns[k, place], self._columns[i, place]
        return float(other / one) if one else float("nan")

    def _step(self, i: int) -> Step:
        if i not in self._steps:
            self._steps[i] = rounding_of_input(self._columns[i])
        return self._steps[i]


def _warn(name: str, reason: str) -> None:
    warnings.warn(
        f"column {name!r} was left out: {reason}.", InputWarning, stacklevel=5
    )  # the line that called `fit`
