"""Formulas with a function steeper, as a step where it is one."""

from collections.abc import Iterator
from dataclasses import replace

from nalm.symbolic import Call, Sum, sum_in, with_sum

TIMES = 10
"""How many times as steep."""


def steeper(formula: Sum) -> Iterator[Sum]:
    """Make one function after another steeper that has measured numbers in its argument.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Power, Product, to_text
        >>> tanh = Call("tanh", Sum((Product(9.0, (Power(0, Fraction(1)),)),)))
        >>> formula = Sum((Product(2.0, (Power(tanh, Fraction(1)),)), Product(2.0)))
        >>> [to_text(each, ["x"]) for each in steeper(formula)]
        ['2*tanh(90*x) + 2']
    """
    for k, term in enumerate(formula.terms):
        for j, power in enumerate(term.powers):
            inner = sum_in(power.base)
            if inner is None:
                continue
            for made in _within(inner, is_call=isinstance(power.base, Call)):
                steep = replace(power, base=with_sum(power.base, lambda _, made=made: made))
                powers = (*term.powers[:j], steep, *term.powers[j + 1 :])
                changed = replace(term, powers=powers)
                yield Sum((*formula.terms[:k], changed, *formula.terms[k + 1 :]))


def _within(inner: Sum, *, is_call: bool) -> Iterator[Sum]:
    yield from steeper(inner)
    if is_call and any(isinstance(term.coefficient, float) for term in inner.terms):
        scaled = (replace(term, coefficient=term.coefficient * TIMES) for term in inner.terms)
        yield Sum(tuple(scaled))
