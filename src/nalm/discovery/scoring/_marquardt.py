"""Levenberg and Marquardt's method for the numbers of one formula."""

from nalm._typing import FloatArray
from nalm.discovery.numerics._levenberg_marquardt import NEGLIGIBLE, levenberg_marquardt
from nalm.discovery.problem._problem import Problem
from nalm.symbolic import Sum, evaluate, jacobian, parameters, with_parameters


def least_squares(
    formula: Sum, problem: Problem, *, factor: FloatArray, negligible: float = NEGLIGIBLE
) -> Sum:
    """Let the measured numbers of a formula minimise Σ (factor · (f - y))².

    Args:
        formula: With finite values on all rows; its numbers are where the search begins.
        problem: The data.
        factor: Of each row `(rows,)`.
        negligible: Share of the cost that is not worth a step.
    """

    def residual(numbers: FloatArray) -> FloatArray:
        return (evaluate(with_parameters(formula, numbers), problem.x) - problem.y) * factor

    def slope(numbers: FloatArray) -> FloatArray:
        return jacobian(with_parameters(formula, numbers), problem.x) * factor[:, None]

    begin = parameters(formula)
    found = levenberg_marquardt(residual, begin, slope=slope, negligible=negligible)
    return with_parameters(formula, found.numbers)
