"""The normal form of a formula, without changing its function."""

from collections.abc import Sequence
from functools import partial

from nalm.errors import InvalidValueError
from nalm.symbolic._formula._fold import Fold
from nalm.symbolic._formula._formula import Base, Number, Power, Product, Sum, has_functions
from nalm.symbolic._formula._names import inputs_needed
from nalm.symbolic._formula._number import ZERO
from nalm.symbolic._normal_form._functions import simplified_call, with_functions
from nalm.symbolic._normal_form._merge import merged, merged_without_functions
from nalm.symbolic._normal_form._order import ordered_powers
from nalm.symbolic._normal_form._scale import power_times, rescale
from nalm.symbolic._normal_form._shift import Exponents, multiply, shift

_PASSES = 16  # each step makes the formula smaller; two or three passes are usual


def simplify(formula: Sum, *, positive: Sequence[bool] | None = None) -> Sum:
    r"""Bring a formula into its normal form.

    Sums to the power 1 are resolved and their coefficient distributed; equal products and equal
    bases are merged; what is 0, or to the power 0, is left out; a factor moves into or out of
    the base of a power where that leaves fewer exponents, as in

    $$x \left(1 + (y/x)^2\right)^{1/2} = \sqrt{x^2 + y^2}, \qquad x > 0;$$

    the scale of a base is chosen so that one coefficient at least is exact and exact ones are
    small whole numbers; terms and factors are put in an order that does not depend on the values
    of coefficients.

    Of functions, too, no form has a number to spare. Exponentials of a product merge, and take the
    constant of their argument out, as in

    $$a e^{x + b} \left(e^{y}\right)^2 = a' e^{x + 2 y};$$

    a sine has a positive frequency and, if its phase is measured, a positive amplitude and a phase
    between -π and π, with which a cosine is a sine; a sum with a logarithm has one additive
    constant, as of log(2.5 x); log(bᵖ) is p log(b), and a function of a measured constant is one.

    Wherever the formula has a value, its normal form has the same; it may have one in further
    points, as x² x⁻¹ = x has at 0. It never has more measured numbers: 0.7 (x + y) stays a
    product, since its distribution would measure one number twice.

    Args:
        formula: What is simplified.
        positive: Of each input, whether it is known to be > 0; without it, none is.

    Returns:
        The normal form; simplifying it again changes nothing.

    Raises:
        InvalidValueError: If `positive` is shorter than the inputs of the formula.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Power, Product, Sum, simplify, to_text
        >>> ratio = Product(Fraction(1), (Power(1, Fraction(2)), Power(0, Fraction(-2))))
        >>> root = Power(Sum((Product(Fraction(1)), ratio)), Fraction(1, 2))
        >>> distance = Sum((Product(Fraction(1), (Power(0, Fraction(1)), root)),))
        >>> to_text(simplify(distance, positive=[True, False]), ["x", "y"])
        'sqrt(x^2 + y^2)'
    """
    if positive is not None and len(positive) < (needed := inputs_needed(formula)):
        raise InvalidValueError(
            f"positive should tell of each of at least {needed} inputs whether it is positive, "
            f"found {len(positive)} entries; write (x > 0).all(axis=0)."
        )
    known = () if positive is None else tuple(bool(each) for each in positive)
    functions = has_functions(formula)
    for _ in range(_PASSES):
        simpler = _simplified(formula, known, functions=functions)
        if simpler == formula:
            return simpler
        formula = simpler
    return formula


def _simplified(formula: Sum, positive: Sequence[bool], *, functions: bool) -> Sum:
    simpler: Fold[Number, Base, tuple[Base, Number], Product, Sum] = Fold(
        number=lambda number: number,
        input=lambda index: index,
        call=partial(simplified_call, positive=positive),
        power=lambda base, exponent: (base, exponent),
        product=partial(_simplified_product, positive=positive, functions=functions),
        sum=merged if functions else merged_without_functions,
    )
    return simpler(formula)


def _simplified_product(
    coefficient: Number,
    powers: list[tuple[Base, Number]],
    *,
    positive: Sequence[bool],
    functions: bool,
) -> Product:
    exponents: Exponents = {}
    multiply(exponents, powers)
    if functions:
        coefficient, exponents = with_functions(coefficient, exponents)
    for base in _ordered_sums(exponents):
        if base not in exponents:  # merged with one before it
            continue
        # Taken out while it changes, since its base is its key.
        exponent = exponents.pop(base)
        if (folded := _folded(base, exponent, coefficient)) is not None:
            coefficient = folded
            continue
        inner, coefficient = rescale(base, exponent, coefficient=coefficient)
        inner, exponents = shift(inner, exponent, others=exponents, positive=positive)
        # If it has become equal to another base, the two merge here.
        multiply(exponents, ((inner, exponent),))
    return Product(coefficient, ordered_powers([Power(b, e) for b, e in exponents.items()]))


def _ordered_sums(exponents: Exponents) -> list[Sum]:
    """Sort the sums, so that the normal form does not depend on the order of factors.

    Those with a denominator come first: the factor that they take out of themselves, as in
    1 + 1/x = (x + 1)/x, is then there for the others, and makes some of them equal.
    """
    sums = [base for base in exponents if isinstance(base, Sum)]
    if len(sums) < 2:  # nearly always, and keys take time
        return sums
    ordered = ordered_powers([Power(base, exponents[base]) for base in sums])
    known = [power.base for power in ordered if isinstance(power.base, Sum)]
    return sorted(known, key=lambda base: not _has_denominator(base))


def _has_denominator(base: Sum) -> bool:
    return any(power.exponent < 0 for term in base.terms for power in term.powers)


def _folded(base: Sum, exponent: Number, coefficient: Number) -> Number | None:
    """Compute the coefficient with a constant base multiplied in; `None` for any other base."""
    if any(term.powers for term in base.terms):
        return None
    constant = sum((term.coefficient for term in base.terms), start=ZERO)
    if constant == 0:
        # 0 to a negative power has no value: it stays, and evaluates to NaN.
        return ZERO if exponent > 0 else None
    return power_times(constant, exponent, coefficient=coefficient)
