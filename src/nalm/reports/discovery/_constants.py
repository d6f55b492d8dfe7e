"""The constants of a finding as they are shown: which, and written how."""

import math

from nalm.discovery import Candidate, Constant, constants_of
from nalm.reports.discovery._finding import Finding


def shown_constants(finding: Finding, candidate: Candidate) -> tuple[Constant, ...]:
    """List the constants that an equation does not say in full.

    Args:
        finding: With the units.
        candidate: One of its candidates.

    Returns:
        Measured ones, which have an error, and exact ones with a unit.
    """
    listed = constants_of(candidate, finding.symbols, units=finding.measured_in)
    return tuple(each for each in listed if not each.exact or unit_of(each))


def unit_of(constant: Constant) -> str:
    """Return the unit of a constant; empty if it has none, or if units are not known.

    Args:
        constant: Any.
    """
    return "" if constant.unit == "1" else constant.unit


def written(constant: Constant) -> str:
    """Write value, error and unit.

    Args:
        constant: Any.

    Example:
        >>> written(Constant(place="c1", name="constant", value=0.2, stderr=0.001, unit="s^-1"))
        '0.2000 ± 0.0010 s^-1'
    """
    return f"{measured(constant.value, constant.stderr)} {unit_of(constant)}".rstrip()


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
