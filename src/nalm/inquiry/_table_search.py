"""From a request for y = f(x) to what is found."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from nalm._interruption import Interruption
from nalm.errors import InvalidValueError
from nalm.inquiry._columns import complete_rows, find_columns, numeric, without_empty
from nalm.inquiry._findings import Findings
from nalm.inquiry._request import Effort, Request
from nalm.inquiry._usable_rows import (
    check_count,
    check_weights,
    group_of_each_row,
    labels_of,
)
from nalm.tables import Frame, places_of

if TYPE_CHECKING:
    from nalm.reports.discovery import Finding


def _search(estimator: Any, x: Frame, y: Frame, rows: dict[str, Any]) -> None:  # noqa: ANN401
    estimator.fit(x, y, **rows)


def discover_law(
    frame: Frame,
    request: Request,
    *,
    effort: Effort,
    units: dict[str, str],
    verbose: int,
    fit: Callable[[Any, Frame, Frame, dict[str, Any]], None] = _search,
) -> Findings:
    """Search the equation of one column.

    Args:
        frame: The table.
        request: Which columns.
        effort: How to search.
        units: Column → unit.
        verbose: 1 to show progress.
        fit: What fits an estimator to inputs, target and weights.

    Returns:
        What was found.
    """
    inputs, table = _used(frame, request)
    target = str(request.target)
    from nalm.reports.discovery import Finding, Grouping

    estimator = _estimator(request, effort, inputs=inputs, units=units, verbose=verbose)
    places = places_of(frame)
    weight = table[request.weights].to_numpy() if request.weights else None
    groups = None if request.group is None else labels_of(frame.loc[table.index], request.group)
    fit(estimator, table[inputs], table[target], {"sample_weight": weight, "groups": groups})
    with Interruption().instead():  # what is found is kept
        whole = Finding(
            target=target,
            inputs=tuple(inputs),
            x=table[inputs].to_numpy(),
            y=table[target].to_numpy(),
            discovery=estimator.discoveries_[0],
            units={name: units[name] for name in (*inputs, target) if name in units},
            places=places and places.take(frame.index.get_indexer(table.index).tolist()),
        )
        return Findings(
            name=request.data.name,
            findings=(whole,) if groups is None else _of_groups(estimator, whole, groups=groups),
            estimator=estimator,
            dropped=len(frame) - len(table),
            grouping=None if groups is None else Grouping.of(estimator),
        )


def _used(frame: Frame, request: Request) -> tuple[list[str], Any]:
    """Return the inputs, and the numbers of the rows that are used."""
    inputs, target = input_columns(frame, request), str(request.target)
    used = [*inputs, target, *([request.weights] if request.weights else [])]
    roles = {column: option for option, column in request.named.items()}
    numbers: Any = numeric(frame, used, roles=roles, drop=request.drop_missing)
    if not request.inputs:
        inputs, numbers = without_empty(numbers, inputs)
    table: Any = complete_rows(numbers, drop=request.drop_missing)
    if request.group is not None:
        part = frame.loc[table.index]
        table = table.loc[group_of_each_row(part, request.group, drop=request.drop_missing).index]
    check_count(table)
    if request.weights is not None:
        check_weights(table, request.weights, whole=frame)
    return inputs, table


def _estimator(
    request: Request,
    effort: Effort,
    *,
    inputs: list[str],
    units: dict[str, str],
    verbose: int,
) -> Any:  # noqa: ANN401
    from nalm.discovery import SymbolicRegressor

    return SymbolicRegressor(
        **effort.given(),
        units={name: units[name] for name in inputs if name in units} if units else None,
        target_units=units.get(str(request.target), "1") if units else None,
        dimensional_constants=request.dimensional_constants,
        verbose=verbose,
    )


def _of_groups(estimator: Any, whole: "Finding", *, groups: Any) -> "tuple[Finding, ...]":  # noqa: ANN401
    """Cut the rows of all groups into a finding for each."""
    found: list[Finding] = []
    places = zip(estimator.groups_, estimator.target_names_, estimator.discoveries_, strict=True)
    for group, name, discovery in places:
        rows = np.flatnonzero(groups.to_numpy() == group)
        place = {int(row): k for k, row in enumerate(rows)}
        inner = tuple(place[row] for row in discovery.inner_rows)
        outer = tuple(place[row] for row in discovery.outer_rows)
        units = {**whole.units, **({name: u} if (u := whole.units.get(whole.target)) else {})}
        own = replace(discovery, inner_rows=inner, outer_rows=outer)
        found.append(
            replace(
                whole,
                target=name,
                x=whole.x[rows],
                y=whole.y[rows],
                discovery=own,
                units=units,
                places=whole.places and whole.places.take(rows.tolist()),
            )
        )
    return tuple(found)


def with_names(request: Request, frame: Frame) -> Request:
    """Write a request with the names of columns in place of their headers, such as "v (m/s)".

    Args:
        request: Which columns.
        frame: The table.

    Returns:
        The request with names that exist.

    Raises:
        UnknownNameError: If the table lacks a column.
    """
    changed: dict[str, Any] = {
        option.removeprefix("--"): find_columns(frame, [name], option=option)[0]
        for option, name in request.named.items()
    }
    changed["inputs"] = tuple(find_columns(frame, request.inputs, option="--inputs"))
    changed["conserved"] = tuple(
        tuple(find_columns(frame, group, option="--conserved")) for group in request.conserved
    )
    return replace(request, **changed)


def input_columns(frame: Frame, request: Request) -> list[str]:
    """Choose the columns that explain: those that were named, or all that have no other part.

    Args:
        frame: The table.
        request: Which columns.

    Returns:
        Their names, in the order of the request or of the table.

    Raises:
        UnknownNameError: If the table lacks a column.
        InvalidValueError: If none is left, or one has two parts.
    """
    for option, name in request.named.items():
        find_columns(frame, [name], option=option)
    parts = list(request.named.values())
    if request.inputs:
        find_columns(frame, request.inputs, option="--inputs")
        for option, name in request.named.items():
            if name in request.inputs:
                raise InvalidValueError(
                    f"--inputs: expected columns without another part, found {name}, which is "
                    f"the column of {option}."
                )
        return list(request.inputs)
    rest = [str(name) for name in frame.columns if str(name) not in parts]
    if not rest:
        raise InvalidValueError(
            f"expected columns besides {', '.join(parts)} to explain it by, found none."
        )
    return rest
