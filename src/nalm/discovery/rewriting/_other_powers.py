"""Terms beside a constant under other powers, equal to first order where a term varies little.

    A + B T = A' + B' T^p + O((T - T₀)²),   A' = A + B T₀ (1 - 1/p),   B' = B T₀^(1-p) / p

With noise, a search may stop at 2 - 4 √(x y) / (x + y) where the law is 1 - 4 x y / (x + y)².
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._exponents import DENOMINATORS
from nalm.symbolic import Number, Power, Product, Sum, evaluate

EXPONENTS = tuple(map(Fraction, ("2", "1/2", "-1", "-1/2", "-2", "3", "3/2", "2/3")))
"""The powers p that are tried."""


def with_other_powers(formula: Sum, x: FloatArray) -> Iterator[Sum]:
    """Write each term beside a constant, in each sum of a formula, under other powers.

    Args:
        formula: In its normal form.
        x: Rows `(rows, inputs)`; T₀ is the median of T over them.

    Example:
        >>> from nalm.symbolic import to_text
        >>> root = Product(4.0, (Power(0, Fraction(1, 2)),))
        >>> formula = Sum((Product(1.0), root))
        >>> x = np.array([[1.0], [4.0], [9.0]])
        >>> [to_text(each, ["x"]) for each in with_other_powers(formula, x)][:2]
        ['5 + x', '11.3137*x^(1/4) - 7']
    """
    constant = next((k for k, term in enumerate(formula.terms) if not term.powers), None)
    for k, term in enumerate(formula.terms):
        if constant is not None and term.powers:
            yield from _under_powers(formula, k, constant, x)
        for j, power in enumerate(term.powers):
            for base in with_other_powers(power.base, x) if isinstance(power.base, Sum) else ():
                made = _anchored(replace(power, base=base))
                powers = (*term.powers[:j], *made.powers, *term.powers[j + 1 :])
                yield _with(formula, k, Product(term.coefficient * made.coefficient, powers))


def _under_powers(formula: Sum, k: int, constant: int, x: FloatArray) -> Iterator[Sum]:
    term = formula.terms[k]
    with np.errstate(all="ignore"):
        values = evaluate(Sum((replace(term, coefficient=Fraction(1)),)), x)
    if not (np.isfinite(values) & (values > 0)).all():
        return
    # T₀ in the middle of the data: there the first order is nearest to the term on most rows.
    middle = float(np.median(values))
    a, b = float(formula.terms[constant].coefficient), float(term.coefficient)
    for exponent in EXPONENTS:
        p = float(exponent)
        powers = tuple(Power(one.base, one.exponent * exponent) for one in term.powers)
        if not all(_is_usual(one.exponent) for one in powers):
            continue
        beside = _with(formula, constant, Product(a + b * middle * (1 - 1 / p)))
        yield _with(beside, k, Product(b * middle ** (1 - p) / p, powers))


def _anchored(power: Power) -> Product:
    """Write (A' + B' T)^e as A'^e (1 + B'/A' T)^e: of an inner sum, one coefficient is exact."""
    assert isinstance(power.base, Sum)
    terms, e = power.base.terms, float(power.exponent)
    lead = next((float(term.coefficient) for term in terms if not term.powers), 0.0)
    # A sum with an exact coefficient has its scale already, and a root of a negative constant has
    # no value: then nothing is taken out.
    exact = any(isinstance(term.coefficient, Fraction) for term in terms)
    if exact or lead == 0 or (lead < 0 and e % 1):
        return Product(Fraction(1), (power,))
    scaled = (
        replace(term, coefficient=float(term.coefficient) / lead if term.powers else Fraction(1))
        for term in terms
    )
    return Product(lead**e, (replace(power, base=Sum(tuple(scaled))),))


def _is_usual(exponent: Number) -> bool:
    return not isinstance(exponent, Fraction) or exponent.denominator in DENOMINATORS


def _with(formula: Sum, k: int, term: Product) -> Sum:
    return Sum((*formula.terms[:k], term, *formula.terms[k + 1 :]))
