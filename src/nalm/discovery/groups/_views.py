"""The tables in which forms for all groups are sought: single groups, then all rows together."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from nalm.discovery.groups._rows import GroupedRows
from nalm.discovery.problem._preparation import with_inputs
from nalm.discovery.problem._problem import Problem
from nalm.symbolic import Sum


@dataclass(frozen=True, kw_only=True)
class View:
    """A table that an ordinary search looks at.

    Attributes:
        problem: Its rows.
        columns: The input of all groups behind each of its inputs.
    """

    problem: Problem
    columns: tuple[int, ...]

    def restored(self, formula: Sum) -> Sum:
        """Write a formula of its inputs in those of all groups."""
        return with_inputs(formula, dict(enumerate(self.columns)))


def views(rows: GroupedRows) -> Iterator[View]:
    """Yield the groups that say most, the first first, and then all rows as if they were one.

    That is those in which most inputs change, then those of most distinct rows.

    Args:
        rows: Of all groups.
    """
    for group in _most_telling(rows):
        if _changing(rows.each[group]):
            yield _view(rows.each[group])
    yield _view(rows.problem)


def some_groups(rows: GroupedRows, *, count: int) -> list[int]:
    """Choose groups that can stand for all: half of them say most, the others lie in between.

    Args:
        rows: Of all groups.
        count: How many groups, at most.

    Returns:
        Their numbers, in ascending order.
    """
    if rows.groups <= count:
        return list(range(rows.groups))
    first, *_ = np.split(np.array(_most_telling(rows)), [count // 2])
    rest = np.setdiff1d(np.arange(rows.groups), first)
    # Evenly: groups often stand in the order of what differs.
    between = rest[np.linspace(0, len(rest) - 1, count - len(first)).round().astype(np.intp)]
    return np.union1d(first, between).tolist()


def _most_telling(rows: GroupedRows) -> list[int]:
    told = [(len(_changing(each)), len(each.y)) for each in rows.each]
    return sorted(range(rows.groups), key=lambda g: told[g], reverse=True)


def _view(problem: Problem) -> View:
    # An input that never changes is none, unless it brings a unit.
    has_units = problem.dimensions is not None or problem.constant_units is not None
    columns = tuple(range(problem.x.shape[1])) if has_units else _changing(problem)
    own = np.ascontiguousarray(problem.x[:, columns])
    return View(problem=replace(problem, x=own), columns=columns)


def _changing(problem: Problem) -> tuple[int, ...]:
    return tuple(np.flatnonzero((problem.x != problem.x[:1]).any(axis=0)).tolist())
