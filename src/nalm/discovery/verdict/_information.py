"""How much the rows say about the form of a formula."""

import numpy as np

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
    x = np.vstack([case.inner.x, case.outer.x])
    y = np.concatenate([case.inner.y, case.outer.y])
    # Rows without a value, or that are far off, were judged elsewhere.
    near = ~np.concatenate([case.chosen.fit.is_far, case.chosen.is_far])
    x, y = x[near], y[near]
    free = max(len(y) - case.constants, 1)
    with np.errstate(all="ignore"):
        noise = float(np.square(y - evaluate(case.formula, x)).sum() / free)
        _, readings = np.unique(x, axis=0, return_counts=True)
        each = np.log2(y.var() * readings / noise) / 2
    return float(max(each.mean(), 0.0) * max(case.points - case.constants, 0))
