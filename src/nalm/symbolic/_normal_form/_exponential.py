"""Exponentials in a product: one at most, with no constant and no logarithm to spare."""

import math
from fractions import Fraction

from nalm.symbolic._formula._formula import (
    Base,
    Call,
    Number,
    Power,
    Product,
    Sum,
    argument_of,
    as_formula,
)
from nalm.symbolic._formula._number import ONE, ZERO, as_float, is_measured
from nalm.symbolic._formula._parameters import parameters
from nalm.symbolic._normal_form._merge import merged
from nalm.symbolic._normal_form._order import ordered_powers
from nalm.symbolic._normal_form._shift import Exponents, multiply


def with_one_exponential(coefficient: Number, exponents: Exponents) -> tuple[Number, Exponents]:
    r"""Merge the exponentials of a product.

    $$C e^A (e^B)^p = C e^{A + p B}, \qquad C e^{A + b} = (C e^b) e^A, \qquad
      e^{A + c \log S} = S^c e^A$$

    where a constant b moves only if C or b is measured: e^(1 + x) with an exact 1 stays.

    Args:
        coefficient: C.
        exponents: The powers of the product.

    Returns:
        The new coefficient and the new powers.
    """
    left: Exponents = {}
    found: list[Product] = []
    for base, power in exponents.items():
        inside = argument_of(base, "exp")
        if inside is None:
            left[base] = power
        else:
            found.append(Product(power, (Power(inside, ONE),)))
    if not found:
        return coefficient, exponents
    argument = merged(found)
    coefficient, terms = _without_constant(coefficient, argument.terms)
    rest: list[Product] = []
    for term in terms:
        inside = _logarithm_of(term)
        if inside is None:
            rest.append(term)
        else:
            multiply(left, ((inside, term.coefficient),))
    if rest:
        multiply(left, ((Call("exp", Sum(tuple(rest))), ONE),))
    return coefficient, left


def within_sum(exponents: Exponents) -> Exponents:
    r"""Move the exponential of a product into a sum beside it, where that leaves fewer.

    $$e^A \Big(\sum_k c_k S_k e^{B_k}\Big)^p = \Big(\sum_k c_k S_k e^{B_k + A/p}\Big)^p$$

    as e^(-x) (e^x - 1) is 1 - e^(-x).

    Args:
        exponents: The powers of the product, with one exponential at most.

    Returns:
        The new powers; the old ones where none is spared.
    """
    outer = next((base for base in exponents if argument_of(base, "exp") is not None), None)
    if outer is None:
        return exponents
    for base, power in exponents.items():
        if not isinstance(base, Sum) or is_measured(power):
            continue
        new = Sum(tuple(_times(term, outer, exponents[outer] / power) for term in base.terms))
        known = len(parameters(base)) + len(parameters(as_formula(outer)))
        if _count(new) <= _count(base) and len(parameters(new)) <= known:
            left = {b: e for b, e in exponents.items() if b not in (outer, base)}
            multiply(left, ((new, power),))
            return left
    return exponents


def _times(term: Product, outer: Base, exponent: Number) -> Product:
    """Multiply a term with a power of an exponential."""
    exponents: Exponents = {}
    multiply(exponents, [(power.base, power.exponent) for power in term.powers])
    multiply(exponents, ((outer, exponent),))
    coefficient, exponents = with_one_exponential(term.coefficient, exponents)
    return Product(coefficient, ordered_powers([Power(b, e) for b, e in exponents.items()]))


def _count(base: Sum) -> int:
    """Count the terms that have an exponential."""
    return sum(any(argument_of(w.base, "exp") for w in term.powers) for term in base.terms)


def _without_constant(
    coefficient: Number, terms: tuple[Product, ...]
) -> tuple[Number, tuple[Product, ...]]:
    """Take the constant out of an argument, if the coefficient has room for it."""
    split = [_split(term, deep=is_measured(coefficient)) for term in terms]
    constants = [constant for constant, _ in split if constant is not None]
    if not any(is_measured(each) for each in (coefficient, *constants)) or not constants:
        return coefficient, terms
    try:
        product = as_float(coefficient) * math.exp(as_float(sum(constants, start=ZERO)))
    except OverflowError:
        return coefficient, terms
    if product == 0 or not math.isfinite(product):
        return coefficient, terms
    return product, tuple(rest for _, rest in split if rest is not None)


def _split(term: Product, *, deep: bool) -> tuple[Number | None, Product | None]:
    """Divide a term into its constant and the rest; `deep`, also b (S + 1) into b and b S."""
    if not term.powers:
        return term.coefficient, None
    base = term.powers[0].base
    # With its coefficient, a sum inside stands for one measured number; two would be a copy of it.
    if deep and len(term.powers) == 1 and term.powers[0].exponent == 1 and isinstance(base, Sum):
        constant = next((t.coefficient for t in base.terms if not t.powers), None)
        if constant is not None and isinstance(constant, Fraction):
            rest = Sum(tuple(t for t in base.terms if t.powers))
            return term.coefficient * constant, Product(term.coefficient, (Power(rest, ONE),))
    return None, term


def _logarithm_of(term: Product) -> "Base | None":
    """Return S where a term is c log(S)."""
    if len(term.powers) != 1 or term.powers[0].exponent != 1:
        return None
    (power,) = term.powers
    argument = argument_of(power.base, "log")
    return None if argument is None or is_measured(power.exponent) else _bare(argument)


def _bare(formula: Sum) -> Base:
    """Return b of a formula that is one base alone, as S itself could not take its exponent."""
    if len(formula.terms) == 1 and len(formula.terms[0].powers) == 1:
        base = formula.terms[0].powers[0].base
        if repr(formula) == repr(as_formula(base)):
            return base
    return formula
