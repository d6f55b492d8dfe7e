"""Corrections of a product that the rows do not notice: there is one for every product of inputs.

m c² + 0.0003 p/m⁴ fits as well as m c² wherever its second term is far below the noise, and parts
from it where that is not. Among thousands of such terms one always fits the noise a little.
"""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._noise import noise_size
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._properties import is_product
from nalm.discovery.scoring._curve_information import shows_its_curve
from nalm.discovery.scoring._judge import ScoredFormula
from nalm.discovery.scoring._verdict_rules import VerdictRules
from nalm.symbolic import complexity, evaluate


def nearly_as_good(
    chosen: ScoredFormula,
    others: list[ScoredFormula],
    *,
    inner: Problem,
    outer: Problem,
    rules: VerdictRules,
) -> list[ScoredFormula]:
    """Return the formulas whose score is near, but for corrections that the rows do not notice.

    Args:
        chosen: The formula. Only of a product that is clearly shown corrections are left out.
        others: The other formulas.
        inner: Rows that they were fitted to.
        outer: Rows that they were tried on.
        rules: What is near, and noticed, and how clearly a product has to be shown.
    """
    near = [one for one in others if one.score <= chosen.score + rules.close]
    formula, x = chosen.fit.formula, np.vstack([inner.x, outer.x])
    if not is_product(formula):
        return near
    size = complexity(formula)
    value, noise = value_and_noise(chosen, x)

    def corrects(other: ScoredFormula) -> bool:
        if other.score < chosen.score or complexity(other.fit.formula) <= size:
            return False
        with np.errstate(all="ignore"):
            change = np.square((evaluate(other.fit.formula, x) - value) / noise).sum()
        return bool(change < rules.unnoticed)

    rest = [one for one in near if not corrects(one)]
    # Asked last, and only where it decides: it looks at all rows.
    if len(rest) == len(near) or not shows_its_curve(
        chosen, inner=inner, outer=outer, times=rules.shown, rules=rules
    ):
        return near
    return rest


def value_and_noise(chosen: ScoredFormula, x: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Compute a formula's values and the standard deviations of its noise `(rows,)`."""
    formula = chosen.fit.formula
    with np.errstate(all="ignore"):
        size = noise_size(formula, x, noise=chosen.noise)
        return evaluate(formula, x), chosen.fit.sigma * size
