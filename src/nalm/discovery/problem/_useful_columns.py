"""Which columns of a table can say something."""

import warnings
from collections.abc import Sequence

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._rounding import rounding_of_input
from nalm.discovery.problem._unit_powers import Dimension
from nalm.errors import InputWarning, InvalidValueError

SOME = 20
"""Rows that tell most pairs of columns apart."""
NEAR = 0.01
"""Of the largest value, within which these have to be."""
SLACK = 4.0
"""Times the rounding of both columns: the factor is rounded, too, and a step is known to a half."""


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
    for i in range(x.shape[1]):
        has_unit = units is not None and bool(units[i])
        if not has_unit and (x[:, i] == x[0, i]).all():
            _warn(names[i], f"it is {x[0, i]:g} in every row, like a constant of the formula")
            continue
        alike = (k for k in kept if units is None or units[k] == units[i])
        twin = next((k for k in alike if _in_proportion(x[:, k], x[:, i])), None)
        if twin is None:
            kept.append(i)
            continue
        finer = _fineness(x[:, i]) < _fineness(x[:, twin])
        if finer:
            kept[kept.index(twin)] = i
        left, stays = (twin, i) if finer else (i, twin)
        _warn(names[left], _reason(x[:, left], x[:, stays], name=names[stays], finer=finer))
    if not any((x[:, i] != x[0, i]).any() for i in kept):
        raise InvalidValueError(
            "X must have a column whose values differ; found constant ones only. "
            "A law is read from what changes: add rows or columns."
        )
    return tuple(sorted(kept))


def _in_proportion(one: FloatArray, other: FloatArray) -> bool:
    """Say whether one column is a multiple of another, to the digits they were written to."""
    factor = _factor(one, other)
    if not np.isfinite(factor) or factor == 0:
        return False
    some = np.linspace(0, len(one) - 1, min(SOME, len(one))).astype(np.intp)
    near = NEAR * np.abs(other).max()
    if (np.abs(other[some] - factor * one[some]) > near).any():
        return False
    steps = [rounding_of_input(each).of(each) for each in (one, other)]
    limit = SLACK * (np.abs(factor) * steps[0] + steps[1])
    limit += 8 * np.finfo(float).eps * np.abs(other).max()
    return bool((np.abs(other - factor * one) <= limit).all())


def _factor(one: FloatArray, other: FloatArray) -> float:
    """Return the ratio where it is known best: at the largest value."""
    place = int(np.abs(one).argmax())
    return float(other[place] / one[place]) if one[place] else float("nan")


def _fineness(column: FloatArray) -> float:
    """Return the rounding of a column, as a share of its largest value."""
    place = int(np.abs(column).argmax())
    largest = abs(float(column[place]))
    return float(rounding_of_input(column).of(column)[place]) / largest if largest else 0.0


def _reason(left: FloatArray, stays: FloatArray, *, name: str, finer: bool) -> str:
    if (left == stays).all():
        return f"it equals column {name!r}"
    digits = ", which has more digits" if finer else ""
    return f"it is {_factor(stays, left):.4g} times column {name!r}{digits}"


def _warn(name: str, reason: str) -> None:
    warnings.warn(
        f"column {name!r} was left out: {reason}.", InputWarning, stacklevel=5
    )  # the line that called `fit`
