"""Rival equations that fit nearly as well: do they differ away from the data?"""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.candidates._joint import Chosen
from nalm.discovery.dynamics.candidates._ranking import ScoredSystem
from nalm.discovery.dynamics.systems._system import System, covariance_of
from nalm.discovery.dynamics.verdict._verdict_rules import DynamicsVerdictRules
from nalm.discovery.scoring._leverage import value_variance
from nalm.symbolic import evaluate, form_key, jacobian


def rivals(
    chosen: Chosen,
    system: System,
    *,
    covariance: FloatArray,
    state: int,
    x: FloatArray,
    rules: DynamicsVerdictRules,
) -> tuple[int, float]:
    """Count the rivals of one equation, and return the odds against the best of them.

    Args:
        chosen: The best system, and what it was compared with.
        system: What the best became.
        covariance: Of its measured numbers.
        state: Whose equation.
        x: Rows of all columns where the data are.
        rules: When two equations differ.
    """
    far = _away(x)
    own, own_error = _values(system, covariance, state, far)
    forms: dict[object, float] = {}
    for each in chosen.tried.values():
        behind = each.score - chosen.judged.score
        if each is chosen.judged or not behind < rules.close:
            continue
        if _differs(each, state, far, own=own, own_error=own_error, rules=rules):
            # One form may be in many systems, beside different equations of the other states.
            key = form_key(each.refined.system.formulas[state])
            forms[key] = min(behind, forms.get(key, np.inf))
    # Scores are -2 log evidences.
    odds = float(np.exp(min(forms.values()) / 2)) if forms else float("inf")
    return len(forms), odds


def _away(x: FloatArray) -> FloatArray:
    """Move the columns of each row away from the data.

    Each by a factor of its own: along a trajectory states go together, and two laws may agree there
    only. A switch has no values but its two, between which u and u² are the same.
    """
    random = np.random.default_rng(0)
    far = x * random.uniform(0.5, 2.0, x.shape)
    for index, column in enumerate(x.T):
        if len(np.unique(column)) == 2:
            far[:, index] = random.permutation(column)
    return far


def _differs(
    judged: ScoredSystem,
    state: int,
    far: FloatArray,
    *,
    own: FloatArray,
    own_error: FloatArray,
    rules: DynamicsVerdictRules,
) -> bool:
    other, error = _values(judged.refined.system, judged.refined.covariance, state, far)
    known = np.isfinite(own) & np.isfinite(other)
    if known.mean() < rules.known_on:
        return True
    gap = np.abs(other - own)[known]
    size = float(np.sqrt(np.mean(own[known] ** 2)))
    # Both errors add up as if independent. The last part stands for rounding, where both are 0.
    unsure = np.hypot(own_error, error)[known] + 1e-9 * size
    apart = float(np.sqrt(np.mean(gap**2))) > rules.apart * size
    return apart and float(np.mean(gap > rules.certain * unsure)) > rules.certain_on


def _values(
    system: System, covariance: FloatArray, state: int, far: FloatArray
) -> tuple[FloatArray, FloatArray]:
    formula = system.formulas[state]
    own = covariance_of(system, covariance, state=state)
    with np.errstate(all="ignore"):
        slope = np.nan_to_num(jacobian(formula, far))
        return evaluate(formula, far), np.sqrt(value_variance(slope, own))
