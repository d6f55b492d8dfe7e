"""What regressions propose, and which of it is worth judging."""

from collections.abc import Iterable
from itertools import chain
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._limits import Limits
from nalm.discovery.problem._groups import Groups
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import ROUNDED, draw_rows
from nalm.discovery.rewriting._properties import is_product
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages.regressions._polynomials import polynomials
from nalm.discovery.stages.regressions._product_sums import product_sums
from nalm.discovery.stages.regressions._rational import rationals
from nalm.discovery.stages.regressions._relations import relations
from nalm.discovery.stages.regressions._surds import surds
from nalm.symbolic import Sum, evaluate

FEW_ROWS = 40
"""Inner rows up to which every choice of few products is tried: larger formulas cannot be."""
WORTH = 2.0
"""How much larger than the best one's a regression's squared residual may be to be fitted well."""


@final
class Regressions:
    """The regressions on the inner rows of one search."""

    def __init__(self, pool: Pool, groups: Groups, *, limits: Limits, max_terms: int) -> None:
        self._pool = pool
        self._groups = groups
        self._limits = limits
        self.max_terms = max_terms
        self._rows = draw_rows(pool.inner, ROUNDED, seed=0)
        self._reduced = groups.reduced(self._rows)

    @property
    def reduced(self) -> Problem | None:
        """The rows as functions of the groups; `None` where that has no value."""
        return self._reduced

    @property
    def is_done(self) -> bool:
        """Whether nothing but rounding error is left to find."""
        return self._pool.is_exact

    @property
    def is_found(self) -> bool:
        """Whether a simple formula leaves but noise."""
        return self._pool.is_found

    def within(self, groups: Groups) -> "Regressions":
        """Make those on groups of these groups."""
        return Regressions(
            self._pool, self._groups.of(groups), limits=self._limits, max_terms=self.max_terms
        )

    def try_sums(self) -> None:
        """Judge polynomials, their powers and quotients, and sums of products of many inputs."""
        if self._reduced is None or self.is_done:
            return
        is_few = len(self._rows.y) <= FEW_ROWS
        brief = (relations if is_few else product_sums)(
            self._reduced, self._limits, max_terms=self.max_terms
        )
        found = polynomials(self._reduced, self._limits), rationals(self._reduced, self._limits)
        self._add_near(chain(*found, brief))

    def try_roots(self) -> bool:
        """Judge roots of quadratic equations, unless a product leaves but noise; say whether."""
        is_short = self._pool.is_simple and is_product(self._pool.best().fit.formula)
        is_found = self._pool.is_exact or (is_short and self._pool.is_down_to_noise)
        if self._reduced is None or is_found:
            return False
        self._add_near(surds(self._reduced, self._limits, max_terms=self.max_terms))
        return True

    def _add_near(self, found: Iterable[Sum]) -> None:
        best = _misfits(self._pool.best().fit.formula, self._rows)
        for formula in map(self._groups.restored, found):
            self._limits.check()
            misfits = _misfits(formula, self._rows)
            if (misfits < WORTH * best).any():
                self._pool.add(formula)
            best = np.minimum(best, misfits)
            if self._pool.is_exact:
                break


def _misfits(formula: Sum, problem: Problem) -> FloatArray:
    """Mean squared residual, and relative one; infinite without a value on some row."""
    largest = np.abs(problem.y).max() or 1.0
    with np.errstate(all="ignore"):
        residual = evaluate(formula, problem.x) - problem.y
        means = [float(np.mean(np.square(residual / size))) for size in (largest, problem.y)]
    return np.nan_to_num(np.array(means), nan=np.inf, posinf=np.inf)
