"""What a function of a sum becomes in the normal form, and the functions in a product."""

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from nalm.symbolic._formula._formula import Base, Call, Number, Product, Sum, as_formula
from nalm.symbolic._formula._functions import Symmetry, find_function
from nalm.symbolic._formula._number import ONE, ZERO, as_float, is_measured
from nalm.symbolic._normal_form._exact_values import exact_value
from nalm.symbolic._normal_form._exponential import with_one_exponential, within_sum
from nalm.symbolic._normal_form._logarithm import logarithm
from nalm.symbolic._normal_form._periodic import with_phase, with_positive_amplitude
from nalm.symbolic._normal_form._scale import power_times
from nalm.symbolic._normal_form._shift import Exponents, multiply


def simplified_call(function: str, argument: Sum, *, positive: Sequence[bool]) -> Base:
    """Bring a function of a sum into its normal form.

    Args:
        function: Its name.
        argument: The sum, in its normal form.
        positive: Which inputs are positive.

    Returns:
        The function, or a sum where it becomes one, as -sin(x) of sin(-x).
    """
    if not any(term.powers for term in argument.terms):
        return _of_constant(function, sum((t.coefficient for t in argument.terms), start=ZERO))
    if function == "log":
        return logarithm(argument, positive)
    symmetry = find_function(function).symmetry
    if symmetry is Symmetry.NONE or argument.terms[0].coefficient > 0:
        return with_phase(function, argument)
    turned = Sum(tuple(Product(-term.coefficient, term.powers) for term in argument.terms))
    call = with_phase(function, turned)
    if symmetry is Symmetry.EVEN:
        return call
    return Sum((Product(-ONE, as_formula(call).terms[0].powers),))


def with_functions(coefficient: Number, exponents: Exponents) -> tuple[Number, Exponents]:
    """Merge the functions of a product with each other and with its coefficient.

    Args:
        coefficient: That of the product.
        exponents: The powers of the product, their bases in their normal form.

    Returns:
        The new coefficient and the new powers.
    """
    if not any(isinstance(base, Call) for base in exponents):
        return coefficient, exponents
    coefficient, exponents = with_one_exponential(coefficient, exponents)
    exponents = within_sum(exponents)
    left: Exponents = {}
    for base, exponent in exponents.items():
        value = _constant(base) if is_measured(coefficient) or is_measured(exponent) else None
        product = None if value is None else power_times(value, exponent, coefficient=coefficient)
        if product is None:
            multiply(left, ((base, exponent),))
        else:
            coefficient = product
    return with_positive_amplitude(coefficient, left)


def _of_constant(function: str, number: Number) -> Base:
    """Compute a function of a constant: of a measured one, and where the result is exact."""
    exact = isinstance(number, Fraction)
    value = exact_value(function, number) if exact else _value(function, number)
    return Call(function, _sum(number)) if value is None else _sum(value)


def _constant(base: Base) -> float | None:
    """Compute a function of an exact number, which a measured one beside it takes in."""
    if not isinstance(base, Call) or any(term.powers for term in base.argument.terms):
        return None
    number = sum((term.coefficient for term in base.argument.terms), start=ZERO)
    return _value(base.function, number)


def _value(function: str, number: Number) -> float | None:
    with np.errstate(all="ignore"):
        value = float(find_function(function).value(np.array([as_float(number)]))[0])
    return value if math.isfinite(value) else None


def _sum(number: Number) -> Sum:
    return Sum((Product(number),) if number != 0 else ())
