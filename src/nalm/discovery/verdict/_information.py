"""How much the rows say about the form of a formula, and how much its own curve does."""

from collections import Counter
from itertools import chain, combinations_with_replacement, islice

import numpy as np
from numpy.polynomial.chebyshev import chebvander

from nalm._typing import FloatArray
from nalm.discovery._noise import noise_size
from nalm.discovery.verdict._case import Case
from nalm.symbolic import evaluate

DEGREE, COLUMNS = 30, 80
"""Of the polynomials that a curve is measured by: highest degree, and how many, at most."""
ROWS_EACH = 3
"""Rows for each of them, at least."""


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
    x, y = _near_rows(case)
    free = max(len(y) - case.constants, 1)
    with np.errstate(all="ignore"):
        noise = float(np.square(y - evaluate(case.formula, x)).sum() / free)
        _, readings = np.unique(x, axis=0, return_counts=True)
        each = np.log2(y.var() * readings / noise) / 2
    return float(max(each.mean(), 0.0) * max(case.points - case.constants, 0))


def information_of_curve(case: Case) -> float:
    r"""Return the bits that the rows hold about a formula's curve, beyond those of its constants.

    $$\sum_{j>k} \tfrac12 \log_2(1 + c_j^2/\sigma^2), \quad c_j = q_j \cdot f$$

    with orthonormal polynomials $q_j$ of the rows and the k largest $c_j$ left out, one for each
    measured constant. A smooth curve has few: a sum of four constants follows it by chance. Of an
    oscillation the rows show many.

    Args:
        case: The formula and its rows.

    Returns:
        Bits, at least 0; infinite where it fits exactly.
    """
    x, y = _near_rows(case)
    with np.errstate(all="ignore"):
        value = evaluate(case.formula, x)
        unit = noise_size(case.formula, x, noise=case.chosen.noise)
        signal, residual = value / unit, (y - value) / unit
        known = np.isfinite(signal)
        x, signal, residual, unit = (each[known] for each in (x, signal, residual, unit))
        noise = float(np.square(residual).sum() / max(len(residual) - case.constants, 1))
        basis, _ = np.linalg.qr(_polynomials(x) / unit[:, None])
        bits = np.sort(np.log2(1 + np.square(signal @ basis) / noise) / 2)
    return float(bits[: max(len(bits) - case.constants, 0)].sum())


def _near_rows(case: Case) -> tuple[FloatArray, FloatArray]:
    """Leave out rows without a value, or that are far off, which were judged elsewhere."""
    x = np.vstack([case.inner.x, case.outer.x])
    y = np.concatenate([case.inner.y, case.outer.y])
    near = ~np.concatenate([case.chosen.fit.is_far, case.chosen.is_far])
    return x[near], y[near]


def _polynomials(x: FloatArray) -> FloatArray:
    """Products of Chebyshev polynomials of the inputs `(rows, columns)`, by their degrees."""
    spread = np.where(np.ptp(x, axis=0) > 0, np.ptp(x, axis=0), 1.0)
    most = min(COLUMNS, max(len(x) // ROWS_EACH, 1))
    even = 2 * (x - x.min(axis=0)) / spread - 1
    each = [np.asarray(chebvander(one, DEGREE), dtype=np.float64) for one in even.T]
    factors = chain.from_iterable(
        combinations_with_replacement(range(len(each)), degree) for degree in range(DEGREE + 1)
    )
    columns = [
        np.prod([each[place][:, degree] for place, degree in Counter(one).items()], axis=0)
        * np.ones(len(x))
        for one in islice(factors, most)
    ]
    return np.stack(columns, axis=1)
