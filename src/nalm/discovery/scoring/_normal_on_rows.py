"""The normal form of a formula on the rows of a table."""

from nalm.discovery.problem._agreement import in_agreement
from nalm.discovery.problem._constant_units import with_measured_units
from nalm.discovery.problem._problem import Problem, Units
from nalm.discovery.rewriting._trim import trim
from nalm.discovery.rewriting._two_levels import with_levels
from nalm.symbolic import Sum, simplify


def normal_on_rows(formula: Sum, problem: Problem, *, units: Units | None) -> Sum | None:
    """Bring a formula into its normal form on some rows; `None` if it is no arithmetic.

    Where constants carry units, those that do are measured; where they have none, the units of
    the formula agree, or there is no such formula.

    Args:
        formula: Any.
        problem: The rows.
        units: Of inputs and target, where constants carry units.
    """
    trimmed = trim(formula, problem.x)
    if trimmed is None:
        return None
    # Only an input that is positive on every row may be drawn out of a root.
    positive = tuple((problem.x.min(axis=0) > 0).tolist())
    if (known := problem.dimensions) is not None:
        return in_agreement(simplify(trimmed, positive=positive), known)
    normal = simplify(with_levels(trimmed, problem.x), positive=positive)
    if units is None:
        return normal
    return simplify(with_measured_units(normal, units), positive=positive)
