"""How far to trust an equation, from how its solutions follow data it was not fitted to."""

import math

from nalm.discovery._candidate import Verdict

FEWEST = 5
"""Held-out measurements that can decide anything."""
LOOSE = 0.1
"""Standard error of an exponent from which the form is not determined."""
MISFIT = 2.0
"""Root mean square residual, in units of the noise, from which an equation does not fit."""


def verdict(
    *, inner: float, outer: float, relative: float, rows: int, rivals: int, loose: float
) -> tuple[Verdict, str]:
    """Judge one equation.

    Args:
        inner: Root mean square residual where it was fitted, in units of the noise.
        outer: The same on the outermost rows, which it was not fitted to.
        relative: Median relative error there.
        rows: How many measurements there are.
        rivals: How many other forms do as well.
        loose: Largest standard error of a measured exponent of the equation.

    Returns:
        The verdict, and why, for the user.
    """
    error = f"{100 * relative:.2g} %"
    if rows < FEWEST:
        return Verdict.UNDECIDED, (
            f"Only {rows} measurements could be held out; measure more rows or trajectories."
        )
    if not math.isfinite(inner) or not math.isfinite(outer):
        return Verdict.APPROXIMATION, "It has no solution through the data: it leaves its domain."
    if inner > MISFIT:
        return Verdict.APPROXIMATION, (
            f"Its solutions miss the measurements by {inner:.2g} times their noise: the law is "
            "not of this form, or depends on something that was not given."
        )
    if outer > (1 + 3 / rows**0.5) * max(inner, 1.0):
        return Verdict.APPROXIMATION, (
            f"Its solutions fit where it was fitted; on the outermost quarter they are off by "
            f"{error} (median), {outer:.2g} times the noise."
        )
    if rivals:
        return Verdict.UNDECIDED, (
            f"{rivals} other form{'s do' if rivals > 1 else ' does'} as well on the outermost "
            "quarter; data farther out, or less noise, would decide."
        )
    if loose > LOOSE:
        return Verdict.UNDECIDED, (
            f"It fits, but the data leave an exponent open by ± {loose:.2g}: other forms would fit "
            "too. Measure where the states vary more."
        )
    return Verdict.LAW, (
        f"Integrated through the outermost quarter of the data, which it was not fitted to, it is "
        f"off by {error} (median): no more than the noise."
    )
