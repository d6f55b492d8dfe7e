"""Closed forms of series: sums under other powers with the same first order.

    (A + B)^p = A^p (1 + (p/q) B/A)^q + O((B/A)²)
    (A + B + C)^p = A^p (1 + C/A)^p (1 + (p/q) B/A)^q + …, to first order in B/A and C/A

With noise, a search may stop at m + 0.6 m v²/c² where the law is m / √(1 - v²/c²). Or at the law
with a term too many inside, or with a function too many, as (u/sin u)²: each is left out as well.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import ClassVar, final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Budget
from nalm.discovery.rewriting._inner_terms import without_inner_terms
from nalm.discovery.rewriting._other_powers import with_other_powers
from nalm.discovery.rewriting._properties import largest_exponent
from nalm.discovery.rewriting._simple_exponents import with_simple_exponents
from nalm.discovery.rewriting._without_functions import without_functions
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.discovery.stages.variations._promising import promising
from nalm.symbolic import Base, Number, Power, Product, Sum, evaluate, form_key, parameters

EXPONENTS = tuple(Fraction(n, 2) for n in (1, -1, 2, -2, 3, -3, 4, -4))
"""The powers q that are tried."""
BEST = 2
"""How many of the best formulas are varied at a time."""
MOST = 4
"""Terms of the longest sum that is tried."""
NEAR = 0.9
"""Share of what varies that the beginning of a series explains, where more than noise is left."""
NUMBERS = 8
"""Measured numbers of the longest formula that is varied: with more it is no law's beginning."""


@final
@dataclass(frozen=True)
class ClosedForms:
    """Formulas that begin as the best ones do, and the best ones with a term less.

    Attributes:
        when_stuck: Only after steps without a gain.
    """

    name: str = "closed forms"
    when_stuck: bool = True
    is_owed: ClassVar[bool] = True
    """The beginning of a series may fit to the noise."""

    def due(self, state: SearchState) -> bool:
        """Where one of the best formulas was not varied before."""
        pool = state.pool
        if self.when_stuck and not pool.is_stuck:
            return False
        if pool.best().explained < NEAR and not pool.is_consistent_with_noise():
            return False
        return any(self._key(one) not in state.tried for one in _short(state))

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield variations of the best formulas, each varied once."""
        for formula in _short(state):
            if not state.once(self._key(formula)):
                continue
            inner = state.pool.inner
            varied = _varied(formula, inner.x, whole=inner.dimensions is None)
            within = (each for each in varied if largest_exponent(each) <= state.largest_exponent)
            for each in promising(within, state, budget=budget):
                yield Proposal(formula=each)

    def _key(self, formula: Sum) -> Hashable:
        return self.name, form_key(formula)


def _short(state: SearchState) -> list[Sum]:
    """Return the best formulas that are not too long to be the beginning of a law."""
    best = (one.fit.formula for one in state.pool.ranked()[:BEST])
    return [formula for formula in best if len(parameters(formula)) <= NUMBERS]


def _varied(formula: Sum, x: FloatArray, *, whole: bool) -> Iterator[Sum]:
    """Exponents may become others only where no units of measurement fix them."""
    yield from _with_fewer(formula)
    yield from _like(formula, closed_forms(formula, whole=whole), x)
    neat = with_simple_exponents(formula)
    if whole:
        yield from with_other_powers(formula, x)
    # Of nearly neat exponents the neat ones may be meant, which rounding one by one may miss.
    if whole and neat != formula:
        yield neat
        yield from _like(neat, closed_forms(neat), x)


def _like(formula: Sum, others: Iterable[Sum], x: FloatArray) -> Iterator[Sum]:
    """Leave out what is further from a formula than that is from 0: it does not begin alike."""
    with np.errstate(all="ignore"):
        own = evaluate(formula, x)
        size = float(np.square(own).sum())
        yield from (each for each in others if np.square(evaluate(each, x) - own).sum() <= size)


def _with_fewer(formula: Sum) -> Iterator[Sum]:
    """Leave out, one after another, each term of each sum, and each factor with a function."""
    terms = formula.terms
    if len(terms) > 1:
        yield from (Sum((*terms[:k], *terms[k + 1 :])) for k in range(len(terms)))
    yield from without_inner_terms(formula)
    yield from without_functions(formula)


def closed_forms(formula: Sum, *, whole: bool = True) -> Iterator[Sum]:
    """Write each sum of a formula under other powers, with the same first order.

    Each term is tried as A; the others, together and one by one, as B. Terms that are neither are
    left out, or stay with A as a factor; where two terms, with p = 1, are A and B, the others are
    also kept beside.

    Args:
        formula: In its normal form.
        whole: Try the exponents of B/A as the whole numbers next to them as well.

    Example:
        >>> from nalm.symbolic import simplify, to_text
        >>> energy = Sum((Product(1.0), Product(0.5, (Power(0, Fraction(2)),))))
        >>> [to_text(simplify(each), ["x"]) for each in closed_forms(energy)][:2]
        ['sqrt(x^2 + 1)', '1/sqrt(1 - x^2)']
    """
    terms = formula.terms
    for made in _others(formula, Fraction(1), whole):
        yield Sum((made,))
    yield from _beside(formula, whole)
    for k, term in enumerate(terms):
        for j, power in enumerate(term.powers):
            if not isinstance(power.base, Sum):
                continue
            others = (*term.powers[:j], *term.powers[j + 1 :])
            for made in _others(power.base, power.exponent, whole):
                one = Product(term.coefficient * made.coefficient, (*others, *made.powers))
                yield Sum((*terms[:k], one, *terms[k + 1 :]))
            for base in _beside(power.base, whole):
                one = Product(term.coefficient, (*others, Power(base, power.exponent)))
                yield Sum((*terms[:k], one, *terms[k + 1 :]))


def _beside(base: Sum, whole: bool) -> Iterator[Sum]:
    """Write two terms of a sum under other powers, beside the rest of it."""
    for pair in combinations(base.terms, 2) if 2 < len(base.terms) <= MOST else ():
        rest = tuple(term for term in base.terms if term not in pair)
        for made in _others(Sum(pair), Fraction(1), whole):
            yield Sum((made, *rest))


def _others(base: Sum, p: Number, whole: bool) -> Iterator[Product]:
    """Write baseᵖ under other powers."""
    if not 2 <= len(base.terms) <= MOST:
        return
    for lead, first in enumerate(base.terms):
        factor = _raised(float(first.coefficient), float(p))
        if factor is None:
            continue
        rest = (*base.terms[:lead], *base.terms[lead + 1 :])
        outside = tuple(Power(one.base, one.exponent * p) for one in first.powers)
        # Of a sum of two terms, all the others and the only other one are the same B.
        for part, q in product(dict.fromkeys([rest, *((each,) for each in rest)]), EXPONENTS):
            shares = tuple(_ratio(each, first, float(p / q)) for each in part)
            near = (_whole(shares, math.floor), _whole(shares, math.ceil)) if whole else ()
            for each in dict.fromkeys((shares, *near)):
                inner = Power(Sum((Product(Fraction(1)), *each)), q)
                yield Product(factor, (*outside, inner))
                if left := tuple(_ratio(one, first, 1.0) for one in rest if one not in part):
                    beside = Power(Sum((Product(Fraction(1)), *left)), p)
                    yield Product(factor, (*outside, beside, inner))


def _raised(number: float, exponent: float) -> float | None:
    """A power of a number, where it is real and not too large for one."""
    if number < 0 and exponent % 1:
        return None
    try:
        return number**exponent
    except OverflowError:
        return None


def _ratio(term: Product, first: Product, factor: float) -> Product:
    exponents: dict[Base, Number] = {power.base: power.exponent for power in term.powers}
    for power in first.powers:
        exponents[power.base] = exponents.get(power.base, Fraction(0)) - power.exponent
    powers = tuple(Power(base, exponent) for base, exponent in exponents.items() if exponent)
    return Product(factor * float(term.coefficient) / float(first.coefficient), powers)


def _whole(terms: tuple[Product, ...], rounding: Callable[[float], int]) -> tuple[Product, ...]:
    """Make the exponents whole: `floor` towards 0, `ceil` away from it."""
    return tuple(
        Product(
            term.coefficient,
            tuple(Power(one.base, _signed(one.exponent, rounding)) for one in term.powers),
        )
        for term in terms
    )


def _signed(exponent: Number, rounding: Callable[[float], int]) -> Fraction:
    size = rounding(abs(float(exponent)))
    return Fraction(size if exponent > 0 else -size)
