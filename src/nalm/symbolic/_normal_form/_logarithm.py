"""Logarithms: of exponentials, of powers, and of what has a scale."""

import math
from collections.abc import Sequence
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
from nalm.symbolic._formula._number import ONE, ZERO, as_float, is_even, is_measured
from nalm.symbolic._normal_form._scale import divided, power_times, scale_of
from nalm.symbolic._normal_form._sign import is_positive


def logarithm(argument: Sum, positive: Sequence[bool]) -> Base:
    """Write log(e^A S) as A + log(S), and log(bᵖ) as p log(b), where log(bᵖ) has a value.

    Args:
        argument: What the logarithm is of, in its normal form.
        positive: Which inputs are positive.

    Returns:
        The logarithm, or the sum that it is.
    """
    if len(argument.terms) != 1:
        return Call("log", argument)
    (only,) = argument.terms
    for power in only.powers:
        inside = argument_of(power.base, "exp")
        if inside is not None and power.exponent == 1:
            rest = Product(only.coefficient, tuple(p for p in only.powers if p is not power))
            plain = not rest.powers and rest.coefficient == 1 and not is_measured(rest.coefficient)
            left = () if plain else as_formula(Call("log", Sum((rest,)))).terms
            return Sum((*inside.terms, *left))
    return _without_exponent(only, positive)


def without_scales(numbers: dict[tuple[Power, ...], Number]) -> dict[tuple[Power, ...], Number]:
    """Write c log(λ S) as c log(S) + c log(λ), which a sum has room for in its constant.

    Otherwise a sum would have two additive constants, of which data tell only one.

    Args:
        numbers: Of each product of a sum, its coefficient; that of no factors is the constant.
    """
    if all(_argument(powers) is None for powers in numbers):
        return numbers
    changed, constant = dict[tuple[Power, ...], Number](), numbers.get((), ZERO)
    for powers, coefficient in numbers.items():
        inside = _argument(powers)
        # Beside a measured constant, any scale is only a choice.
        scale = None if inside is None else scale_of(inside, free=is_measured(constant))
        moved = None if scale is None else _moved(coefficient, scale, constant)
        if inside is not None and scale is not None and moved is not None:
            constant = moved
            powers = (Power(Call("log", divided(inside, scale)), ONE),)
        if powers:
            changed[powers] = changed.get(powers, ZERO) + coefficient
    return changed if constant == 0 else {**changed, (): constant}


def _argument(powers: tuple[Power, ...]) -> Sum | None:
    """Return S where a product is log(S) alone."""
    if len(powers) != 1 or powers[0].exponent != 1 or is_measured(powers[0].exponent):
        return None
    argument = argument_of(powers[0].base, "log")
    return argument if argument is not None and argument.terms else None


def _moved(coefficient: Number, scale: Number, constant: Number) -> Number | None:
    """Add c log(λ) to a constant, unless it stays or a number more would be measured."""
    if scale in (0, 1) or not (is_measured(scale) or is_measured(constant)):
        return None
    moved = as_float(constant) + as_float(coefficient) * math.log(as_float(scale))
    return moved if math.isfinite(moved) else None


def _without_exponent(only: Product, positive: Sequence[bool]) -> Base:
    """Write log(k Π bᵉ) as e₁ log(λ Π b^(e/e₁)), if that is true and measures no number more."""
    whole = Call("log", Sum((only,)))
    if not only.powers or only.coefficient <= 0:
        return whole
    first = only.powers[0].exponent
    # Alone, b^p > 0 says that b > 0, unless p is even; of several factors, two may be negative.
    alone = len(only.powers) == 1 and not is_even(first)
    if not (alone or all(is_positive(power.base, positive) for power in only.powers)):
        return whole
    scale = power_times(only.coefficient, 1 / first, coefficient=ONE)
    exponents = [power.exponent / first for power in only.powers[1:]]
    before = sum(is_measured(power.exponent) for power in only.powers)
    if scale is None or is_measured(first) + sum(map(is_measured, exponents)) > before:
        return whole
    if isinstance(first, Fraction) and first == 1:
        return whole
    powers = [Power(p.base, e) for p, e in zip(only.powers, [ONE, *exponents], strict=True)]
    smaller = Product(scale, tuple(powers))
    return Sum((Product(first, (Power(Call("log", Sum((smaller,))), ONE),)),))
