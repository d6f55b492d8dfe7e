"""Candidates compared by the slopes of curves, before any is integrated."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._noise import Noise
from nalm.discovery.dynamics.systems._length import description_length
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._trim import is_no_curve
from nalm.discovery.scoring._refit import refit
from nalm.symbolic import (
    Base,
    Call,
    Sum,
    as_formula,
    evaluate,
    form_key,
    parameters,
    sum_in,
)

LEAST = 1e-17
"""Mean squared residual, relative to the slopes, that counts as 0: slopes are no more exact."""
NOTHING = 1e-13
"""Mean squared residual below which a search could find nothing better."""
FEWEST = 20.0
"""Least number of independent slopes that is assumed: a smooth curve is known well."""
EACH = 2
"""Formulas of each length that are integrated before longer ones."""
STEEPEST = 20.0
"""Range of the argument of an exponential, beyond which it counts on a few rows alone: slopes are
known to nine digits at best."""
MOST_NUMBERS = 12
"""Measured numbers of one right-hand side that is integrated."""


@dataclass(frozen=True, kw_only=True)
class Screened:
    """A formula fitted to slopes.

    Attributes:
        formula: With its numbers.
        loss: Mean squared residual, relative to the slopes.
        score: Fit and length; lower is better.
    """

    formula: Sum
    loss: float
    score: float

    @property
    def is_exact(self) -> bool:
        """Whether it leaves no more than the error of slopes without noise."""
        return self.loss < NOTHING


def screened(formulas: Sequence[Sum], problem: Problem, *, freedom: float) -> list[Screened]:
    """Fit formulas to slopes and rank them.

    Neighbouring slopes of one curve are not independent: the fit counts as often as the curve
    took independent numbers from the measurements, not as often as there are rows.

    Args:
        formulas: Right-hand sides.
        problem: Slopes as a function of states.
        freedom: How many independent numbers there are among the slopes.

    Returns:
        One of each form, best first; without those that have no value on some row.
    """
    freedom = min(max(freedom, FEWEST), len(problem.y))
    found: dict[object, Screened] = {}
    for formula in formulas:
        # With more than half as many numbers as independent slopes, a good fit says little.
        if len(parameters(formula)) > min(MOST_NUMBERS, freedom / 2):
            continue
        one = _screened(formula, problem, freedom)
        if one is None:
            continue
        key = form_key(one.formula)
        if key not in found or one.score < found[key].score:
            found[key] = one
    different: dict[str, Screened] = {}
    for each in sorted(found.values(), key=lambda each: each.score):
        # Equal to eight digits is not by chance. Sorted by score, the shortest comes first.
        different.setdefault(f"{each.loss:.8e}", each)  # one function may have several forms
    return list(different.values())


def diverse(found: Sequence[Screened]) -> list[Screened]:
    """Order formulas: the best of all, the best of every length from short to long, the rest.

    Slopes are biased where a curve is smooth and its state is not, and long formulas fit the bias.

    Args:
        found: Best first.
    """
    sizes: dict[int, list[Screened]] = {}
    for each in found:
        sizes.setdefault(len(parameters(each.formula)), []).append(each)
    order = list(found[:1])
    for place in range(EACH):
        order += [own[place] for _, own in sorted(sizes.items()) if len(own) > place]
    return list({id(each): each for each in [*order, *found]}.values())


def _screened(formula: Sum, problem: Problem, freedom: float) -> Screened | None:
    with np.errstate(all="ignore"):
        fit = refit(formula, problem, noise=Noise.CONSTANT)
    if fit is None:
        return None
    if _breaks(fit.formula, problem.x):
        return None
    loss = float(np.mean(np.square(fit.residual))) / _share_that_counts(problem)
    # `refit` took all rows as independent; variances grow as the independent ones are fewer.
    thinned = len(problem.y) / max(freedom, 1.0)
    deviations = np.sqrt(np.maximum(np.diag(fit.covariance), 0.0) * max(thinned, 1.0))
    length = description_length(fit.formula, deviations, count=freedom)
    score = freedom * float(np.log(loss + LEAST)) + length
    one = Screened(formula=fit.formula, loss=loss, score=score)
    return one if np.isfinite(score) else None


def _share_that_counts(problem: Problem) -> float:
    """Return the weighted mean square of the slopes as a share of the plain one.

    Slopes that are large where they count little leave a small residual, whatever the formula.
    """
    square = np.square(problem.y)
    share = float(np.average(square, weights=problem.weight) / (np.mean(square) or 1.0))
    return share or 1.0


def _breaks(formula: Sum, x: FloatArray) -> bool:
    """Say whether a denominator changes its sign among the rows, or a function has no bend there.

    No solution crosses the one; the other stands for a shorter formula, or for a single row.
    """
    for term in formula.terms:
        for power in term.powers:
            inner = sum_in(power.base)
            if inner is None:
                continue
            if isinstance(power.base, Call) and _is_no_term(power.base, evaluate(inner, x)):
                return True
            base = evaluate(as_formula(power.base), x)
            crosses = bool((base > 0).any() and (base < 0).any())
            has_pole = crosses and float(power.exponent) < 0 and not _is_fixed(power.base)
            if has_pole or _breaks(inner, x):
                return True
    return False


def _is_no_term(call: Call, values: FloatArray) -> bool:
    """Whether a function of these values bends nowhere among the rows, or on a few of them."""
    is_spike = call.function == "exp" and float(np.ptp(values)) > STEEPEST
    return is_spike or is_no_curve(call.function, values)


def _is_fixed(base: Base) -> bool:
    """Whether it is a function without measured numbers: its zeros were not put between rows."""
    return isinstance(base, Call) and len(parameters(base.argument)) == 0
