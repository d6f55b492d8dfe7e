"""Where a formula has no value, and why."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.result._candidate import Discovery
from nalm.errors import DomainWarning
from nalm.symbolic import (
    Call,
    Number,
    Sum,
    as_formula,
    evaluate,
    find_function,
    sum_in,
    to_text,
)


@dataclass(frozen=True, kw_only=True)
class Violation:
    """Rows without a value, and the sentence that says why."""

    rows: tuple[int, ...]
    reason: str


def violations(formula: Sum, x: FloatArray, *, names: Sequence[str]) -> tuple[Violation, ...]:
    """Find the rows where a formula has no value.

    bᵖ needs b ≥ 0 where p is not an integer, and b ≠ 0 where p < 0.

    Args:
        formula: The formula.
        x: Inputs `(rows, inputs)`; rows with a NaN say nothing about the formula and are left out.
        names: Of the inputs.

    Returns:
        One entry per reason; none if the formula has a value everywhere.

    Example:
        >>> from nalm.symbolic import Power, Product
        >>> inverse = Sum((Product(1.0, (Power(0, -1.0),)),))
        >>> violations(inverse, np.array([[2.0], [0.0]]), names=["x"])
        (Violation(rows=(1,), reason='x = 0 has no power -1'),)
    """
    # `_reasons` lists all bases that are out of their domain; only rows without a value count.
    missing = ~np.isfinite(evaluate(formula, x)) & ~np.isnan(x).any(axis=1)
    if not missing.any():
        return ()
    found: list[Violation] = []
    explained = np.zeros(len(x), dtype=bool)
    for rows, reason in _reasons(formula, x, names):
        if (rows & missing).any() and all(reason != each.reason for each in found):
            found.append(Violation(rows=_indices(rows & missing), reason=reason))
            explained |= rows
    if (missing & ~explained).any():
        reason = "its value is beyond the largest 64-bit number"
        found.append(Violation(rows=_indices(missing & ~explained), reason=reason))
    return tuple(found)


def describe(violation: Violation) -> str:
    """Write a violation, for a warning or a table.

    Args:
        violation: Rows and reason.

    Returns:
        A sentence with the first few rows.

    Example:
        >>> describe(Violation(rows=(1,), reason="x = 0 has no power -1"))
        'row 1: x = 0 has no power -1'
    """
    rows = violation.rows
    shown = ", ".join(map(str, rows[:5])) + (f", … ({len(rows)} in all)" if len(rows) > 5 else "")
    return f"row{'s' if len(rows) > 1 else ''} {shown}: {violation.reason}"


def domain_violations(
    discoveries: Sequence[Discovery], x: FloatArray, *, names: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """Say of every candidate on which rows it has no value, and why.

    Args:
        discoveries: One per output.
        x: Inputs `(rows, inputs)`.
        names: Of the inputs.

    Returns:
        A text per output and candidate; empty where a candidate has a value on every row.
    """
    return tuple(
        tuple(
            "; ".join(map(describe, violations(each.formula, x, names=names)))
            for each in discovery.candidates
        )
        for discovery in discoveries
    )


def warn_outside(
    formulas: Sequence[Sum], targets: Sequence[str], *, x: FloatArray, names: Sequence[str]
) -> None:
    """Warn, once, about the rows where formulas have no value.

    Args:
        formulas: One per output.
        targets: Names of the outputs.
        x: Inputs `(rows, inputs)`.
        names: Of the inputs.
    """
    texts = [
        f"{target}: {describe(each)}"
        for target, formula in zip(targets, formulas, strict=True)
        for each in violations(formula, x, names=names)
    ]
    if texts:
        warnings.warn(
            f"outside the domain of the formula the prediction is NaN. {'; '.join(texts)}.",
            DomainWarning,
            stacklevel=4,  # the line that called `predict`,
        )


def _reasons(formula: Sum, x: FloatArray, names: Sequence[str]) -> Iterator[tuple[np.ndarray, str]]:
    for term in formula.terms:
        for power in term.powers:
            base = power.base
            inner = sum_in(base)
            if inner is not None:
                # Inner sums first: what they lack is the cause of what the outer one lacks.
                yield from _reasons(inner, x, names)
            if isinstance(base, Call):
                yield from _outside(base, x, names)
            raised = as_formula(base)
            values, text = evaluate(raised, x), to_text(raised, names)
            if float(power.exponent) < 0:
                yield values == 0, f"{text} = 0 has no power {_short(power.exponent)}"
            if not float(power.exponent).is_integer():
                yield values < 0, f"{text} < 0 has no power {_short(power.exponent)}"


def _outside(call: Call, x: FloatArray, names: Sequence[str]) -> Iterator[tuple[np.ndarray, str]]:
    function, argument = find_function(call.function), evaluate(call.argument, x)
    with np.errstate(all="ignore"):
        outside = np.isnan(function.value(argument)) & ~np.isnan(argument)
    text = to_text(as_formula(call), names)
    yield outside, f"{text} has values for {function.domain or 'other arguments'} only"


def _short(number: Number) -> str:
    return f"{number:.6g}" if isinstance(number, float) else str(number)


def _indices(rows: np.ndarray) -> tuple[int, ...]:
    return tuple(int(row) for row in np.flatnonzero(rows))
