"""Formulas of one ratio but for a factor, sought as those of one input."""

from nalm.discovery.stages.products._binomial_search import BinomialSearch
from nalm.discovery.stages.products._one_ratio import one_ratio
from nalm.discovery.stages.regressions._regressions import Regressions


def try_one_ratio(regressions: Regressions, binomials: BinomialSearch) -> bool:
    """Judge binomials, sums and quotients of each ratio that may be the one.

    Where a simple formula leaves but noise, a curve is no better, and its formulas but follow the
    noise.

    Args:
        regressions: Of the search.
        binomials: Of the same one.

    Returns:
        Whether a formula leaves nothing but rounding error.
    """
    reduced = None if regressions.is_found else regressions.reduced
    for groups in () if reduced is None else one_ratio(reduced):
        binomials.within(groups).advance()
        regressions.within(groups).try_sums()
        if regressions.is_done:
            return True
    return False
