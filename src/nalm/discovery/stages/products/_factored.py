"""Products of powers of binomials: the form of most laws that are no sums, sought systematically.

    y = a Π xᵢ^(vᵢ) Πₖ (1 + bₖ Rₖ)^(qₖ),   Rₖ = Π xᵢ^(eᵢ),   k up to 2

Where y is noisy, exponents that are learnt depend on each other so much that rounding may lead
anywhere. Here they are neat from the start, and all choices compete.
"""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._exponents import costs
from nalm.discovery.problem._problem import Problem
from nalm.discovery.stages.products._binomial_fit import Numbers, fit_binomials
from nalm.discovery.stages.products._binomial_pairs import best_pairs
from nalm.discovery.stages.products._binomial_powers import Binomial, powers_of
from nalm.discovery.stages.products._binomials import Binomials
from nalm.discovery.stages.products._monomial import scaled
from nalm.discovery.stages.products._parity import is_half, mismatched
from nalm.discovery.stages.products._working_response import WorkingResponse
from nalm.symbolic import Sum

YIELDED = 16
"""Formulas that are worth judging."""


def factored(
    problem: Problem, response: WorkingResponse, *, binomials: Binomials, limits: Limits
) -> Iterator[Sum]:
    """Yield the most promising formulas, best first.

    Args:
        problem: The data.
        response: Of a formula that nearly fits them.
        binomials: The dictionary, for the rows of the response.
        limits: What may not be exceeded.
    """
    choices = best_pairs(binomials, response, limits=limits)
    limits.check()
    rows = len(response.y)
    chosen = binomials.take(choices.columns.ravel())
    shape = choices.columns.shape
    free = chosen.measured.reshape(shape)
    with np.errstate(all="ignore"):
        columns = chosen.parts.T.reshape(*shape, rows)
        numbers = fit_binomials(response, columns, q=choices.powers, free=free)
        limits.check()
        # Small values may have lost their sign to the noise: rows count by their squares.
        signs = np.sign(response.values) * np.square(response.weight)
        # What the binomials' signs leave, products of inputs have to have.
        turned = (columns < -1) & (choices.powers % 2 == 1)[:, :, None]
        signs = signs * np.where(turned, -1.0, 1.0).prod(axis=1)
        wrong = mismatched(numbers.outer, signs, negative=response.negative)
        scores = _scores(numbers, chosen, choices.powers, rows=rows)
    # Only a root of an even power makes |x| of x: without a half among the powers, a formula with
    # the wrong sign cannot be written.
    scores[wrong.any(axis=1) & ~is_half(choices.powers).any(axis=1)] = np.inf
    b = chosen.b.reshape(shape) * np.exp(numbers.log_b)
    for k in scores.argsort()[:YIELDED].tolist():
        if not np.isfinite(scores[k]):
            return
        parts = [
            Binomial(
                b=float(b[k, place]) if free[k, place] else Fraction(round(b[k, place])),
                # Two binomials for each choice, one choice after another.
                exponents=chosen.exponents[2 * k + place],
                q=float(choices.powers[k, place]),
            )
            for place in np.flatnonzero(choices.powers[k]).tolist()
        ]
        powers = powers_of(numbers.outer[k], parts, wrong=wrong[k])
        yield scaled(powers, problem, size=float(np.exp(numbers.log_a[k])) * response.scale)


def _scores(numbers: Numbers, chosen: Binomials, q: FloatArray, *, rows: int) -> FloatArray:
    """Rows · log of the mean squared residual, and the description length of each `(choices,)`."""
    lengths = np.where(q != 0, chosen.costs(rows).reshape(q.shape) + costs(q), 0.0).sum(axis=1)
    return np.nan_to_num(numbers.scores(rows) + lengths, nan=np.inf)
