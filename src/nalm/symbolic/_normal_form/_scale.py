"""The scale of the base of a power: which of its coefficients is exact."""

import math
from fractions import Fraction

from nalm.symbolic._formula._formula import Number, Product, Sum
from nalm.symbolic._formula._number import ONE, as_float, is_integer, is_measured
from nalm.symbolic._formula._pi import MultipleOfPi, rational

_BITS = 512  # larger exact powers are not computed


def rescale(base: Sum, power: Number, *, coefficient: Number) -> tuple[Sum, Number]:
    r"""Choose λ in C Sᵖ = C λᵖ (S/λ)ᵖ so that exact coefficients of S are small whole numbers.

    Where only the scale makes one coefficient exact, it becomes that of the first term, so
    that the form does not depend on values. λ is positive unless p is an integer.

    Args:
        base: The sum S, its terms in order.
        power: Its exponent p.
        coefficient: The factor C outside.

    Returns:
        S/λ and C λᵖ.
    """
    if not base.terms:
        return base, coefficient
    scale = scale_of(base, signed=is_integer(power), free=is_measured(coefficient))
    product = power_times(scale, power, coefficient=coefficient)
    if scale in (0, 1) or product is None:
        return base, coefficient
    return divided(base, scale), product


def divided(base: Sum, scale: Number) -> Sum:
    """Divide a sum by its scale, as `scale_of` gives it."""
    # The number of measured coefficients stays: where an exact one becomes measured here, the first
    # becomes exact in exchange.
    terms = [Product(term.coefficient / scale, term.powers) for term in base.terms]
    if is_measured(scale):  # the first coefficient or its size: divided by itself, exactly ±1
        terms[0] = Product(ONE if terms[0].coefficient > 0 else -ONE, terms[0].powers)
    return Sum(tuple(terms))


def power_times(base: Number, power: Number, *, coefficient: Number) -> Number | None:
    """Compute C bᵖ where it has a value and no exact number becomes a measured one."""
    if base == 1:
        return coefficient
    if isinstance(base, Fraction) and isinstance(power, Fraction):
        exact = base if power == 1 else _exact_power(base, power)
        if exact is not None:
            return coefficient * exact
    # √2, say, has no exact value, and as a float it would count as measured.
    if not any(is_measured(each) for each in (base, coefficient)):
        return None
    if base < 0 and not is_integer(power):
        return None
    try:
        product = as_float(coefficient) * as_float(base) ** as_float(power)
    except (OverflowError, ZeroDivisionError):
        return None
    return product if math.isfinite(product) and product != 0 else None


def _exact_power(base: Fraction, power: Fraction) -> Fraction | None:
    if isinstance(base, MultipleOfPi):  # π² is none, and as a fraction no one would know it
        return None
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    # A root of so high a degree is exact of 0 and 1 only, and takes for ever to look for.
    if max(size * abs(power), power.denominator) > _BITS or (base == 0 and power < 0):
        return None
    # A reduced fraction is a perfect power only if both of its parts are.
    above = _exact_root(base.numerator, power.denominator)
    below = _exact_root(base.denominator, power.denominator)
    if above is None or below is None:
        return None
    return Fraction(above, below) ** power.numerator


def _exact_root(number: int, degree: int) -> int | None:
    if degree == 1 or number == 0:
        return number
    if number < 0:
        return None
    # Newton's method in whole numbers, from above: exact where a double has no such number.
    root = 1 << -(-number.bit_length() // degree)
    while root > (better := ((degree - 1) * root + number // root ** (degree - 1)) // degree):
        root = better
    return root if root**degree == number else None


def scale_of(base: Sum, *, free: bool, signed: bool = False) -> Number:
    """Choose the scale of a sum that has terms.

    Args:
        base: The sum, its terms in order.
        free: Whether a measured number outside can take any scale.
        signed: Whether the scale may be negative.
    """
    exact = [t.coefficient for t in base.terms if isinstance(t.coefficient, Fraction)]
    first = base.terms[0].coefficient
    # One exact coefficient beside a measured factor outside is only a choice of scale.
    if len(exact) == 0 or (len(exact) == 1 and free):
        return first if signed else abs(first)
    # The largest number that leaves whole coefficients, or whole multiples of π, without a common
    # factor.
    factors = list(map(rational, exact)) if MultipleOfPi in map(type, exact) else exact
    content = Fraction(
        math.gcd(*(each.numerator for each in factors)),
        math.lcm(*(each.denominator for each in factors)),
    )
    return -content if signed and exact[0] < 0 else content
