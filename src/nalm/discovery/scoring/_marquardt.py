"""Levenberg and Marquardt's method for the numbers of one formula."""

from nalm._typing import FloatArray
from nalm.discovery.numerics._levenberg_marquardt import NEGLIGIBLE, levenberg_marquardt
from nalm.discovery.problem._problem import Problem
from nalm.symbolic import FormulaOnRows, Sum, parameters, with_parameters


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
    on_rows, begin = FormulaOnRows(formula, problem.x), parameters(formula)

    def residual(numbers: FloatArray) -> FloatArray:
        return (on_rows.values(numbers) - problem.y) * factor

    def slope(numbers: FloatArray) -> FloatArray:
        return on_rows.jacobian(numbers) * factor[:, None]

    found = levenberg_marquardt(residual, begin, slope=slope, negligible=negligible)
    return with_parameters(formula, found.numbers)
