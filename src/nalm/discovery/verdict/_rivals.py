"""What data cannot tell a formula from: rivals that part beyond, one row that decides, corners."""

from dataclasses import replace
from itertools import chain

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import outerness
from nalm.discovery.rewriting._double_zero import with_double_zeros
from nalm.discovery.rewriting._inner_terms import without_inner_terms
from nalm.discovery.rewriting._steeper import steeper
from nalm.discovery.rewriting._trim import trim
from nalm.discovery.scoring._judge import (
    ScoredFormula,
    cost_of_a_term,
    judge,
)
from nalm.discovery.scoring._leverage import value_variance
from nalm.discovery.scoring._verdict_rules import VerdictRules
from nalm.discovery.verdict._corrected import value_and_noise
from nalm.symbolic import Power, Sum, evaluate, jacobian, parameters, same_form

SAME = 0.01
"""Difference of two formulas' values, in standard errors, that is no difference of form."""
ROUNDING = 1e-9
"""The same, relative to the largest value."""


def rival(
    chosen: ScoredFormula,
    others: list[ScoredFormula],
    *,
    inner: Problem,
    outer: Problem,
    rules: VerdictRules,
) -> ScoredFormula | None:
    """Find the best formula of another form that is nearly as good and differs beyond the data.

    What the outer rows contradict is none. It has to differ on most rows beyond the data, but only
    on some where the chosen formula may be ahead by its brevity alone.
    """
    far = _beyond(np.vstack([inner.x, outer.x]), rules.far_share)
    own, unsure = evaluate(chosen.fit.formula, far), _unsure(chosen, far)
    for other in sorted(others, key=lambda one: one.score):
        if other.score > chosen.score + rules.close:
            break
        if not _is_other(chosen, other, rules):
            continue
        value = evaluate(other.fit.formula, far)
        usable = (np.isfinite(own) | np.isfinite(value)) & (own != 0)
        if not usable.any():
            continue
        # Where only one of them has a value, they differ by more than any number.
        gap = np.nan_to_num(np.abs(value - own), nan=np.inf)[usable]
        # A formula that is ahead by no more than one term's description may owe that to its
        # brevity: then differing on few rows is enough of a doubt.
        brief = other.score <= chosen.score + cost_of_a_term(len(inner.y))
        share = rules.ahead_on if brief else rules.apart_on
        limits = rules.apart * np.abs(own), rules.certain * np.hypot(unsure, _unsure(other, far))
        if all(np.mean(gap > np.nan_to_num(limit)[usable]) > share for limit in limits):
            return other
    return None


def forms_alike(
    chosen: ScoredFormula,
    others: list[ScoredFormula],
    *,
    inner: Problem,
    outer: Problem,
    rules: VerdictRules,
) -> list[ScoredFormula]:
    """Find the formulas of other forms, with no more measured numbers, that are nearly as good.

    A formula that has the same values everywhere is the chosen one, written in another way.

    Returns:
        The best first; those whose score is within `close`.
    """
    count = len(parameters(chosen.fit.formula))
    x = np.vstack([inner.x, outer.x])
    x = np.vstack([x, _beyond(x, rules.far_share)])
    own = evaluate(chosen.fit.formula, x)
    known = np.isfinite(own)
    # Exact numbers have no errors.
    limit = SAME * _unsure(chosen, x) + ROUNDING * np.max(np.abs(own), where=known, initial=0.0)

    def differs(other: ScoredFormula) -> bool:
        value = evaluate(other.fit.formula, x)
        with np.errstate(invalid="ignore"):
            far = ~(np.abs(value - own) <= limit)
        # Where neither has a value, as beyond the edge of a root, they do not differ.
        return bool(far[known | np.isfinite(value)].any())

    alike = (
        other
        for other in others
        if other.score <= chosen.score + rules.close
        and len(parameters(other.fit.formula)) <= count
        and _is_other(chosen, other, rules)
        and differs(other)
    )
    return sorted(alike, key=lambda one: one.score)


def odds(chosen: ScoredFormula, other: ScoredFormula) -> float:
    """Return how many times more likely the other formula is, by the scores."""
    return float(np.exp((chosen.score - other.score) / 2))


def decisive_row(
    chosen: ScoredFormula,
    others: list[ScoredFormula],
    *,
    inner: Problem,
    outer: Problem,
    rules: VerdictRules,
) -> int | None:
    """Find an inner row without which a formula of another form would be better.

    A value that is far off draws terms and poles to itself. Tried are the shortest formulas that a
    single row puts behind.
    """
    own = _gain(chosen)
    hit = [(len(parameters(other.fit.formula)), other, _gain(other) - own) for other in others]
    hit = sorted((each for each in hit if each[2].max() > rules.felt), key=lambda each: each[0])
    # The gains come from leverages, without a fit. They choose whom to fit again, and the fits
    # decide.
    for _, each, gain in hit[: rules.tried]:
        row = int(gain.argmax())
        rest = _without(inner, row)
        # Both formulas may use both noises, so that the row decides and not the choice of noise.
        noises = tuple(dict.fromkeys((chosen.noise, each.noise)))
        with np.errstate(all="ignore"):
            one, other = (
                judge(known.fit.formula, rest, outer=outer, noises=noises)
                for known in (chosen, each)
            )
        if one and other and other.score < one.score and _is_other(one, other, rules):
            return row
    return None


def _gain(judged: ScoredFormula) -> FloatArray:
    """By how much the likelihood is better without each inner row."""
    return judged.fit.likelihood - judged.fit.likelihood_without


def _without(problem: Problem, row: int) -> Problem:
    x, y, weight = (np.delete(each, row, axis=0) for each in (problem.x, problem.y, problem.weight))
    return replace(problem, x=x, y=y, weight=weight)


def _is_other(chosen: ScoredFormula, other: ScoredFormula, rules: VerdictRules) -> bool:
    """Say whether a formula is of another form, and not contradicted."""
    return not other.is_contradicted(rules) and not same_form(other.fit.formula, chosen.fit.formula)


def _unsure(judged: ScoredFormula, x: FloatArray) -> FloatArray:
    """Standard error of the formula's value, from that of its constants."""
    variance = value_variance(jacobian(judged.fit.formula, x), judged.fit.covariance)
    return np.sqrt(np.maximum(variance, 1e-300))


def _beyond(x: FloatArray, share: float) -> FloatArray:
    """Move the outermost rows twice as far from the middle; positive inputs by factors."""
    distance = outerness(x)
    outermost = distance >= np.quantile(distance, 1 - share)
    positive = (x > 0).all(axis=0)
    with np.errstate(all="ignore"):
        logs = np.log(np.where(positive, x, 1.0))
        # On logarithmic scale twice the distance from the median, x → x² / m: what is positive
        # stays so, and roots keep their values.
        factors = np.exp(2 * logs - np.median(logs, axis=0))
    return np.where(positive, factors, 2 * x - np.median(x, axis=0))[outermost]


def may_hide_size(chosen: ScoredFormula, inner: Problem, *, rules: VerdictRules) -> bool:
    """Whether only what the data do not notice keeps a root from being the size of something.

    √(x² + c) with a small c goes smoothly where |x| has its corner, and so does √(x² - 2x + 1 + c)
    where |x - 1| has it.
    """
    value, noise = value_and_noise(chosen, inner.x)
    zero = (inner.x == 0).any(axis=1)
    # With one term missing, and with two: √(x² + c + d) hides |x| as well.
    once = list(without_inner_terms(chosen.fit.formula, where=_is_root))
    touching = with_double_zeros(chosen.fit.formula, inner.x, where=_is_root)
    for without in chain(once, touching, chain.from_iterable(map(without_inner_terms, once))):
        with np.errstate(all="ignore"):
            change = np.square((evaluate(without, inner.x) - value) / noise)
        # x² / √(x²) is |x|, but has no value at 0.
        change = float(np.where(zero & ~np.isfinite(change), 0.0, change).sum())
        if change < rules.unnoticed and trim(without, inner.x) is None:
            return True
    return False


def may_be_step(chosen: ScoredFormula, inner: Problem, *, rules: VerdictRules) -> bool:
    """Whether the data do not notice that a function is ten times as steep.

    A tanh(k x) with a large k goes smoothly where a step has its edge. Coefficients outside may
    change with it.
    """
    value, noise = value_and_noise(chosen, inner.x)
    for steep in steeper(chosen.fit.formula):
        with np.errstate(all="ignore"):
            terms = np.column_stack([evaluate(Sum((term,)), inner.x) for term in steep.terms])
            columns, target = terms / noise[:, None], value / noise
        if not (np.isfinite(columns).all() and np.isfinite(target).all()):
            continue
        left = target - columns @ np.linalg.lstsq(columns, target)[0]
        if np.square(left).sum() < rules.unnoticed:
            return True
    return False


def _is_root(power: Power) -> bool:
    return float(power.exponent) % 1 != 0
