"""From a table with groups to what was found, in the table's own columns and rows."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from rich.console import Console

from nalm._display import Display, Silence, choose_display
from nalm._typing import FloatArray
from nalm.discovery._budget import Budget
from nalm.discovery.groups._further import stopped, with_further
from nalm.discovery.groups._labels import Label, Labels
from nalm.discovery.groups._result import GroupDiscovery
from nalm.discovery.groups._rows import GroupedRows
from nalm.discovery.groups._search import search_groups
from nalm.discovery.groups._verdict import GROUP
from nalm.discovery.groups._views import some_groups
from nalm.discovery.problem._preparation import Prepared, prepare, restore
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import FEWEST
from nalm.discovery.problem._validation import Table
from nalm.discovery.strategy._outputs import Planned
from nalm.discovery.strategy._search import SearchOptions, SearchProgress
from nalm.errors import InputWarning, InvalidValueError, UnfinishedWarning

TOGETHER = 40
"""Groups that are fitted together, at most: the work grows with the cube of their constants."""
LEAST = 0.5
"""Share of the time for them at least; the rest is for the constants of other groups."""


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

    Groups of fewer than 6 rows have none to hold out. They do not choose the form, nor do all of
    very many groups, but get their constants in the end, where rows suffice for those that differ.

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
    large = large[some_groups(GroupedRows.of(_prepared(table, large, columns)), count=TOGETHER)]
    prepared = _prepared(table, large, columns)
    others = np.setdiff1d(np.arange(len(used)), large).tolist()
    display = choose_display(Console(), quiet=not verbose)
    report = None if isinstance(display, Silence) else _reporter(display, table)
    with display:
        rows, share = GroupedRows.of(prepared), max(len(large) / np.count_nonzero(used), LEAST)
        found = search_groups(rows, options, budget=budget.part(share), report=report)
    if not found.discoveries[0].complete:
        warnings.warn(
            "the search was stopped before its end, by its time limit or by an interrupt: the form "
            "is the best so far. Give more `max_time`.",
            UnfinishedWarning,
            stacklevel=4,
        )
    restored = tuple(restore(each, prepared, columns=columns) for each in found.discoveries)
    found = replace(found, discoveries=restored)
    return _with_others(found, [int(each) for each in large], others, table=table, budget=budget)


def _with_others(
    found: GroupDiscovery,
    codes: list[int],
    others: Sequence[int],
    *,
    table: GroupedTable,
    budget: Budget,
) -> tuple[tuple[Label, ...], GroupDiscovery]:
    """Fit the constants of groups that did not choose the form, as long as there is time."""
    labels, among = table.labels, len(codes) + len(others)
    for place, code in enumerate(others):
        if budget.is_up:
            left = len(others) - place
            warnings.warn(
                f"{left} groups were left out, and `predict` does not know them: the time was up "
                "before their constants were fitted. Give more `max_time`, or add them with "
                "`fit_group`.",
                UnfinishedWarning,
                stacklevel=5,
            )
            return _named(labels, codes, stopped(found))
        rows = np.flatnonzero((labels.codes == code) & (table.weight > 0))
        problem = Problem(x=table.x[rows], y=table.y[rows], weight=table.weight[rows])
        try:
            name = str(labels.names[code])
            found = with_further(found, problem, name=name, among=among)
        except InvalidValueError as error:
            warnings.warn(
                f"group {str(labels.names[code])!r} was left out, and `predict` does not know it: "
                f"{error}",
                InputWarning,
                stacklevel=5,
            )
            continue
        codes.append(code)
    return _named(labels, codes, found)


def _named(
    labels: Labels, codes: Sequence[int], found: GroupDiscovery
) -> tuple[tuple[Label, ...], GroupDiscovery]:
    """Name the groups, and in the reason the one whose rows decided."""
    names = tuple(labels.names[code] for code in codes)
    reason = found.discoveries[0].reason
    numbers = dict(reason.numbers)
    if (group := numbers.pop(GROUP, None)) is None:
        return names, found
    reason = replace(reason, numbers=numbers, group=str(names[int(group)]))
    named = tuple(replace(each, reason=reason) for each in found.discoveries)
    return names, replace(found, discoveries=named)


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
