"""The rows of several groups: apart, and together with a column for each group."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.problem._preparation import Prepared
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import outer_rows, take_rows


@dataclass(frozen=True, kw_only=True)
class GroupedRows:
    """Rows of several groups.

    Attributes:
        problem: All rows, without a column of groups.
        group: Number of each row's group `(rows,)`; every group has a row.
    """

    problem: Problem
    group: np.ndarray

    @classmethod
    def of(cls, prepared: Prepared) -> "GroupedRows":
        """Take the groups from the last input of a prepared problem, which numbers them."""
        whole = prepared.problem
        return cls(
            problem=replace(whole, x=np.ascontiguousarray(whole.x[:, :-1])),
            group=whole.x[:, -1].astype(np.intp),
        )

    @property
    def groups(self) -> int:
        """How many groups there are."""
        return int(self.group.max()) + 1

    @cached_property
    def each(self) -> tuple[Problem, ...]:
        """The rows of each group."""
        rows = (np.flatnonzero(self.group == g) for g in range(self.groups))
        return tuple(self._taken(own).problem for own in rows)

    @cached_property
    def outermost(self) -> np.ndarray:
        """Indices of the outermost rows of each group, which are held out."""
        whole = [np.flatnonzero(self.group == g) for g in range(self.groups)]
        parts = [own[outer_rows(problem)] for own, problem in zip(whole, self.each, strict=True)]
        return np.sort(np.concatenate(parts))

    @cached_property
    def inner(self) -> "GroupedRows":
        """The rows that are not held out."""
        return self._taken(np.setdiff1d(np.arange(len(self.group)), self.outermost))

    @cached_property
    def outer(self) -> "GroupedRows":
        """The rows that are held out."""
        return self._taken(self.outermost)

    @cached_property
    def joint(self) -> Problem:
        """All rows, with one more column for each group: 1 in its rows, 0 elsewhere."""
        return self.marked(self.groups)

    def marked(self, groups: int) -> Problem:
        """Return the rows with the columns of so many groups."""
        marks: FloatArray = (self.group[:, None] == np.arange(groups)).astype(np.float64)
        x = np.hstack([self.problem.x, marks])
        whole = self.problem
        return Problem(x=x, y=whole.y, weight=whole.weight, rounding=whole.rounding)

    def part(self, group: int) -> Problem:
        """Return the rows of one group, which may be none."""
        return self._taken(np.flatnonzero(self.group == group)).problem

    def some(self, groups: Sequence[int]) -> "GroupedRows":
        """Return the rows of some groups, which are numbered anew.

        Args:
            groups: Numbers of these groups, in ascending order.
        """
        taken = self._taken(np.flatnonzero(np.isin(self.group, groups)))
        return replace(taken, group=np.searchsorted(groups, taken.group))

    def _taken(self, rows: np.ndarray) -> "GroupedRows":
        taken = replace(take_rows(self.problem, rows), constant_units=self.problem.constant_units)
        return GroupedRows(problem=taken, group=self.group[rows])
