"""Formulas in which one factor, or one inner sum, is another one."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from nalm.symbolic import Power, Sum, sum_in, with_sum


def with_other_sums(formula: Sum, others: Callable[[Power, Sum], Iterable[Sum]]) -> Iterator[Sum]:
    """Put others in the place of each sum that is raised to a power, or that a function is of.

    Args:
        formula: Whose own terms stay.
        others: Of a power and the sum in it.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Product, to_text
        >>> inner = Sum((Product(Fraction(1)), Product(2.0, (Power(0, Fraction(1)),))))
        >>> root = Sum((Product(3.0, (Power(inner, Fraction(1, 2)),)),))
        >>> less = lambda power, inside: [Sum(inside.terms[:1])]
        >>> [to_text(each, ["x"]) for each in with_other_sums(root, less)]
        ['3*sqrt(1)']
    """

    def changed(power: Power) -> Iterator[Power]:
        inner = sum_in(power.base)
        for made in () if inner is None else others(power, inner):
            yield replace(power, base=with_sum(power.base, lambda _, made=made: made))

    yield from with_another_factor(formula, changed)


def with_another_factor(formula: Sum, others: Callable[[Power], Iterable[Power]]) -> Iterator[Sum]:
    """Put others in the place of each power of a formula's own terms, one at a time.

    Args:
        formula: The formula.
        others: Of a power.
    """
    for k, term in enumerate(formula.terms):
        for j, power in enumerate(term.powers):
            for made in others(power):
                powers = (*term.powers[:j], made, *term.powers[j + 1 :])
                one = replace(term, powers=powers)
                yield Sum((*formula.terms[:k], one, *formula.terms[k + 1 :]))
