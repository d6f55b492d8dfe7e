"""The few functions of SciPy in use, with types; it is imported by the first that is called."""

# SciPy ships no type stubs; here, and nowhere else, its functions get their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportAttributeAccessIssue=false

import math
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, cast


def root(function: Callable[[float], float], bracket: tuple[float, float]) -> float:
    """Find where a function that changes its sign between the ends of a bracket is zero."""
    from scipy.optimize import brentq

    # The absolute tolerance must not matter: some roots are of the order 1e-10.
    solve = cast("Callable[..., float]", brentq)
    return float(solve(function, *bracket, xtol=sys.float_info.min, rtol=1e-14, maxiter=500))


def wilson(successes: int, runs: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a proportion, without continuity correction."""
    from scipy.stats import binomtest

    interval = binomtest(successes, runs).proportion_ci(confidence_level=0.95, method="wilson")
    return float(interval.low), float(interval.high)


def student_quantile(degrees: int, probability: float = 0.975) -> float:
    """Return a quantile of Student's t distribution, by default that of 97.5 %."""
    from scipy.stats import t

    return float(t.ppf(probability, degrees))


def median_rank(runs: int) -> int:
    """Return how many of the smallest numbers lie below a 95 % interval of the median."""
    from scipy.stats import binom

    # The first count whose probability reaches 2.5 %; with one less, each tail stays below it.
    return int(binom.ppf(0.025, runs, 0.5)) - 1


def logistic(x: float) -> float:
    """Return 1 / (1 + exp(-x))."""
    return float(_special().expit(x))


def stirling_gap(z: float) -> float:
    r"""Compute $g(z) = z \ln z - z - \ln\Gamma(z)$ without cancellation, for z > 0."""
    if z < _LARGE:
        return z * math.log(z) - z - float(_special().gammaln(z))
    r = 1 / z
    # Stirling's series for ln Γ, without the leading terms, which cancel.
    return 0.5 * math.log(z / (2 * math.pi)) - r / 12 + r**3 / 360 - r**5 / 1260


def stirling_slope(z: float) -> float:
    r"""Compute $g'(z) = \ln z - \psi(z)$ without cancellation, for z > 0."""
    if z < _LARGE:
        return math.log(z) - float(_special().digamma(z))
    r = 1 / z
    # The derivative of the series, term by term.
    return r / 2 + r**2 / 12 - r**4 / 120 + r**6 / 252


@cache
def _special() -> Any:  # noqa: ANN401
    """Import what is called so often that an import statement in each call would show."""
    import scipy.special

    return scipy.special


_LARGE = 100.0
"""From here on four terms are exact to double precision, while the plain formulas cancel."""
