"""Which of many formulas are worth judging: those that a quick fit to few rows brings nearest."""

from collections.abc import Hashable, Iterable

import numpy as np

from nalm.discovery._budget import Budget
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import draw_rows
from nalm.discovery.scoring._judge import description_length
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.scoring._refit import refit
from nalm.discovery.stages._stage import SearchState
from nalm.symbolic import Sum, form_key

ROWS = 300
KEPT = 24


def promising(formulas: Iterable[Sum], state: SearchState, *, budget: Budget) -> list[Sum]:
    """Choose the shortest descriptions of some rows, best first, each form once.

    Args:
        formulas: To choose from.
        state: Where the search stands; its rows and its best formula's noise are what counts.
        budget: Its time.
    """
    forms: dict[Hashable, Sum] = {}
    for formula in map(state.pool.normal, formulas):
        budget.check()
        if formula is not None:
            forms.setdefault(form_key(formula), formula)
    # No more than would be judged anyway: the quick fit would only add to the time.
    if len(forms) <= KEPT:
        return list(forms.values())
    some = draw_rows(state.rows, ROWS, seed=state.seed)
    scores: dict[Sum, float] = {}
    for formula in forms.values():
        budget.check()
        scores[formula] = _score(formula, some, state.pool)
    best = sorted(scores, key=scores.__getitem__)[:KEPT]
    pool = state.pool
    own = _score(pool.best().fit.formula, some, pool)
    last = own + pool.rules.behind(answered=pool.has_simple_answer())
    return [formula for formula in best if scores[formula] <= last]


def _score(formula: Sum, some: Problem, pool: Pool) -> float:
    rows = len(some.y)
    with np.errstate(all="ignore"):
        fit = refit(formula, some, noise=pool.best().noise, negligible=pool.rules.first_step / rows)
        score = np.inf if fit is None else fit.likelihood + description_length(fit, rows)
    return score if np.isfinite(score) else np.inf
