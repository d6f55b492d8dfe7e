"""Forms for several groups, out of a formula that was found in one of them."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic import (
    Base,
    Call,
    Fold,
    Number,
    Power,
    Product,
    Sum,
    jacobian,
    parameters,
    sum_in,
    with_sum,
)

ONE = Fraction(1)
INDEPENDENT = 1e-6
"""Smallest singular value, of slopes of length 1, from which a number changes a formula anew."""


def shapes(formula: Sum, x: FloatArray) -> Iterator[Sum]:
    """Yield forms whose coefficients are all measured.

    A constant that is exact in one group, such as 1, need not be so in the next. And what groups
    share depends on how a sum is scaled: a/(x + b) and c/(1 + d x) are one function, but groups
    that share c have neither a nor b in common.

    Args:
        formula: With the numbers of one group.
        x: Its rows `(rows, inputs)`.
    """
    # Released first: only a measured coefficient is a scale.
    measured = _released(formula, x)
    yield measured
    for scaled in (*_factored(measured), *_rescaled(measured)):
        yield _released(scaled, x)


def _released(formula: Sum, x: FloatArray) -> Sum:
    """Make every coefficient a measured number that the others do not make up for."""
    formula = _with_coefficients(formula, lambda _, c: c if abs(c) == 1 else float(c))
    # Of 1 and -1 some only choose a scale, as in x + b. Those outside come first, so that the scale
    # stays where it is.
    for place, term in enumerate(formula.terms):
        terms = list(formula.terms)
        terms[place] = Product(float(term.coefficient), term.powers)
        formula = _if_independent(Sum(tuple(terms)), formula, x)
    for place in range(sum(1 for _ in _coefficients(formula))):
        freed = _with_coefficients(formula, lambda k, c, at=place: float(c) if k == at else c)
        formula = _if_independent(freed, formula, x)
    return formula


def _if_independent(freed: Sum, formula: Sum, x: FloatArray) -> Sum:
    """Return the first, if the rows could tell its measured numbers apart; else the second."""
    if len(parameters(freed)) == len(parameters(formula)):
        return formula
    with np.errstate(all="ignore"):
        slope = jacobian(freed, x)
        size = np.linalg.norm(slope, axis=0)
    if len(slope) < len(size) or not (np.isfinite(size).all() and size.all()):
        return formula
    smallest = np.linalg.svd(slope / size, compute_uv=False).min(initial=np.inf)
    return freed if smallest > INDEPENDENT else formula


def _with_coefficients(formula: Sum, change: Callable[[int, Number], Number]) -> Sum:
    """Change coefficients, each given its place and itself."""
    places = count()
    fold: Fold[Number, Base, Power, Product, Sum] = Fold(
        number=lambda number: number,
        input=lambda index: index,
        call=Call,
        power=Power,
        product=lambda old, powers: Product(change(next(places), old), tuple(powers)),
        sum=lambda terms: Sum(tuple(terms)),
    )
    return fold(formula)


def _coefficients(formula: Sum) -> Iterator[Number]:
    for term in formula.terms:
        yield term.coefficient
        for power in term.powers:
            if (inner := sum_in(power.base)) is not None:
                yield from _coefficients(inner)


def _rescaled(formula: Sum) -> Iterator[Sum]:
    """Yield the formula with one sum in it divided by another of its coefficients."""
    for place, term in enumerate(formula.terms):
        for changed in _rescaled_term(term):
            terms = list(formula.terms)
            terms[place] = changed
            yield Sum(tuple(terms))


def _rescaled_term(term: Product) -> Iterator[Product]:
    for place, power in enumerate(term.powers):
        before, after = term.powers[:place], term.powers[place + 1 :]
        if isinstance(power.base, Sum):
            for factor, base in _divided(power.base, power.exponent):
                powers = (*before, Power(base, power.exponent), *after)
                yield Product(float(term.coefficient) * factor, powers)
        inner = sum_in(power.base)
        if inner is None:
            continue
        # Of a sum that is raised, the factor stands outside; of an argument, within.
        factored = _factored(inner) if isinstance(power.base, Call) else ()
        for changed in (*factored, *_rescaled(inner)):
            base = with_sum(power.base, lambda _, new=changed: new)
            yield Product(term.coefficient, (*before, Power(base, power.exponent), *after))


def _factored(formula: Sum) -> Iterator[Sum]:
    """Yield a sum as a product with one of its coefficients: a x + b as a (x + d)."""
    for factor, base in _divided(formula, ONE) if len(formula.terms) > 1 else ():
        yield Sum((Product(factor, (Power(base, ONE),)),))


def _divided(base: Sum, exponent: Number) -> Iterator[tuple[float, Sum]]:
    """Yield λᵖ and S/λ for each measured coefficient λ of S, which becomes 1; constants last."""
    places = sorted(range(len(base.terms)), key=lambda k: not base.terms[k].powers)
    for place in places:
        term = base.terms[place]
        scale = term.coefficient
        if not isinstance(scale, float) or (scale <= 0 and float(exponent) % 1):
            continue
        terms = [Product(float(each.coefficient) / scale, each.powers) for each in base.terms]
        terms[place] = Product(ONE, term.powers)
        yield scale ** float(exponent), Sum(tuple(terms))
