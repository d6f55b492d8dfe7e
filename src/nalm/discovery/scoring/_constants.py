"""Exact numbers: one that the data cannot tell from 2 or 1/2 is written so."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Budget
from nalm.discovery.problem._constant_units import carries_unit, constant_units
from nalm.discovery.problem._problem import Units
from nalm.discovery.problem._unit_powers import Dimension
from nalm.discovery.rewriting._properties import numbers_of
from nalm.discovery.scoring._refit import Refit
from nalm.symbolic import Call, MultipleOfPi, Sum, evaluate, parameters, sum_in, with_measured

LARGEST = 12
"""Largest denominator, and numerator of a fraction, that is tried."""
WAVES = ("sin", "cos", "tan")
"""Functions in whose arguments multiples of π are tried too."""
EXPONENTS = (1, 2, 3, 4, 5, 10)
"""Denominators of exact exponents."""
CHANCE = 0.5
"""Probability from which on any number is near to a fraction by chance."""
SHORT = 4
"""Constants that are tried in no time."""


def neat(
    formula: Sum,
    deviations: list[float],
    *,
    accept: Callable[[Sum], float],
    budget: Budget,
    units: Units | None = None,
) -> Sum:
    """Replace coefficients by exact ones as long as the criterion gets better.

    Once the time is up, only those of a short formula. A coefficient that carries a unit stays
    measured, since its value depends on the choice of units.

    Args:
        formula: Fitted.
        deviations: Standard error of each of `nalm.symbolic.parameters`.
        accept: The criterion of a formula, after fitting what is left; lower is better.
        budget: Of the search.
        units: Of inputs and target, where constants carry units.
    """
    best, count = accept(formula), len(parameters(formula))
    # From the last on: an exact constant is no parameter any more, which moves the places behind
    # it.
    for place in reversed(range(count)):
        if budget.is_up and count > SHORT:
            break
        if units is not None and carries_unit(_unit_at(formula, place, units)):
            continue
        trials = _trials(formula, place, deviations[place])
        scored = [(accept(trial), trial) for trial in trials]
        score, trial = min(scored, key=lambda each: each[0], default=(best, formula))
        if score < best:
            formula, best = trial, score
    return formula


def with_exact_exponents(fit: Refit, x: FloatArray) -> list[Sum]:
    """Return a formula with exponents that the data cannot tell from exact ones: all, then each.

    An exponent of 0 leaves out what is raised. Its values stay about as large.

    Args:
        fit: Of the formula.
        x: Inputs `(rows, inputs)`.
    """
    formula = fit.formula
    kinds = [is_exponent for old, is_exponent in numbers_of(formula) if isinstance(old, float)]
    measured = zip(kinds, parameters(formula).tolist(), fit.deviations, strict=True)
    near = {
        place: exact
        for place, (is_exponent, value, deviation) in enumerate(measured)
        if is_exponent and (exact := nearest_exponent(value, deviation)) is not None
    }
    several = [near, *({place: near[place]} for place in near)] if len(near) > 1 else [near]
    made = (with_measured(formula, lambda k, old, some=some: some.get(k, old)) for some in several)
    return [_as_large(each, formula, x) for each in made] if near else []


def _as_large(formula: Sum, other: Sum, x: FloatArray) -> Sum:
    """Multiply the measured coefficients of the terms by one factor: a fit begins there."""
    with np.errstate(all="ignore"):
        new, old = evaluate(formula, x), evaluate(other, x)
        factor = float(new @ old / (new @ new))
    if not np.isfinite(factor) or not factor:
        return formula
    scaled = (
        replace(term, coefficient=term.coefficient * factor)
        if isinstance(term.coefficient, float)
        else term
        for term in formula.terms
    )
    return Sum(tuple(scaled))


def nearest_exponent(value: float, deviation: float) -> Fraction | None:
    """Give the simplest fraction within two standard errors, 0 as well, if that is no chance.

    Args:
        value: Measured.
        deviation: Its standard error.
    """
    reach = 2 * deviation
    if abs(value) <= reach:
        return Fraction(0)  # nothing is simpler than to leave it out
    for denominator in EXPONENTS:
        # Else half of all numbers are as near to one of these fractions.
        if not reach * denominator < CHANCE / 2:
            break
        near = Fraction(round(value * denominator), denominator)
        if abs(float(near) - value) <= reach:
            return near
    return None


def _unit_at(formula: Sum, place: int, units: Units) -> Dimension:
    """Return the unit of one parameter."""
    pairs = zip(numbers_of(formula), constant_units(formula, units), strict=True)
    return [unit for (number, _), unit in pairs if isinstance(number, float)][place]


def _trials(formula: Sum, place: int, deviation: float) -> list[Sum]:
    """Return the formulas in which one parameter is exact."""
    value = float(parameters(formula)[place])
    near: list[Fraction | None] = [nearest_neat(value, deviation)]
    if list(inside_waves(formula))[place]:
        near.append(nearest_multiple_of_pi(value, deviation))
    trials = [_replace(formula, place, exact) for exact in near if exact is not None]
    return [trial for trial in trials if trial is not None]


def nearest_neat(value: float, deviation: float) -> Fraction | None:
    """Give the simplest fraction within two standard errors, if the error is small beside it."""
    reach = max(2 * deviation, 1e-9 * abs(value))
    # A constant that is known less well than to some percent nearly always has a simple fraction
    # within its errors.
    if not np.isfinite(reach) or reach > 0.05 * abs(value):
        return None
    for denominator in range(1, LARGEST + 1):
        near = Fraction(round(value * denominator), denominator)
        simple = denominator == 1 or abs(near.numerator) <= LARGEST
        if near and abs(near) <= 1000 and simple and abs(float(near) - value) <= reach:
            return near
    return None


def nearest_multiple_of_pi(value: float, deviation: float) -> MultipleOfPi | None:
    """Give the simplest k π within two standard errors, of a k whose denominator divides 12."""
    near = nearest_neat(value / math.pi, deviation / math.pi)
    simple = near is not None and max(abs(near.numerator), near.denominator) <= LARGEST
    return (
        MultipleOfPi(near) if near is not None and simple and 12 % near.denominator == 0 else None
    )


def inside_waves(formula: Sum, *, inside: bool = False) -> Iterator[bool]:
    """Tell of each of `nalm.symbolic.parameters` whether it is inside a sine or its kin.

    Args:
        formula: Whose parameters.
        inside: Whether it is itself inside one.
    """
    for term in formula.terms:
        if isinstance(term.coefficient, float):
            yield inside
        for power in term.powers:
            if isinstance(power.exponent, float):
                yield inside
            base = power.base
            if (within := sum_in(base)) is not None:
                is_wave = isinstance(base, Call) and base.function in WAVES
                yield from inside_waves(within, inside=is_wave)


def _replace(formula: Sum, place: int, exact: Fraction) -> Sum | None:
    """Make one parameter exact; `None` if it is an exponent, which is not this file's to say."""
    kinds = [is_exponent for old, is_exponent in numbers_of(formula) if isinstance(old, float)]
    if kinds[place]:
        return None
    return with_measured(formula, lambda k, old: exact if k == place else old)
