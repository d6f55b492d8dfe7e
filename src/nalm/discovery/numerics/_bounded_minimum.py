"""The smallest value of a function of one number between two bounds."""

# What SciPy gives back has no types.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false
# pyright: reportUnknownMemberType=false, reportAttributeAccessIssue=false, reportUnknownArgumentType=false

from collections.abc import Callable

from scipy.optimize import minimize_scalar

RELATIVE = 1e-11
"""Precision of the number, of its size where the search began."""


def bounded_minimum(
    value: Callable[[float], float], *, begin: float, low: float, high: float
) -> float:
    """Return the number of the smallest value found; `begin` if none is smaller (Brent 1973).

    Args:
        value: The function.
        begin: A number whose value is known to be small.
        low: The lower bound.
        high: The upper one.

    Example:
        >>> round(bounded_minimum(lambda x: (x - 2) ** 2, begin=1.0, low=0.0, high=3.0), 6)
        2.0
    """
    options = {"xatol": RELATIVE * max(abs(begin), 1e-300)}
    fit = minimize_scalar(value, bounds=(low, high), method="bounded", options=options)
    found = float(fit.x)
    return found if value(found) < value(begin) else begin
