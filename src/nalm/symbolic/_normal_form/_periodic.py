"""The phase of a sine, of a cosine and of a tangent."""

import math
from dataclasses import replace
from fractions import Fraction

from nalm.symbolic._formula._formula import (
    Base,
    Call,
    Number,
    Power,
    Product,
    Sum,
    argument_of,
    with_sum,
)
from nalm.symbolic._formula._number import HALF, ONE, ZERO, is_even, is_integer
from nalm.symbolic._formula._pi import MultipleOfPi
from nalm.symbolic._normal_form._order import ordered_powers
from nalm.symbolic._normal_form._shift import Exponents, multiply

_PERIODS = {"sin": math.tau, "cos": math.tau, "tan": math.pi}


def with_phase(function: str, argument: Sum) -> Base:
    """Bring a measured phase between -π and π, that of a tangent between -π/2 and π/2.

    A cosine with a measured phase is a sine with another one, and is written so. Of the exact
    multiples of π only those between -π/2 and π/2 stay: sin(u + π/2) is cos(u), sin(u + π) is
    -sin(u).

    Args:
        function: Any function; all but sine, cosine and tangent stay.
        argument: Its argument, in its normal form.
    """
    constant = _constant(argument) if function in _PERIODS else None
    if isinstance(constant, MultipleOfPi):
        return _with_exact_phase(function, argument, constant.factor)
    phase = measured_phase(argument)
    if phase is None or function not in _PERIODS:
        return Call(function, argument)
    period = _PERIODS[function]
    if function == "cos":
        function, phase = "sin", phase + math.pi / 2
    return Call(function, _with_constant(argument, wrapped(phase, period)))


def measured_phase(argument: Sum) -> float | None:
    """Return the measured constant of an argument that has other terms as well."""
    constant = _constant(argument)
    return constant if isinstance(constant, float) else None


def _constant(argument: Sum) -> Number | None:
    if len(argument.terms) < 2 or argument.terms[-1].powers:
        return None
    return argument.terms[-1].coefficient


def _with_exact_phase(function: str, argument: Sum, factor: Fraction) -> Base:
    if function == "tan":
        return Call(function, _with_constant(argument, _times_pi(_nearest_zero(factor, 1))))
    turns = _nearest_zero(factor + HALF if function == "cos" else factor, 2)
    sign = ONE
    if abs(turns) > HALF or turns == -HALF:
        turns, sign = turns - 1 if turns > 0 else turns + 1, -ONE
    function, turns = ("cos", ZERO) if turns == HALF else ("sin", turns)
    call = Call(function, _with_constant(argument, _times_pi(turns)))
    return call if sign == 1 else Sum((Product(sign, (Power(call, ONE),)),))


def _nearest_zero(factor: Fraction, period: int) -> Fraction:
    """Return the factor between -period/2 and period/2, the upper end included."""
    rest = factor % period
    return rest - period if 2 * rest > period else rest


def _times_pi(factor: Fraction) -> Fraction:
    return MultipleOfPi(factor) if factor else ZERO


def wrapped(phase: float, period: float) -> float:
    """Return the phase between -period/2 and period/2, the upper end included."""
    if not math.isfinite(phase):
        return phase
    rest = math.remainder(phase, period)
    return period / 2 if rest == -period / 2 else rest


def with_positive_amplitude(coefficient: Number, exponents: Exponents) -> tuple[Number, Exponents]:
    """Write -sin(u + φ) as sin(u + φ ± π), and even powers with φ up to π/2, where φ is measured.

    Args:
        coefficient: That of the product.
        exponents: The powers of the product.

    Returns:
        The new coefficient and the new powers.
    """
    if not any(_phase(base) is not None for base in exponents):
        return coefficient, exponents
    changed: Exponents = {}
    # In an order that does not depend on that of the factors: the first sine takes the sign.
    for power in ordered_powers([Power(base, e) for base, e in exponents.items()]):
        base, exponent = power.base, power.exponent
        phase = _phase(base)
        if phase is not None and is_even(exponent):
            base = _with_phase(base, wrapped(phase, math.pi))
        elif phase is not None and is_integer(exponent) and coefficient < 0:
            coefficient = -coefficient
            base = _with_phase(base, wrapped(phase + math.pi, math.tau))
        multiply(changed, ((base, exponent),))
    return coefficient, changed


def _phase(base: Base) -> float | None:
    """Return the measured phase of a sine; `None` of anything else."""
    argument = argument_of(base, "sin")
    return None if argument is None else measured_phase(argument)


def _with_phase(base: Base, phase: float) -> Base:
    return with_sum(base, lambda argument: _with_constant(argument, phase))


def _with_constant(argument: Sum, constant: Number) -> Sum:
    """Replace the constant, which comes last."""
    *others, last = argument.terms
    return Sum((*others, replace(last, coefficient=constant)) if constant else tuple(others))
