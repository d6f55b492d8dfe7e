"""Formulas with one term less inside a sum that is raised to a power, or that a function is of."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from nalm.symbolic import Power, Sum, sum_in, with_sum


def without_inner_terms(
    formula: Sum, *, where: Callable[[Power], bool] = lambda _: True
) -> Iterator[Sum]:
    """Leave out, one after another, each term of each inner sum.

    Args:
        formula: Whose own terms all stay.
        where: Whether the sum under a power is changed; sums inside it always are.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Product, to_text
        >>> inner = Sum((Product(Fraction(1)), Product(2.0, (Power(0, Fraction(1)),))))
        >>> root = Sum((Product(3.0, (Power(inner, Fraction(1, 2)),)),))
        >>> [to_text(each, ["x"]) for each in without_inner_terms(root)]
        ['3*sqrt(2*x)', '3*sqrt(1)']
    """
    for k, term in enumerate(formula.terms):
        for j, power in enumerate(term.powers):
            inner = sum_in(power.base)
            if inner is None:
                continue
            inside = inner.terms
            bases = [*without_inner_terms(inner, where=where)]
            if where(power):
                bases += [Sum((*inside[:i], *inside[i + 1 :])) for i in range(len(inside))]
            for base in bases:
                less = replace(power, base=with_sum(power.base, lambda _, base=base: base))
                powers = (*term.powers[:j], less, *term.powers[j + 1 :])
                made = replace(term, powers=powers)
                yield Sum((*formula.terms[:k], made, *formula.terms[k + 1 :]))
