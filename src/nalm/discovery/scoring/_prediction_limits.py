"""How far off held-out rows may be by chance: limits of their mean squared prediction error."""
# SciPy has no stubs.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

import numpy as np
from scipy.special import chdtrc, fdtri

from nalm.discovery.scoring._verdict_rules import VERDICT_RULES, VerdictRules


def largest_prediction_error(rows: int, rules: VerdictRules = VERDICT_RULES) -> float:
    """Largest mean squared prediction error that chance explains: so many standard errors above 1.

    Args:
        rows: How many outer rows there are, at least one.
        rules: How many standard errors.
    """
    return float(1 + rules.contradicted * np.sqrt(2 / rows))


def largest_by_chance(
    rows: int, *, degrees: int, among: int = 1, rules: VerdictRules = VERDICT_RULES
) -> float:
    """Return the same limit where few inner rows hardly tell how large the noise is.

    The mean square of m rows is distributed as χ²/m if σ is known, as F(m, ν) if it was measured
    with ν degrees of freedom. The probability is that of `largest_prediction_error`; of the worst
    of several tables, Bonferroni's.

    Args:
        rows: How many outer rows there are, at least one.
        degrees: Of freedom, of σ.
        among: How many tables are asked, of which this is one.
        rules: How many standard errors.
    """
    chance = chdtrc(rows, rows * largest_prediction_error(rows, rules)) / among
    # The upper tail of F(m, ν) is the lower one of F(ν, m), which has all its digits.
    return 1 / float(fdtri(degrees, rows, chance))
