"""One of the numbers of a sum under a power is exact: its size stands before the power."""

from fractions import Fraction

from nalm.symbolic import Product, Sum


def anchored(polynomial: Sum) -> tuple[float, Sum]:
    """Return the size of the first coefficient, and the sum divided by it.

        Σₖ cₖ pₖ = |c₁| (± p₁ + Σ cₖ / |c₁| pₖ)

    The first coefficient becomes exactly 1 or -1, so that a factor before the sum says nothing
    twice.

    Args:
        polynomial: With a first term; its coefficient is not 0.

    Example:
        >>> size, rest = anchored(Sum((Product(-4.0), Product(2.0))))
        >>> size, [term.coefficient for term in rest.terms]
        (4.0, [Fraction(-1, 1), 0.5])
    """
    head, *others = polynomial.terms
    first = float(head.coefficient)
    size = abs(first)
    rest = (Product(float(term.coefficient) / size, term.powers) for term in others)
    return size, Sum((Product(Fraction(1 if first > 0 else -1), head.powers), *rest))
