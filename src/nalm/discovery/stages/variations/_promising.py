"""Which of many formulas are worth judging: those that a quick fit to few rows brings nearest."""

from collections.abc import Hashable, Iterable

import numpy as np

from nalm.discovery._limits import Limits
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import draw_rows
from nalm.discovery.scoring._judge import description
from nalm.discovery.scoring._pool import STEP, Pool
from nalm.discovery.scoring._refit import refit
from nalm.symbolic import Sum, form_key

ROWS = 300
KEPT = 24


def promising(formulas: Iterable[Sum], pool: Pool, *, limits: Limits) -> list[Sum]:
    """Choose the shortest descriptions of some rows, best first, each form once.

    Args:
        formulas: To choose from.
        pool: What was found so far; its rows and its best formula's noise are what counts.
        limits: What may not be exceeded.
    """
    forms: dict[Hashable, Sum] = {}
    for formula in map(pool.normal, formulas):
        limits.check()
        if formula is not None:
            forms.setdefault(form_key(formula), formula)
    if len(forms) <= KEPT:
        return list(forms.values())
    some = draw_rows(pool.inner, ROWS, seed=0)
    scores: dict[Sum, float] = {}
    for formula in forms.values():
        limits.check()
        scores[formula] = _score(formula, some, pool)
    best = sorted(scores, key=scores.__getitem__)[:KEPT]
    return [formula for formula in best if np.isfinite(scores[formula])]


def _score(formula: Sum, some: Problem, pool: Pool) -> float:
    rows = len(some.y)
    with np.errstate(all="ignore"):
        fit = refit(formula, some, noise=pool.best().noise, negligible=STEP / rows)
        score = np.inf if fit is None else fit.likelihood + description(fit, rows)
    return score if np.isfinite(score) else np.inf
