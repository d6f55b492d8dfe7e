"""Formulas with a function less: a factor is left out, or its argument stays in its place."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from nalm.discovery.rewriting._properties import count_calls
from nalm.symbolic import (
    Base,
    Call,
    Power,
    Sum,
    as_formula,
    find_function,
    sum_in,
    with_sum,
)


def without_functions(formula: Sum) -> Iterator[Sum]:
    """Leave out, one after another, each factor that has a function.

    Where a factor vanishes with its argument, as sin u and e^u - 1, the argument takes its place as
    well: a product with (u/sin u)² is then one without it.

    Args:
        formula: In its normal form.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Product, to_text
        >>> sine = Call("sin", Sum((Product(0.5, (Power(0, Fraction(1)),)),)))
        >>> powers = (Power(0, Fraction(2)), Power(sine, Fraction(-2)))
        >>> formula = Sum((Product(3.0, powers),))
        >>> [to_text(each, ["x"]) for each in without_functions(formula)]
        ['3*x^2', '3*x^2/(0.5*x)^2']
    """
    for k, term in enumerate(formula.terms):
        for powers in _with_fewer(term.powers):
            yield Sum((*formula.terms[:k], replace(term, powers=powers), *formula.terms[k + 1 :]))


def _with_fewer(powers: tuple[Power, ...]) -> Iterator[tuple[Power, ...]]:
    for j, power in enumerate(powers):
        inner = sum_in(power.base)
        if inner is None or not count_calls(as_formula(power.base)):
            continue
        before, after = powers[:j], powers[j + 1 :]
        yield (*before, *after)
        if (small := _vanishing(power.base)) is not None:
            yield (*before, Power(small, power.exponent), *after)
            continue
        for less in without_functions(inner):
            base = with_sum(power.base, lambda _, less=less: less)
            yield (*before, replace(power, base=base), *after)


def _vanishing(base: Base) -> Sum | None:
    """Return the u with which a base vanishes: that of sin u, of log(1 + u), of e^u - 1."""
    if isinstance(base, Call):
        return _without_constant(base.argument) if _at_zero(base) == 0 else None
    total, argument = 0.0, None
    for term in base.terms if isinstance(base, Sum) else ():
        called = [power.base for power in term.powers]
        if not called:
            total += float(term.coefficient)
        elif len(called) == 1 and isinstance(called[0], Call):
            argument = called[0].argument if argument in (None, called[0].argument) else Sum(())
            total += float(term.coefficient) * _at_zero(called[0]) ** float(term.powers[0].exponent)
        else:
            return None
    return _without_constant(argument) if argument and argument.terms and total == 0 else None


def _at_zero(call: Call) -> float:
    """Compute a function where all of its argument is 0 that is not constant."""
    constant = sum(float(term.coefficient) for term in call.argument.terms if not term.powers)
    with np.errstate(all="ignore"):
        return float(find_function(call.function).value(np.array([constant]))[0])


def _without_constant(argument: Sum) -> Sum:
    return Sum(tuple(term for term in argument.terms if term.powers))
