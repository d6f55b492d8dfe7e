"""Levenberg and Marquardt's method for the numbers of one formula, which may keep equalities."""

from nalm._typing import FloatArray
from nalm.discovery.constraints._projection import Equalities, fit_within
from nalm.discovery.numerics._levenberg_marquardt import NEGLIGIBLE, levenberg_marquardt
from nalm.discovery.problem._problem import Problem
from nalm.symbolic import FormulaOnRows, Sum, parameters, with_parameters


def least_squares(
    formula: Sum,
    problem: Problem,
    *,
    factor: FloatArray,
    negligible: float = NEGLIGIBLE,
    directions: FloatArray | None = None,
) -> Sum:
    """Let the measured numbers of a formula minimise Σ (factor · (f - y))².

    Args:
        formula: With finite values on all rows; its numbers are where the search begins.
        problem: The data.
        factor: Of each row `(rows,)`.
        negligible: Share of the cost that is not worth a step.
        directions: Orthonormal directions that the numbers may move in `(numbers, directions)`;
            None for all.
    """
    on_rows, begin = FormulaOnRows(formula, problem.x), parameters(formula)
    # p = p₀ + B (z - z₀) with z₀ = Bᵀ p₀, so that z is of the numbers' own size.
    first = begin if directions is None else directions.T @ begin

    def moved(z: FloatArray) -> FloatArray:
        return z if directions is None else begin + directions @ (z - first)

    def residual(z: FloatArray) -> FloatArray:
        return (on_rows.values(moved(z)) - problem.y) * factor

    def slope(z: FloatArray) -> FloatArray:
        slopes = on_rows.jacobian(moved(z)) * factor[:, None]
        return slopes if directions is None else slopes @ directions

    found = levenberg_marquardt(residual, first, slope=slope, negligible=negligible)
    return with_parameters(formula, moved(found.numbers))


def onto_equalities(
    formula: Sum, problem: Problem, *, directions: FloatArray | None
) -> tuple[Sum, Equalities | None]:
    """Move the measured numbers of a formula onto the equalities of a problem.

    Args:
        formula: Any formula.
        problem: With what is known.
        directions: That the numbers may move in `(numbers, directions)`; None for all.

    Returns:
        The formula, and the equalities; None where there are none, or it cannot keep them.
    """
    if problem.known is None or not problem.known.equalities:
        return formula, None
    equalities = problem.known.equalities_of(formula, directions)
    numbers = equalities.onto(parameters(formula))
    if numbers is None:
        return formula, None
    return with_parameters(formula, numbers), equalities


def fit_along(
    equalities: Equalities,
    formula: Sum,
    *,
    problem: Problem,
    factor: FloatArray,
    negligible: float,
) -> Sum:
    """Let the measured numbers minimise Σ (factor · (f - y))² while they keep equalities.

    Args:
        equalities: That the numbers keep.
        formula: With finite values on all rows.
        problem: The data.
        factor: Of each row `(rows,)`.
        negligible: Share of the cost that is not worth a step.
    """
    on_rows = FormulaOnRows(formula, problem.x)

    def residual(numbers: FloatArray) -> FloatArray:
        return (on_rows.values(numbers) - problem.y) * factor

    def slope(numbers: FloatArray) -> FloatArray:
        return on_rows.jacobian(numbers) * factor[:, None]

    begin = parameters(formula)
    found = fit_within(equalities, begin, residual=residual, slope=slope, negligible=negligible)
    return with_parameters(formula, found)
