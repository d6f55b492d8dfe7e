"""What a finding says in words."""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from nalm.discovery import Candidate, Discovery, ReasonKind, Verdict
from nalm.reports.discovery._finding import Finding
from nalm.reports.interface._text import MISSING, scientific, short

HALF = 0.5
"""R² below which a formula that is no law is of no use for prediction."""

_HEADLINES: Mapping[Verdict, str] = MappingProxyType(
    {
        Verdict.LAW: "A law",
        Verdict.APPROXIMATION: "No law, an approximation",
        Verdict.UNDECIDED: "Undecided",
    }
)
_MEANINGS: Mapping[Verdict, str] = MappingProxyType(
    {
        Verdict.LAW: "It also predicts rows that it was not fitted to.",
        Verdict.APPROXIMATION: "It describes the data, but is not the law behind them. "
        "Use it for interpolation only.",
        Verdict.UNDECIDED: "The data do not contradict it, and do not establish it.",
    }
)
_WEAK = "It explains less than half of the variation. Do not use it for prediction."


def headline(discovery: Discovery) -> str:
    """Say in a few words how far the chosen equation is to be trusted.

    Args:
        discovery: What was found.
    """
    if discovery.verdict is Verdict.APPROXIMATION and _is_weak(discovery):
        return "No law"
    return _HEADLINES[discovery.verdict]


def meaning(discovery: Discovery) -> str:
    """Say what may be done with the chosen equation.

    Args:
        discovery: What was found.
    """
    return _WEAK if _is_weak(discovery) else _MEANINGS[discovery.verdict]


def _is_weak(discovery: Discovery) -> bool:
    # Of a law of motion R² is that of the slopes, which noise in the measurements lowers.
    is_law = discovery.verdict is Verdict.LAW
    return not is_law and discovery.candidates[discovery.chosen].r2 < HALF


def equation(finding: Finding, candidate: Candidate, *, digits: int = 6) -> str:
    """Write a candidate as an equation in plain text."""
    return finding.equation(candidate).text(digits=digits)


def form_of(candidate: Candidate) -> str:
    """Return a form as the user wrote it; empty of what was searched."""
    return "" if candidate.form is None else candidate.form.form.text


def reason_of(finding: Finding) -> str:
    """Say why that is the verdict; with the better formula, if a form that was given has one."""
    reason = finding.discovery.reason
    if reason.kind is not ReasonKind.BETTER_FORM:
        return str(reason)
    better = finding.discovery.candidates[int(reason.numbers["index"])]
    return f"{reason} It is {equation(finding, better)}."


def latex_equation(finding: Finding, candidate: Candidate, *, digits: int = 6) -> str:
    """Write a candidate as an equation in LaTeX, without dollar signs."""
    return finding.equation(candidate).latex(digits=digits)


def reach(finding: Finding) -> list[tuple[str, str]]:
    """List the range of the data, column by column: how far the equation was tested.

    Args:
        finding: With at least one row.

    Returns:
        Pairs of the column's name and its range with its unit.
    """
    columns = list(zip(finding.inputs, finding.x.T, strict=True))
    if not finding.rate:
        columns.append((finding.target, finding.y))
    return [(name, _range(values, finding.unit_of(name))) for name, values in columns]


def rows_used(finding: Finding) -> str:
    """Say how many rows there were, and how many were held out.

    Args:
        finding: What was found.

    Returns:
        A phrase such as ``8 rows, the 2 outermost held out``.
    """
    outer = len(finding.discovery.outer_rows)
    rows = f"{len(finding.y):,} {'row' if len(finding.y) == 1 else 'rows'}"
    return f"{rows}, the {outer:,} outermost held out" if outer else f"{rows}, none held out"


def percent(value: float) -> str:
    """Write a relative error.

    Args:
        value: Not negative, or NaN; infinite where a formula has no value.

    Returns:
        Percents where they read well, a power of ten where they do not.

    Example:
        >>> percent(0.0123), percent(2.5), percent(25.0), percent(3e-13), percent(float("nan"))
        ('1.2 %', '250 %', '25×', '3e-13', '–')
    """
    if math.isnan(value):
        return MISSING
    if not math.isfinite(value):
        return "no value"  # on some row that was held out
    if value >= 10:
        return f"{value:.0f}×" if value < 1e5 else scientific(value)
    if value >= 0.0995:
        return f"{100 * value:.0f} %"
    return f"{100 * value:.2g} %" if value >= 1e-5 else scientific(value)


def fraction_explained(r2: float) -> str:
    """Write a coefficient of determination so that a good fit can be told from a better one.

    Args:
        r2: At most 1; may be NaN.

    Returns:
        Four digits after the point, near 1 as many as tell it from 1 (at most nine); these are cut
        and not rounded, so that no fit looks better than it is.

    Example:
        >>> fraction_explained(0.95334), fraction_explained(1 - 9.5e-4), fraction_explained(1.0)
        ('0.9533', '0.9990', '1')
        >>> fraction_explained(1 - 2.4e-6), fraction_explained(-0.004), fraction_explained(-818.3)
        ('0.999997', '-0.0040', '-818.3')
    """
    if 0.999 < r2 < 1:
        digits = min(max(4, math.ceil(-math.log10(1 - r2))), 9)
        return f"{math.floor(r2 * 10**digits) / 10**digits:.{digits}f}"
    if r2 == 1 or not abs(r2) < 10:
        return short(r2)
    return f"{r2:.4f}" if abs(r2) > 1e-12 else "0"


def root_error(candidate: Candidate) -> float:
    """Return the root mean squared residual: in units of the target."""
    return math.sqrt(candidate.loss) if candidate.loss >= 0 else math.nan


def agreement(candidate: Candidate) -> str:
    """Say how many restarts of its structure ended in a candidate.

    Args:
        candidate: Found by random starts, or in another way.

    Returns:
        Text such as ``12 of 160``, or a dash for what no random start was needed for.
    """
    return f"{candidate.hits} of {candidate.restarts}" if candidate.restarts else MISSING


def ended(finding: Finding) -> str:
    """Say how long a search took and whether it came to its end.

    Args:
        finding: What was found.

    Returns:
        A phrase such as ``3.2 s`` or ``60 s, stopped before its end``.
    """
    seconds = finding.discovery.seconds
    text = f"{seconds:.1f} s" if seconds < 60 else f"{seconds:.0f} s"
    return text if finding.discovery.complete else f"{text}, stopped before its end"


def _range(values: Sequence[float] | np.ndarray, unit: str) -> str:
    known = np.asarray(values, dtype=float)
    known = known[np.isfinite(known)]
    if not len(known):
        return MISSING
    low, high = float(known.min()), float(known.max())
    text = f"{low:.4g}" if low == high else f"{low:.4g} to {high:.4g}"
    return f"{text} {unit}".strip()
