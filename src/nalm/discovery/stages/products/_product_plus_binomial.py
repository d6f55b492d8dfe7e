"""A product beside a product with a binomial, sought systematically.

    y = d Π xᵢ^(uᵢ) + a Π xᵢ^(vᵢ) (1 + b R)^q,   R = Π xᵢ^(eᵢ)

As in `factored`, exponents are neat from the start, and all choices compete.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._exponents import costs
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import drawn
from nalm.discovery.rewriting._neat_powers import neat_powers
from nalm.discovery.stages.products._binomial_fit import ROUNDING
from nalm.discovery.stages.products._binomial_powers import Binomial, powers_of
from nalm.discovery.stages.products._binomials import Binomials, product_values
from nalm.discovery.stages.products._plus_binomial_choices import (
    PlusBinomialChoices,
    best_plus_binomial,
)
from nalm.discovery.stages.products._plus_binomial_fit import (
    begin_plus_binomial,
    fit_plus_binomial,
    two_powers,
)
from nalm.discovery.stages.products._plus_binomial_model import PlusBinomialNumbers
from nalm.discovery.stages.products._working_response import WorkingResponse
from nalm.symbolic import Product, Sum, evaluate

SCANNED = 150
"""Rows that choices are compared on before they are fitted."""
BRIEFEST = 3000
"""Binomials that are tried: those with the shortest descriptions."""
FITTED = 300
"""Choices whose exponents are rounded: those that fit best with any."""
YIELDED = 16
"""Formulas that are worth judging."""


def product_plus_binomial(
    problem: Problem, response: WorkingResponse, *, binomials: Binomials, limits: Limits
) -> Iterator[Sum]:
    """Yield the most promising formulas, best first.

    Args:
        problem: The data.
        response: Of a formula that nearly fits them.
        binomials: The dictionary, for the rows of the response.
        limits: What may not be exceeded.
    """
    some = drawn(len(response.y), SCANNED, seed=0)
    binomials = binomials.take(np.flatnonzero(~binomials.has_both_signs)[:BRIEFEST])
    with np.errstate(all="ignore"):
        choices, begin = _begun(binomials.of_rows(some), response.of_rows(some), limits=limits)
        limits.check()
        chosen = binomials.take(choices.column)
        fits = fit_plus_binomial(
            response,
            product_values(response.logs, response.negative, exponents=choices.product).T,
            begin=begin,
            parts=chosen.parts.T,
            q=choices.power,
            free=chosen.measured,
        )
    limits.check()
    rows = len(response.y)
    scores = np.stack([fit.scores(rows) for fit in fits]) + _costs(choices, chosen, rows)
    for k in scores.min(axis=0).argsort()[:YIELDED].tolist():
        which = int(scores[:, k].argmin())
        if not np.isfinite(scores[which, k]):
            return
        yield _written(k, choices, fits[which], chosen=chosen, problem=problem)


def _begun(
    binomials: Binomials, response: WorkingResponse, *, limits: Limits
) -> tuple[PlusBinomialChoices, FloatArray]:
    """Return the choices that fit best with any exponents, each form once, and their numbers."""
    choices = best_plus_binomial(binomials, response, limits=limits)
    limits.check()
    beside = product_values(response.logs, response.negative, exponents=choices.product).T
    parts = binomials.parts[:, choices.column].T
    powers, size = two_powers(response, beside, size=choices.size, parts=parts, q=choices.power)
    limits.check()
    # Each choice twice, with either of its two powers.
    both = np.tile(np.arange(len(size)), 2)
    choices = replace(choices.take(both), size=size[both], power=powers.ravel())
    chosen = binomials.take(choices.column)
    numbers, misfit = begin_plus_binomial(
        response,
        beside[both],
        size=choices.size,
        parts=parts[both],
        q=choices.power,
        free=chosen.measured,
    )
    rows = len(response.y)
    scores = rows * np.log(misfit + ROUNDING) + _costs(choices, chosen, rows)
    order = np.nan_to_num(scores, nan=np.inf).argsort()
    form = np.column_stack([choices.product, chosen.kinds, choices.power])[order]
    # Choices of one form differ in where the numbers begin: only the best fit of each stays.
    first = np.unique(form, axis=0, return_index=True)[1]
    best = order[np.sort(first)[:FITTED]]
    return choices.take(best), numbers[best]


def _costs(choices: PlusBinomialChoices, chosen: Binomials, rows: int) -> FloatArray:
    """Description length of each choice but for v `(choices,)`."""
    return chosen.costs(rows) + costs(choices.power) + costs(choices.product).sum(axis=1)


def _written(
    k: int,
    choices: PlusBinomialChoices,
    numbers: PlusBinomialNumbers,
    *,
    chosen: Binomials,
    problem: Problem,
) -> Sum:
    """Write a choice as a formula, whose coefficients are those of least squares."""
    b = float(chosen.b[k] * np.exp(numbers.log_b[k]))
    value = b if chosen.measured[k] else Fraction(round(b))
    part = Binomial(b=value, exponents=chosen.exponents[k], q=float(choices.power[k]))
    second = powers_of(numbers.outer[k], [part], wrong=numbers.wrong[k])
    parts = neat_powers(choices.product[k]), second
    with np.errstate(all="ignore"):
        # Both coefficients are linear in y itself: their least squares need no response.
        columns = np.column_stack(
            [evaluate(Sum((Product(1.0, each),)), problem.x) for each in parts]
        )
    usable = np.isfinite(columns).all(axis=1)
    root = np.sqrt(problem.weight[usable])
    sizes = np.linalg.lstsq(columns[usable] * root[:, None], problem.y[usable] * root, rcond=None)[
        0
    ]
    return Sum(tuple(map(Product, sizes.tolist(), parts)))
