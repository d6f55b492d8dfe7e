"""From a table with groups to what was found, in the table's own columns and rows."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from rich.console import Console

from nalm._display import Display, Silence, choose_display
from nalm._typing import FloatArray
from nalm.discovery._budget import Budget
from nalm.discovery.groups._labels import Label, Labels
from nalm.discovery.groups._new_group import with_group
from nalm.discovery.groups._result import GroupDiscovery
from nalm.discovery.groups._rows import GroupedRows
from nalm.discovery.groups._search import search_groups
from nalm.discovery.problem._preparation import Prepared, prepare, restore
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import FEWEST
from nalm.discovery.problem._validation import Table
from nalm.discovery.strategy._outputs import Planned
from nalm.discovery.strategy._search import SearchOptions, SearchProgress
from nalm.errors import InputWarning, InvalidValueError, UnfinishedWarning


@dataclass(frozen=True, kw_only=True)
class GroupedTable:
    """A table with groups.

    Attributes:
        x: Inputs `(rows, inputs)`.
        y: Target `(rows,)`.
        weight: Weights, not negative `(rows,)`.
        labels: The groups.
        planned: Which columns are searched, and their units.
    """

    x: FloatArray
    y: FloatArray
    weight: FloatArray
    labels: Labels
    planned: Planned


def with_labels(table: Table, labels: Labels, *, planned: Planned) -> GroupedTable:
    """Join a checked table and its groups.

    Args:
        table: With one target.
        labels: Of its rows.
        planned: Which columns are searched.

    Raises:
        InvalidValueError: If there are several targets.
    """
    if len(table.targets) != 1:
        raise InvalidValueError(
            f"`y` must have one column where there are groups; found {len(table.targets)}. "
            "Fit each column on its own."
        )
    return GroupedTable(
        x=table.x, y=table.y[:, 0], weight=table.weight, labels=labels, planned=planned
    )


def discover_groups(
    table: GroupedTable, options: SearchOptions, *, budget: Budget, verbose: int
) -> tuple[tuple[Label, ...], GroupDiscovery]:
    """Search one form for the groups of a table.

    Groups of fewer than 6 rows have none to hold out. They do not choose the form, but get their
    constants in the end, where their rows suffice for those that differ.

    Args:
        table: The rows.
        options: How to search.
        budget: Its time.
        verbose: 0 for silence.

    Returns:
        The names of the groups, and what was found for each, of the table's own columns and rows.

    Raises:
        InvalidValueError: If fewer than two groups have 6 rows, or no input changes within a group.
    """
    labels = table.labels
    used = np.bincount(labels.codes[table.weight > 0], minlength=len(labels.names))
    large = np.flatnonzero(used >= FEWEST)
    if len(large) < 2:
        raise InvalidValueError(
            f"`groups` must have two groups or more of at least {FEWEST} rows; found "
            f"{len(large)} of {len(labels.names)}. Leave `groups` out, or measure more rows."
        )
    columns = _changing(table, large)
    prepared = _prepared(table, large, columns)
    display = choose_display(Console(), quiet=not verbose)
    report = None if isinstance(display, Silence) else _reporter(display, table)
    with display:
        found = search_groups(GroupedRows.of(prepared), options, budget=budget, report=report)
    if not found.discoveries[0].complete:
        warnings.warn(
            "the search was stopped before its end, by its time limit or by an interrupt: the form "
            "is the best so far. Give more `max_time`.",
            UnfinishedWarning,
            stacklevel=4,
        )
    names = [labels.names[k] for k in large]
    restored = tuple(restore(each, prepared, columns=columns) for each in found.discoveries)
    found = replace(found, discoveries=restored)
    for code in np.flatnonzero(used < FEWEST):
        found, names = _with_small(found, names, table=table, code=int(code))
    return tuple(names), found


def _with_small(
    found: GroupDiscovery, names: list[Label], *, table: GroupedTable, code: int
) -> tuple[GroupDiscovery, list[Label]]:
    name = table.labels.names[code]
    rows = np.flatnonzero((table.labels.codes == code) & (table.weight > 0))
    problem = Problem(x=table.x[rows], y=table.y[rows], weight=table.weight[rows])
    try:
        return with_group(found, problem, name=str(name)), [*names, name]
    except InvalidValueError as error:
        warnings.warn(
            f"group {str(name)!r} was left out, and `predict` does not know it: {error}",
            InputWarning,
            stacklevel=5,
        )
        return found, names


def _changing(table: GroupedTable, large: np.ndarray) -> tuple[int, ...]:
    """Choose the columns that change within some group; those with units stay."""
    problem = table.planned.prepared[0].problem
    columns = table.planned.columns
    if problem.dimensions is not None or problem.constant_units is not None:
        return columns
    inside = [table.x[(table.labels.codes == g) & (table.weight > 0)] for g in large]
    changing = [any((x[:, k] != x[0, k]).any() for x in inside) for k in columns]
    for column, changes in zip(columns, changing, strict=True):
        if not changes:
            name = table.planned.names[columns.index(column)]
            warnings.warn(
                f"column {name!r} was left out: it is constant within each group, so what it does "
                "cannot be told from constants that differ by group.",
                InputWarning,
                stacklevel=5,
            )
    if not any(changing):
        raise InvalidValueError(
            "X must have a column that changes within a group; found none. A form is read from "
            "what changes: leave `groups` out, or add a column."
        )
    return tuple(column for column, changes in zip(columns, changing, strict=True) if changes)


def _prepared(table: GroupedTable, large: np.ndarray, columns: Sequence[int]) -> Prepared:
    """Prepare the rows of large groups, with the number of the group as the last input."""
    number = np.full(len(table.labels.names), -1)
    number[large] = np.arange(len(large))
    group = number[table.labels.codes]
    problem = table.planned.prepared[0].problem
    return prepare(
        np.column_stack([table.x[:, columns], group.astype(np.float64)]),
        table.y,
        weight=np.where(group >= 0, table.weight, 0.0),
        dimensions=problem.dimensions,
        constant_units=problem.constant_units,
    )


def _reporter(display: Display, table: GroupedTable) -> Callable[[SearchProgress], None]:
    def report(progress: SearchProgress) -> None:
        facts = f"{progress.stage} in one of {len(table.labels.names)} groups"
        display.show(table.planned.targets[0], fraction=progress.fraction, facts=facts)

    return report
