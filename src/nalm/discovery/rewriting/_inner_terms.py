"""Formulas with one term less inside a sum that is raised to a power, or that a function is of."""

from collections.abc import Callable, Iterator

from nalm.discovery.rewriting._inner_sums import with_other_sums
from nalm.symbolic import Power, Sum


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

    def shorter(power: Power, inner: Sum) -> Iterator[Sum]:
        yield from without_inner_terms(inner, where=where)
        if where(power):
            inside = inner.terms
            yield from (Sum((*inside[:i], *inside[i + 1 :])) for i in range(len(inside)))

    yield from with_other_sums(formula, shorter)
