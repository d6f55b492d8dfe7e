"""Data as users have it: checked, converted, and refused with the place of what is wrong."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import datetime
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator
from sklearn.utils import check_consistent_length
from sklearn.utils.validation import (
    _check_sample_weight,  # pyright: ignore[reportPrivateUsage]
    validate_data,
)

from nalm._typing import FloatArray
from nalm.discovery.problem._table_shapes import refuse_flat, refuse_shapes
from nalm.errors import InvalidTypeError, InvalidValueError

_ARRAYS = (pd.Series, pd.Index, pd.api.extensions.ExtensionArray, np.ndarray, list, tuple)
_DATES = (datetime.date, datetime.time, datetime.timedelta, pd.Period)
SMALLEST, LARGEST = 1e-150, 1e150
"""Sizes of a target between which the variances of its constants are finite."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """The checked data of a fit.

    Attributes:
        x: Inputs `(rows, inputs)`.
        y: Targets `(rows, outputs)`.
        weight: Not negative, with a mean of 1 `(rows,)`.
        targets: Names of the targets.
        flat: Whether y came as a vector.
    """

    x: FloatArray
    y: FloatArray
    weight: FloatArray
    targets: tuple[str, ...]
    flat: bool


def check_table(estimator: BaseEstimator, X: Any, *, y: Any, sample_weight: Any) -> Table:  # noqa: ANN401
    """Check and convert the data of a fit; sets `n_features_in_` and `feature_names_in_`.

    Args:
        estimator: The estimator that is fitted.
        X: Inputs: anything table-like `(rows, inputs)`.
        y: Target `(rows,)`, or several `(rows, outputs)`.
        sample_weight: Weights `(rows,)`; None for equal ones.

    Returns:
        float64 arrays.

    Raises:
        InvalidValueError: If values are missing, not finite or no numbers, if shapes do not fit,
            if targets are so large or small that their squares are no floats, or if a weight is
            negative; the message says where.
        InvalidTypeError: If X is sparse, or an entry is not a number at all.
    """
    with _as_ours():
        _refuse_text(X, "X")
        _refuse_text(y, "y")
        _refuse_text(sample_weight, "sample_weight")
        refuse_shapes(X, target=y, weight=sample_weight)
        check: Any = validate_data
        x, y_array = check(
            estimator,
            X,
            y,
            validate_separately=(
                # Missing values are refused below, with their place.
                {"dtype": np.float64, "ensure_all_finite": False, "ensure_min_samples": 2},
                {"dtype": np.float64, "ensure_all_finite": False, "ensure_2d": False},
            ),
        )
        check_consistent_length(x, y_array)
        weight = _check_sample_weight(sample_weight, x, dtype=np.float64)
    flat = y_array.ndim == 1
    targets = _target_names(y, 1 if flat else y_array.shape[1])
    y_array = y_array.reshape(len(x), -1)
    _refuse_missing(x, "X", _names(estimator, x.shape[1]))
    _refuse_missing(y_array, "y", targets)
    _refuse_sizes(y_array, targets)
    return Table(x=x, y=y_array, weight=_check_weight(weight), targets=targets, flat=flat)


def check_inputs(estimator: BaseEstimator, X: Any) -> FloatArray:  # noqa: ANN401
    """Check and convert the inputs of a prediction.

    Args:
        estimator: The estimator, fitted.
        X: Inputs `(rows, inputs)`, with the columns of the fit in the same order.

    Returns:
        A float64 array.

    Raises:
        InvalidValueError: If values are no finite numbers, or columns are not those of the fit.
        InvalidTypeError: If X is sparse.
    """
    with _as_ours():
        _refuse_text(X, "X")
        refuse_flat(X)
        check: Any = validate_data
        x = check(estimator, X, reset=False, dtype=np.float64, ensure_all_finite=False)
    _refuse_missing(x, "X", _names(estimator, x.shape[1]))
    return x


def check_new_target(y: Any, rows: int) -> FloatArray:  # noqa: ANN401
    """Check and convert the target of rows that come after a fit.

    Args:
        y: Target `(rows,)`.
        rows: How many there must be.

    Returns:
        A float64 array.

    Raises:
        InvalidValueError: If it is no column of so many finite numbers.
    """
    _refuse_text(y, "y")
    with _as_ours():
        values = np.asarray(y, dtype=np.float64)
    if values.shape != (rows,):
        raise InvalidValueError(
            f"y must have the shape ({rows},), a number for each row of X; found {values.shape}."
        )
    _refuse_missing(values[:, None], "y", ["y"])
    return values


@contextmanager
def _as_ours() -> Generator[None]:
    # scikit-learn's own checks and sentences, raised as errors of this package.
    try:
        with warnings.catch_warnings():
            # Masked entries of a list become NaN, which is refused.
            warnings.filterwarnings("ignore", "Warning: converting a masked element")
            yield
    except TypeError as error:
        raise InvalidTypeError(str(error)) from error
    except (ValueError, OverflowError) as error:  # an integer may be larger than any float
        raise InvalidValueError(str(error)) from error


def _refuse_text(table: Any, name: str) -> None:  # noqa: ANN401
    if isinstance(table, pd.DataFrame):
        for i, column in enumerate(table.columns):
            _refuse_column(table.iloc[:, i], f"column {column!r} of {name}")
    elif isinstance(table, _ARRAYS):
        _refuse_column(table, name)


def _refuse_column(values: Any, place: str) -> None:  # noqa: ANN401
    # A type of pandas may be that of dates although its array holds objects.
    kinds = {getattr(getattr(values, "dtype", None), "kind", "O")}
    array = np.asarray(values)
    kinds.add(array.dtype.kind)
    found = {type(value) for value in array.flat} if array.dtype.kind in "OT" else set[type]()
    # U and S hold strings only; arrays of objects (O) and of StringDType (T) may hold others.
    if kinds & set("US") or any(issubclass(each, str | bytes) for each in found):
        raise InvalidValueError(f"{place} must hold numbers; found text. {_advice_on_text(place)}")
    if kinds & set("Mm") or any(issubclass(each, _DATES) for each in found):
        raise InvalidValueError(
            f"{place} must hold numbers; found dates. Convert it to seconds since a beginning."
        )
    if "c" in kinds or any(issubclass(each, complex) for each in found):
        raise InvalidValueError(
            # Its first words are those that scikit-learn's own checks ask for.
            f"Complex data not supported: {place} must hold real numbers. Give real and "
            "imaginary part, or size and angle, as columns of their own."
        )
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        raise InvalidValueError(
            f"{place} must hold a number everywhere; found {int(np.ma.getmaskarray(values).sum())} "
            "masked ones. Leave these rows out."
        )


def _advice_on_text(place: str) -> str:
    if not place.endswith("X"):
        return "Convert it with pandas.to_numeric."
    it, one = ("columns of text", "one") if place == "X" else ("it", "it")
    leave = f"Leave {it} out, or convert {it} with pandas.to_numeric."
    return f"{leave} If {one} names groups, give it to `fit` as `groups`."


def _refuse_missing(values: FloatArray, name: str, columns: Sequence[str]) -> None:
    wrong = ~np.isfinite(values)
    if not wrong.any():
        return
    row, column = (int(i) for i in np.argwhere(wrong)[0])
    kind = "NaN" if np.isnan(values[row, column]) else "infinity"
    raise InvalidValueError(
        f"Input {name} contains {kind}: first in row {row} of column {columns[column]!r}, "
        f"{int(wrong.any(axis=1).sum())} rows in all. Leave these rows out, or fill them."
    )


def _refuse_sizes(values: FloatArray, targets: Sequence[str]) -> None:
    for target, largest in zip(targets, np.abs(values).max(axis=0).tolist(), strict=True):
        if largest and not SMALLEST < largest < LARGEST:
            raise InvalidValueError(
                f"y must have values whose squares are floats: its largest of column {target!r} "
                f"between {SMALLEST:g} and {LARGEST:g} in size; found {largest:g}. "
                "Measure it in another unit."
            )


def _check_weight(weight: FloatArray) -> FloatArray:
    if (weight < 0).any():
        row = int(np.argmax(weight < 0))
        raise InvalidValueError(
            f"`sample_weight` must not be negative; found {weight[row]:g} in row {row}. "
            "Give 0 to leave a row out."
        )
    # Divided by the largest first, so that no sum overflows.
    largest = weight.max()
    scaled = weight / largest if largest > 0 else weight
    if (scaled > 0).sum() < 2:
        raise InvalidValueError(
            "`sample_weight` must be positive on two rows at least; found "
            f"{int((scaled > 0).sum())} among {len(weight)}."
        )
    return scaled / scaled[scaled > 0].mean()


def _names(estimator: Any, count: int) -> Sequence[str]:  # noqa: ANN401
    given = getattr(estimator, "feature_names_in_", None)
    return [str(i) for i in range(count)] if given is None else [str(name) for name in given]


def _target_names(y: Any, outputs: int) -> tuple[str, ...]:  # noqa: ANN401
    if isinstance(y, pd.Series) and y.name is not None:
        return (str(y.name),)
    if isinstance(y, pd.DataFrame):
        return tuple(str(name) for name in y.columns)
    return ("y",) if outputs == 1 else tuple(f"y{i}" for i in range(outputs))
