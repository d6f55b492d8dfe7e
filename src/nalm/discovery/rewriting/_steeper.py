"""Formulas with a function steeper, as a step where it is one."""

from collections.abc import Iterator
from dataclasses import replace

from nalm.discovery.rewriting._inner_sums import with_other_sums
from nalm.symbolic import Call, Power, Sum

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
    yield from with_other_sums(formula, _steeper_within)


def _steeper_within(power: Power, inner: Sum) -> Iterator[Sum]:
    yield from steeper(inner)
    is_measured = any(isinstance(term.coefficient, float) for term in inner.terms)
    if isinstance(power.base, Call) and is_measured:
        scaled = (replace(term, coefficient=term.coefficient * TIMES) for term in inner.terms)
        yield Sum(tuple(scaled))
