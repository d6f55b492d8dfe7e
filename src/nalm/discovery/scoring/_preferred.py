"""The pick: the best score, unless one that is nearly as good is shorter or less flexible."""

from collections.abc import Callable

from nalm.discovery.rewriting._properties import is_flexible
from nalm.discovery.scoring._judge import ScoredFormula
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES, VerdictRules
from nalm.symbolic import parameters


def preferred(
    ranked: list[ScoredFormula],
    rank: Callable[[ScoredFormula], float],
    *,
    rules: VerdictRules = VERDICT_RULES,
) -> list[ScoredFormula]:
    """Put another formula first, if what the best one gains is not strong.

    One with fewer measured numbers has to predict the outer rows better: then the gain is on the
    inner rows alone, where errors that are not noise, such as those of a ruler, ask for terms of
    their own. One that is no longer is enough where the best is a sum with measured or unusual
    exponents: x^(5/4) / (x^(5/4) + 2) follows 1 - e^-x, and c - a/x^0.01 the logarithm.

    Args:
        ranked: Formulas, best first.
        rank: What they are ranked by.
        rules: What strong evidence is.
    """
    best = ranked[0]
    limit, count = rank(best) + rules.strong, len(parameters(best.fit.formula))
    for each in ranked[1:]:
        # Sorted: nothing that follows is nearly as good either.
        if rank(each) >= limit:
            break
        own = len(parameters(each.fit.formula))
        shorter = own < count and each.outside < best.outside
        flexible, other = (is_flexible(one.fit.formula) for one in (best, each))
        if shorter or (own <= count and flexible and not other):
            return [each, *(other for other in ranked if other is not each)]
    return ranked
