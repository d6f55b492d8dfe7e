"""How much of a formula's own curve the rows show."""

from collections import Counter
from itertools import chain, combinations_with_replacement, islice

import numpy as np
from numpy.polynomial.chebyshev import chebvander

from nalm._typing import FloatArray
from nalm.discovery._noise import Noise, noise_size
from nalm.discovery.problem._problem import Problem
from nalm.discovery.scoring._judge import ScoredFormula
from nalm.discovery.scoring._refit import refit
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES, VerdictRules
from nalm.symbolic import Sum, complexity, evaluate

DEGREE, COLUMNS = 30, 80
"""Of the polynomials that a curve is measured by: highest degree, and how many, at most."""
ROWS_EACH = 3
"""Rows for each of them, at least."""


def shows_its_curve(
    chosen: ScoredFormula,
    *,
    inner: Problem,
    outer: Problem,
    times: float,
    rules: VerdictRules = VERDICT_RULES,
) -> bool:
    """Say whether another formula is unlikely to have the same curve.

    Args:
        chosen: The formula.
        inner: Rows that it was fitted to.
        outer: Rows that it was tried on.
        times: How many times the bits that it takes to write it, without its constants.
        rules: How many bits a symbol has.
    """
    size = rules.symbol_bits * (complexity(chosen.fit.formula) - chosen.fit.free)
    return information_of_curve(chosen, inner=inner, outer=outer) >= times * size


def information_of_curve(chosen: ScoredFormula, *, inner: Problem, outer: Problem) -> float:
    r"""Return the bits that the rows hold about a formula's curve, beyond those of its constants.

    $$\sum_{j>k} \tfrac12 \log_2(1 + c_j^2/\sigma^2), \quad c_j = q_j \cdot f$$

    with orthonormal polynomials $q_j$ of the rows and the k largest $c_j$ left out, one for each
    measured constant. A smooth curve has few: a sum of four constants follows it by chance. Of an
    oscillation the rows show many.

    Args:
        chosen: The formula.
        inner: Rows that it was fitted to.
        outer: Rows that it was tried on.

    Returns:
        Bits, at least 0; infinite where it fits exactly.
    """
    rows = near_rows(chosen, inner=inner, outer=outer)
    with np.errstate(all="ignore"):
        value = evaluate(chosen.fit.formula, rows[0])
    return _bits(value, chosen, rows=rows, value=value, constants=chosen.fit.free)


def information_beside(
    rest: Sum, chosen: ScoredFormula, *, inner: Problem, outer: Problem
) -> tuple[float, float]:
    """Return the bits that the rows hold about what a formula has besides a part of it.

    Args:
        rest: The part, whose numbers are fitted to the formula.
        chosen: The formula.
        inner: Rows that it was fitted to.
        outer: Rows that it was tried on.

    Returns:
        Bits; and the share of the formula's variation that the part explains, 0 without a fit.
    """
    x, y = near_rows(chosen, inner=inner, outer=outer)
    with np.errstate(all="ignore"):
        value = evaluate(chosen.fit.formula, x)
        known = np.isfinite(value)
        rows = Problem(x=x[known], y=value[known], weight=np.ones(int(known.sum())))
        fit = refit(rest, rows, noise=Noise.CONSTANT)
        if fit is None or not rows.y.std():
            return float("inf"), 0.0
        curve = value - evaluate(fit.formula, x)
    constants = max(chosen.fit.free - fit.free, 0)
    bits = _bits(curve, chosen, rows=(x, y), value=value, constants=constants)
    return bits, 1 - float(np.var(curve[known]) / np.var(rows.y))


def _bits(
    curve: FloatArray,
    chosen: ScoredFormula,
    *,
    rows: tuple[FloatArray, FloatArray],
    value: FloatArray,
    constants: int,
) -> float:
    """Measure a curve on rows along polynomials, in units of the noise about a formula's values."""
    x, y = rows
    with np.errstate(all="ignore"):
        unit = noise_size(chosen.fit.formula, x, noise=chosen.noise)
        signal, residual = curve / unit, (y - value) / unit
        known = np.isfinite(signal)
        if not known.any():  # of rows where it has a value and is near, there is none
            return 0.0
        x, signal, residual, unit = (each[known] for each in (x, signal, residual, unit))
        noise = float(np.square(residual).sum() / max(len(residual) - chosen.fit.free, 1))
        basis, _ = np.linalg.qr(_polynomials(x) / unit[:, None])
        bits = np.sort(np.log2(1 + np.square(signal @ basis) / noise) / 2)
    return float(bits[: max(len(bits) - constants, 0)].sum())


def near_rows(
    chosen: ScoredFormula, *, inner: Problem, outer: Problem
) -> tuple[FloatArray, FloatArray]:
    """Return X and y without the rows that are far off, or have no value.

    Args:
        chosen: Whose noise says which are far off.
        inner: Rows that it was fitted to.
        outer: Rows that it was tried on.
    """
    x, y = np.vstack([inner.x, outer.x]), np.concatenate([inner.y, outer.y])
    near = ~np.concatenate([chosen.fit.is_far, chosen.is_far])
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
