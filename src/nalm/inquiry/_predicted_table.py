"""What a formula of a table says of other rows."""

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.inquiry._columns import find_columns
from nalm.inquiry._fitted_table import FittedTable
from nalm.inquiry._predicted_columns import (
    OUTSIDE,
    Predicted,
    about_outside,
    beside,
    numbers_in,
    outside,
)
from nalm.inquiry._saved import units_of
from nalm.inquiry._usable_rows import labels_of, rows_of_file
from nalm.tables import Frame

if TYPE_CHECKING:
    from nalm.discovery import SymbolicRegressor


def predict_table(
    model: "SymbolicRegressor",
    frame: Frame,
    *,
    level: float,
    group: str | None = None,
    fitted: FittedTable | None = None,
) -> Predicted:
    """Predict every row, with bounds and a mark where it lies outside the ranges of the fit.

    Args:
        model: A fitted estimator.
        frame: The table; where an input is missing, so is the prediction.
        level: Of the bounds.
        group: Column of groups, of a model of groups; where none is named, there is no prediction.
        fitted: What is known of the table of the fit.

    Returns:
        The table with columns ``y_predicted``, ``y_lower``, ``y_upper`` for each target y, and
        ``outside``.

    Raises:
        UnknownNameError: If the table lacks an input, or the model a group.
        InvalidValueError: If an input is no number or has another unit than in the fit, or groups
            are not given as there.
    """
    _check_group(model, group)
    names = _inputs(model, frame)
    fitted = fitted or FittedTable()
    known_units = {**units_of(model), **fitted.units}
    replace(fitted, units=known_units).check_units(frame, dict(zip(names, names, strict=True)))
    x = numbers_in(frame, names)
    known = np.isfinite(x).all(axis=1)
    groups = None
    if group is not None:
        groups = _groups(model, frame, find_columns(frame, [group], option="--group")[0])
        known &= groups.notna().to_numpy()
        groups = groups[known]
    targets = model.target_names_ if groups is None else (model.group_form_.target,)
    with rows_of_file(np.flatnonzero(known).tolist()):
        middle, low, high, remarks = _predictions(model, x[known], level, groups=groups)
    columns: dict[str, object] = {}
    for k, target in enumerate(targets):
        for ending, values in (("predicted", middle), ("lower", low), ("upper", high)):
            column = np.full(len(x), np.nan)
            column[known] = values[:, k]
            columns[f"{target}_{ending}"] = column
    marks = outside(x, model.ranges_, names=names)
    columns[OUTSIDE] = marks
    equations = [model.equation_] if isinstance(model.equation_, str) else model.equation_
    remarks = [*equations, *remarks, *about_outside(marks, model.ranges_, names=names)]
    if not known.all():
        remarks.append(f"{int((~known).sum())} of {len(x)} rows lack an input, and a prediction.")
    return Predicted(frame=beside(frame, columns), remarks=tuple(remarks))


def _inputs(model: "SymbolicRegressor", frame: Frame) -> list[str]:
    given = getattr(model, "feature_names_in_", None)
    if given is not None:
        return find_columns(frame, [str(name) for name in given], option="The model's inputs")
    names = [str(name) for name in frame.columns]
    if len(names) != model.n_features_in_:
        raise InvalidValueError(
            f"the model was fitted without names of columns: expected its {model.n_features_in_} "
            f"inputs in their order, found {len(names)} columns. Leave the others out."
        )
    return names


def _check_group(model: "SymbolicRegressor", group: str | None) -> None:
    if model.groups_ is None and group is not None:
        raise InvalidValueError(
            "--group: expected a model of groups, found one of a table. Leave the option away."
        )
    if model.groups_ is not None and group is None:
        raise InvalidValueError(
            f"the model is of the groups {', '.join(map(str, model.groups_))}: expected --group G, "
            "a column of DATA that names each row's group, found none."
        )


def _groups(model: "SymbolicRegressor", frame: Frame, column: str) -> Any:  # noqa: ANN401
    """Take each row's group as the fit called it, which may be with blanks in an older file."""
    names = list(model.groups_ or ())
    called: dict[object, object] = {name.strip(): name for name in names if isinstance(name, str)}

    def as_in_fit(name: object) -> object:
        return called.get(name, name)

    labels = labels_of(frame, column).map(as_in_fit)
    return frame[column].where(frame[column].isin(names), labels)


def _predictions(
    model: "SymbolicRegressor",
    x: FloatArray,
    level: float,
    *,
    groups: Any,  # noqa: ANN401
) -> tuple[FloatArray, FloatArray, FloatArray, list[str]]:
    """Return predictions and bounds `(rows, outputs)`; bounds of NaN where they are not known."""
    shape = (len(x), 1 if groups is not None else len(model.target_names_))
    if not len(x):
        return *(np.empty(shape) for _ in range(3)), []  # pyright: ignore[reportReturnType]
    given = getattr(model, "feature_names_in_", None)
    # scikit-learn compares the names of a table with those of the fit, and warns without any.
    table = x if given is None else _named(x, given)
    middle = model.predict(table, groups=groups).reshape(shape)
    try:
        bounds = model.predict_interval(table, level, groups=groups)
        low, high = (each.reshape(shape) for each in bounds)
    except InvalidValueError as error:
        nowhere = np.full(shape, np.nan)
        return middle, nowhere, nowhere, [f"There are no bounds: {error}"]
    return middle, low, high, []


def _named(x: FloatArray, names: FloatArray) -> Frame:
    pandas: Any = import_module("pandas")
    return pandas.DataFrame(x, columns=names)
