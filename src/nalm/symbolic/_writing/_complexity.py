"""The size of a formula."""

from typing import NamedTuple

from nalm.symbolic._formula._fold import Fold
from nalm.symbolic._formula._formula import Number, Sum
from nalm.symbolic._formula._number import HALF
from nalm.symbolic._writing._layout import placed, written_size


def complexity(formula: Sum) -> int:
    """Count the nodes of a formula as it is written: variables, constants and operators.

    Each variable, each constant and each +, -, *, /, ^ and sqrt is one node, as in the complexity
    of PySR: `2.5*m*v^2/r` has 9. A coefficient of 1 and an exponent of 1 are not written; a
    negative exponent is a division; a fraction such as 2/3 is one constant. A minus of its own
    counts only where no term could come first without it.

    Args:
        formula: What is counted; write it in its normal form first.

    Returns:
        Number of nodes, at least 1.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Power, Product, Sum, complexity
        >>> complexity(Sum((Product(2.5, (Power(0, Fraction(2)),)), Product(1.5))))
        7
    """
    return _NODES(formula)


class _Factor(NamedTuple):
    nodes: int
    below: bool


class _Term(NamedTuple):
    nodes: int
    led_by_minus: bool


def _power_nodes(base: int, exponent: Number) -> _Factor:
    below, size = placed(exponent)
    # A square root is one node more, any other power two: the operator and the exponent.
    return _Factor(base + (0 if size == 1 else 1 if size == HALF else 2), below)


def _product_nodes(coefficient: Number, factors: list[_Factor]) -> _Term:
    above = any(not factor.below for factor in factors)
    constants = written_size(coefficient, above=above) is not None
    nodes = sum(factor.nodes for factor in factors) + constants
    # One operator fewer than there are factors and constants.
    return _Term(nodes + len(factors) + constants - 1, coefficient < 0 and not constants)


def _sum_nodes(terms: list[_Term]) -> int:
    if not terms:
        return 1
    led_by_minus = all(term.led_by_minus for term in terms)
    return sum(term.nodes for term in terms) + len(terms) - 1 + led_by_minus


_NODES = Fold(
    number=lambda number: number,
    input=lambda index: 1,
    call=lambda function, argument: argument + 1,
    power=_power_nodes,
    product=_product_nodes,
    sum=_sum_nodes,
)
