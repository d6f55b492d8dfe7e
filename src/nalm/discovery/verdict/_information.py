"""How much the rows say about the form of a formula."""

import numpy as np

from nalm.discovery.scoring._curve_information import near_rows
from nalm.discovery.verdict._case import Case
from nalm.symbolic import evaluate


def information(case: Case) -> float:
    """Return the bits that the rows hold about a formula's form.

    A point that is known to σ / √m, of m readings, among values that spread by s holds
    log₂ (s √m / σ) bits, as a channel with this ratio of signal to noise does. As many points as
    there are measured constants say nothing about the form: the constants take what they say.

    Args:
        case: The formula and its rows.

    Returns:
        Bits, at least 0; infinite where it fits exactly.

    Source:
        Shannon (1949), "Communication in the presence of noise"; to compare it with the length of
        what is described is Rissanen (1978), "Modeling by shortest data description".
    """
    x, y = near_rows(case.chosen, inner=case.inner, outer=case.outer)
    free = max(len(y) - case.constants, 1)
    with np.errstate(all="ignore"):
        noise = float(np.square(y - evaluate(case.formula, x)).sum() / free)
        _, readings = np.unique(x, axis=0, return_counts=True)
        each = np.log2(y.var() * readings / noise) / 2
    return float(max(each.mean(), 0.0) * max(case.points - case.constants, 0))
