"""The constants of a formula, each with a name and its standard error."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

import numpy as np

from nalm.discovery import Candidate
from nalm.symbolic import parameter_names, parameters


@final
@dataclass(frozen=True, kw_only=True)
class Constant:
    """Hold one measured constant.

    Args:
        name: What it multiplies, or what it is the exponent of.
        value: Its estimate.
        stderr: Its standard error; NaN where it is not known.
    """

    name: str
    value: float
    stderr: float


def constants_of(candidate: Candidate, names: Sequence[str]) -> tuple[Constant, ...]:
    """List the measured constants of a candidate; exact ones have no error and are left out.

    Args:
        candidate: A fitted formula.
        names: Of its inputs.

    Returns:
        Constants in the order of `nalm.symbolic.parameters`.

    Example:
        >>> from nalm.discovery import Noise
        >>> from nalm.symbolic import Product, Sum
        >>> line = Candidate(
        ...     formula=Sum((Product(2.5),)), complexity=1, loss=0.0, r2=0.0,
        ...     extrapolation_error=0.0, bic=0.0, noise=Noise.CONSTANT, sigma=1.0,
        ...     covariance=np.array([[0.04]]), hits=1, restarts=1,
        ... )
        >>> constants_of(line, [])
        (Constant(name='constant', value=2.5, stderr=0.2),)
    """
    values = parameters(candidate.formula)
    errors = np.full(len(values), np.nan)
    if candidate.covariance.shape == (len(values), len(values)):
        with np.errstate(invalid="ignore"):
            errors = np.sqrt(np.diag(candidate.covariance))
    return tuple(
        Constant(name=name, value=float(value), stderr=float(error))
        for name, value, error in zip(
            parameter_names(candidate.formula, names), values, errors, strict=True
        )
    )


def measured(value: float, stderr: float) -> str:
    """Write a measured number with its standard error, to the digits that mean something.

    Args:
        value: The estimate.
        stderr: Its standard error; NaN where it is not known.

    Returns:
        Text with two digits of the error.

    Example:
        >>> measured(1.49987, 0.00031), measured(2.5e-9, 3e-11), measured(2.0, 0.0)
        ('1.49987 ± 0.00031', '(2.500 ± 0.030)e-9', '2')
        >>> measured(1.5, float("nan"))
        '1.5 ± ?'
    """
    if math.isnan(stderr):
        return f"{value:.6g} ± ?"
    # An error of the size of rounding is none: the data are exact.
    if stderr <= abs(value) * 1e-14 or math.isinf(stderr):
        return f"{value:.12g}" + (" ± ∞" if math.isinf(stderr) else "")
    size = max(abs(value), stderr)
    plain = 1e-4 <= size < 1e6
    power = 0 if plain else math.floor(math.log10(size))
    scale = 10.0**power
    # The first digit of the error stands at the place ⌊log₁₀⌋; one more is shown.
    digits = max(0, 1 - math.floor(math.log10(stderr / scale)))
    text = f"{value / scale:.{digits}f} ± {stderr / scale:.{digits}f}"
    return text if plain else f"({text})e{power}"
