"""Terms that add nothing: what a search leaves in a formula that is smaller than rounding error."""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic import Power, Product, Sum, evaluate

NOTHING = 1e-8
"""Largest share of a sum, on every row, of a term that is dropped."""
CANCELLED = 1e-3
"""Median size of a sum, in units of its largest term, below which it is refused."""


def trim(formula: Sum, x: FloatArray) -> Sum | None:
    """Drop terms that are nothing beside the others on every row.

    A sum of which one term is left stops being a sum: its exponent goes to the term. Where that is
    not the same function, as in √(x²) = |x| for an x of both signs, the formula is refused with
    `None`: a protected operator in disguise is not arithmetic. So is a sum whose terms nearly
    cancel, which is a limit in disguise: (x^p - x^-p) / 2p is log x.
    """
    terms = _kept(formula.terms, x)
    if terms is None:
        return None
    made = [_product(term, x) for term in terms]
    products = tuple(term for term in made if term is not None)
    return Sum(products) if len(products) == len(made) else None


def _kept(terms: tuple[Product, ...], x: FloatArray) -> tuple[Product, ...] | None:
    with np.errstate(all="ignore"):
        values = np.array([evaluate(Sum((term,)), x) for term in terms])
    if len(terms) < 2 or not np.isfinite(values).all():
        return terms
    sizes = np.abs(values)
    largest = np.maximum(sizes.max(axis=0), 1e-300)
    if sizes.any() and np.median(np.abs(values.sum(axis=0)) / largest) < CANCELLED:
        return None
    share = (sizes / largest).max(axis=1)
    return tuple(term for term, part in zip(terms, share, strict=True) if part > NOTHING)


def _product(product: Product, x: FloatArray) -> Product | None:
    coefficient, powers = product.coefficient, list[Power]()
    for power in product.powers:
        if not isinstance(power.base, Sum):
            powers.append(power)
            continue
        base = trim(power.base, x)
        if base is None or not base.terms:
            return None
        only, *others = base.terms
        if others:
            if _hides_size(base, power, x):
                return None
            powers.append(replace(power, base=_anchored(base)))
            continue
        if not _distributes(only, power, x):
            return None
        coefficient = float(coefficient) * float(only.coefficient) ** float(power.exponent)
        powers += [Power(w.base, _times(w.exponent, power.exponent)) for w in only.powers]
    return Product(coefficient, tuple(powers))


def _hides_size(base: Sum, power: Power, x: FloatArray) -> bool:
    """Whether a root has to be taken of a factor common to all terms, as in √(x⁴ + c x²)."""
    if power.exponent == round(float(power.exponent)):
        return False
    for place in np.flatnonzero((x < 0).any(axis=0)).tolist():
        exponents = [_exponent(term, place) for term in base.terms]
        common = min(exponents) if min(exponents) > 0 else max(exponents)
        if min(exponents) * max(exponents) > 0 and (common * float(power.exponent)) % 2 != 0:
            return True
    return False


def _exponent(term: Product, place: int) -> float:
    return sum(float(w.exponent) for w in term.powers if w.base == place)


def _distributes(only: Product, power: Power, x: FloatArray) -> bool:
    """Whether (c Π bᵉ)ᵖ = cᵖ Π b^(e p) on the rows."""
    if power.exponent == round(float(power.exponent)):
        return True
    inputs = [w.base for w in only.powers if isinstance(w.base, int)]
    return float(only.coefficient) > 0 and bool((x[:, inputs] > 0).all())


def _times(a: Fraction | float, b: Fraction | float) -> Fraction | float:
    return a * b if isinstance(a, Fraction) and isinstance(b, Fraction) else float(a) * float(b)


def _anchored(base: Sum) -> Sum:
    """Make one coefficient exact, if the exact one was dropped: its value stays, as a fraction."""
    if any(isinstance(term.coefficient, Fraction) for term in base.terms):
        return base
    first, *others = base.terms
    return Sum((Product(Fraction(float(first.coefficient)), first.powers), *others))
