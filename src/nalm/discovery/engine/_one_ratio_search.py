"""Formulas of one ratio but for a factor, sought as those of one input."""

from typing import final

from nalm.discovery._problem import Problem
from nalm.discovery.engine._binomial_search import BinomialSearch
from nalm.discovery.engine._groups import Groups
from nalm.discovery.engine._limits import Limits
from nalm.discovery.engine._one_ratio import one_ratio
from nalm.discovery.engine._pool import Pool
from nalm.discovery.engine._regressions import Regressions


@final
class OneRatioSearch:
    """Sums, quotients and binomials of one ratio.

    Args:
        pool: What was found so far; gains the new formulas.
        rows: That choices are compared on.
        groups: That the units of measurement leave.
        limits: What may not be exceeded.
        max_terms: Most terms of a sum.
    """

    def __init__(
        self, pool: Pool, rows: Problem, *, groups: Groups, limits: Limits, max_terms: int
    ) -> None:
        self._pool = pool
        self._rows = rows
        self._groups = groups
        self._limits = limits
        self._max_terms = max_terms

    def run(self) -> bool:
        """Try each ratio that may be the one; say whether a formula of one is exact."""
        pool, limits = self._pool, self._limits
        reduced = self._groups.reduced(self._rows)
        for groups in () if reduced is None else map(self._groups.of, one_ratio(reduced)):
            limits.check()
            BinomialSearch(pool, self._rows, groups=groups, limits=limits).advance()
            if pool.is_exact:
                break
            Regressions(pool, groups, limits=limits, max_terms=self._max_terms).try_sums()
        return pool.is_exact
