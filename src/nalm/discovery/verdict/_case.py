"""What a verdict is about: a formula, its rivals and its rows."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import count_points
from nalm.discovery.scoring._judge import ScoredFormula
from nalm.discovery.scoring._verdict_rules import VerdictRules
from nalm.discovery.verdict._corrected import nearly_as_good
from nalm.discovery.verdict._rivals import forms_alike
from nalm.symbolic import Sum, evaluate

MIRRORED = 12
"""Digits to which the values of a row and of its mirror image are the same."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """What a verdict is about.

    Attributes:
        chosen: The formula.
        others: The other formulas, best first.
        inner: Rows that they were fitted to.
        outer: Rows that they were tried on.
        complete: Whether the search came to its own end.
        rules: The numbers that decide.
        among: How many tables, such as groups of one, are asked for the worst, this being one.
    """

    chosen: ScoredFormula
    others: list[ScoredFormula]
    inner: Problem
    outer: Problem
    complete: bool
    rules: VerdictRules
    among: int = 1

    @property
    def formula(self) -> Sum:
        """The formula itself."""
        return self.chosen.fit.formula

    @property
    def constants(self) -> int:
        """How many measured constants it has, without those that constraints hold."""
        return self.chosen.fit.free

    @property
    def points(self) -> int:
        """How many points the rows show, a repeated reading or a mirror image being no other.

        Where |f| is the same at -x and x, as of an odd or an even formula, one row says what the
        other does.
        """
        x = np.vstack([self.inner.x, self.outer.x])
        size: FloatArray = np.abs(np.column_stack([x, evaluate(self.formula, x)]))
        largest = np.maximum(size.max(axis=0), np.finfo(float).tiny)
        digits = np.asarray(np.round(size / largest, MIRRORED), dtype=np.float64)
        return count_points(digits)

    @cached_property
    def near(self) -> list[ScoredFormula]:
        """Other formulas that are nearly as good: see `nearly_as_good`."""
        return nearly_as_good(
            self.chosen, self.others, inner=self.inner, outer=self.outer, rules=self.rules
        )

    @cached_property
    def alike(self) -> list[ScoredFormula]:
        """Other forms with as few measured constants that are nearly as good, the best first."""
        return forms_alike(
            self.chosen, self.near, inner=self.inner, outer=self.outer, rules=self.rules
        )

    def place(self, other: ScoredFormula) -> int:
        """Return the place of another formula among all, the chosen one being the first."""
        return 1 + next(k for k, each in enumerate(self.others) if each is other)
