"""Products of powers of binomials: the form of most laws that are no sums, sought systematically.

    y = a Π xᵢ^(vᵢ) Πₖ (1 + bₖ Rₖ)^(qₖ),   Rₖ = Π xᵢ^(eᵢ),   k up to 2

Where y is noisy, exponents that are learnt depend on each other so much that rounding may lead
anywhere. Here they are neat from the start, and all choices compete.
"""

from collections.abc import Hashable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._candidate import Noise
from nalm.discovery._problem import Problem
from nalm.discovery.engine._binomial_fit import Numbers, fit_binomials
from nalm.discovery.engine._binomial_pairs import best_pairs
from nalm.discovery.engine._binomials import Binomials, dictionary
from nalm.discovery.engine._exponents import costs, exact
from nalm.discovery.engine._groups import Groups
from nalm.discovery.engine._judge import largest_exponent
from nalm.discovery.engine._limits import Limits
from nalm.discovery.engine._monomial import neat_powers, scaled
from nalm.discovery.engine._pool import Pool
from nalm.discovery.engine._response import respond
from nalm.symbolic import Power, Product, Sum, evaluate, form_key

YIELDED = 16
"""Formulas that are worth judging."""


def try_binomials(
    pool: Pool, rows: Problem, *, groups: Groups, tried: set[Hashable], limits: Limits
) -> bool:
    """Try what comes as near to the data as the best formula does; say whether that was new.

    Args:
        pool: What was found so far; gains the new formulas.
        rows: That choices are compared on.
        groups: That the units of measurement leave.
        tried: Forms that need not be tried again; gains the new one.
        limits: What may not be exceeded.
    """
    best = pool.best()
    key = form_key(best.fit.formula)
    if key in tried:
        return False
    tried.add(key)
    reduced = groups.reduced(rows)
    if reduced is None:
        return False
    with np.errstate(all="ignore"):
        values = evaluate(best.fit.formula, rows.x)
        if best.noise is Noise.RELATIVE:
            reduced = replace(reduced, weight=reduced.weight / np.square(values))
        values = values / groups.factor(rows.x)
    for formula in map(groups.restored, factored(reduced, values, limits=limits)):
        limits.check()
        if largest_exponent(formula) <= limits.largest:
            pool.add(formula)
    return True


def factored(problem: Problem, values: FloatArray, *, limits: Limits) -> Iterator[Sum]:
    """Yield the most promising formulas, best first.

    Args:
        problem: The data.
        values: Of a formula that comes near `(rows,)`.
        limits: What may not be exceeded.
    """
    response = respond(problem, values)
    if response is None:
        return
    binomials = dictionary(response.logs, response.negative)
    choices = best_pairs(binomials, response, limits=limits)
    limits.check()
    rows = len(response.y)
    chosen = binomials.take(choices.columns.ravel())
    shape = choices.columns.shape
    free = chosen.measured.reshape(shape)
    parts = np.expm1(chosen.logs).T.reshape(*shape, rows)
    with np.errstate(all="ignore"):
        numbers = fit_binomials(response, parts, q=choices.powers, free=free)
        limits.check()
        scores = _scores(numbers, chosen, choices.powers, rows=rows)
    b = chosen.b.reshape(shape) * np.exp(numbers.log_b)
    for k in scores.argsort()[:YIELDED].tolist():
        if not np.isfinite(scores[k]):
            return
        powers = [*neat_powers(numbers.outer[k])]
        for place in np.flatnonzero(choices.powers[k]).tolist():
            value = float(b[k, place]) if free[k, place] else Fraction(round(b[k, place]))
            ratio = Product(value, neat_powers(chosen.exponents[2 * k + place]))
            base = Sum((Product(Fraction(1)), ratio))
            powers.append(Power(base, exact(float(choices.powers[k, place]))))
        yield scaled(tuple(powers), problem, size=float(np.exp(numbers.log_a[k])) * response.scale)


def _scores(numbers: Numbers, chosen: Binomials, q: FloatArray, *, rows: int) -> FloatArray:
    """Rows · log of the mean squared residual, and what a choice costs to say `(choices,)`."""
    said = np.where(q != 0, chosen.costs(rows).reshape(q.shape) + costs(q), 0.0).sum(axis=1)
    return np.nan_to_num(numbers.scores(rows) + said, nan=np.inf)
