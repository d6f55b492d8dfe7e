"""The pick: the best score, unless a shorter formula that is nearly as good reaches further."""

from collections.abc import Callable

from nalm.discovery.scoring._judge import ScoredFormula
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES, VerdictRules
from nalm.symbolic import parameters


def preferred(
    ranked: list[ScoredFormula],
    rank: Callable[[ScoredFormula], float],
    *,
    rules: VerdictRules = VERDICT_RULES,
) -> list[ScoredFormula]:
    """Put a formula with fewer measured numbers first, if what the best one gains is not strong.

    It has to predict the outer rows better: then the gain is on the inner rows alone, where
    errors that are not noise, such as those of a ruler, ask for terms of their own.

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
        if len(parameters(each.fit.formula)) < count and each.outside < best.outside:
            return [each, *(other for other in ranked if other is not each)]
    return ranked
