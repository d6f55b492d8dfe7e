"""The front as rows: what the terminal, the page and JSON show of each candidate."""

import math

import numpy as np

from nalm.discovery import Candidate
from nalm.reports.discovery._constants import shown_constants
from nalm.reports.discovery._finding import Finding
from nalm.reports.discovery._words import equation, latex_equation, root_error
from nalm.reports.interface._frames import Frame, Record, make_frame
from nalm.symbolic import to_json, to_sympy

COLUMNS = (
    *("chosen", "complexity", "loss", "rmse", "r2", "extrapolation_error", "bic"),
    *("noise", "sigma", "found", "starts", "equation"),
)


def candidate_frame(finding: Finding) -> Frame:
    """List the candidates, from simple to complex.

    Args:
        finding: What was found.

    Returns:
        A frame with one row per candidate and the columns `COLUMNS`.
    """
    return make_frame([_row(finding, k) for k in range(len(finding.discovery.candidates))], COLUMNS)


def as_object(finding: Finding) -> Record:
    """Write a finding as an object that JSON can hold: numbers that are not finite become None.

    Args:
        finding: What was found.

    Returns:
        Target, inputs with their ranges, verdict, reason as text and as data, what may help, and
        every candidate with its formula.
    """
    discovery = finding.discovery
    columns = zip(finding.inputs, finding.x.T, strict=True)
    return {
        "target": finding.target,
        "left_side": finding.left,
        "unit": finding.units.get(finding.target),
        "inputs": [
            {
                "name": name,
                "unit": finding.units.get(name),
                "minimum": plain(float(np.nanmin(values))),
                "maximum": plain(float(np.nanmax(values))),
            }
            for name, values in columns
        ],
        "rows": len(finding.y),
        "outer_rows": list(discovery.outer_rows),
        "verdict": discovery.verdict.value,
        "reason": str(discovery.reason),
        "reason_kind": discovery.reason.kind.value,
        "reason_numbers": {name: plain(value) for name, value in discovery.reason.numbers.items()},
        "advice": [
            {"kind": hint.kind.value, "column": hint.column, "text": str(hint)}
            for hint in finding.advice()
        ],
        "complete": discovery.complete,
        "seconds": discovery.seconds,
        "chosen": discovery.chosen,
        "candidates": [_object(finding, k) for k in range(len(discovery.candidates))],
    }


def _object(finding: Finding, place: int) -> Record:
    candidate = finding.discovery.candidates[place]
    row = {key: plain(value) for key, value in _row(finding, place).items()}
    return {
        **row,
        "latex": latex_equation(finding, candidate),
        "sympy": str(to_sympy(candidate.formula, finding.symbols)),
        "formula": to_json(candidate.formula),
        "constants": [
            {
                "name": each.name,
                "value": plain(each.value),
                "stderr": plain(each.stderr),
                "unit": each.unit or None,
            }
            for each in shown_constants(finding, candidate)
        ],
    }


def plain(value: object) -> object:
    """Return a value, or None for a number that JSON cannot hold.

    Args:
        value: Anything.

    Example:
        >>> plain(1.5), plain(math.nan), plain("text")
        (1.5, None, 'text')
    """
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _row(finding: Finding, place: int) -> Record:
    candidate: Candidate = finding.discovery.candidates[place]
    return {
        "chosen": place == finding.discovery.chosen,
        "complexity": candidate.complexity,
        "loss": candidate.loss,
        "rmse": root_error(candidate),
        "r2": candidate.r2,
        "extrapolation_error": candidate.extrapolation_error,
        "bic": candidate.bic,
        "noise": candidate.noise.name,
        "sigma": candidate.sigma,
        "found": candidate.hits,
        "starts": candidate.restarts,
        "equation": equation(finding, candidate),
    }
