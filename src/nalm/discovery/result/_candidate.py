"""What a search returns: formulas, how well each fits and how far it reaches."""

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.result._fitted_form import FittedForm
from nalm.discovery.result._reason import Reason
from nalm.symbolic import Sum, parameters


class Verdict(Enum):
    """How far the chosen formula is to be trusted."""

    # Predicts the held-out rows to rounding error; or to within noise, and no rival does.
    LAW = "law"
    # The data contradict it: held-out rows that it misses, or residuals with a pattern.
    APPROXIMATION = "approximation"
    # Neither: too few rows, too little explained, a search that was cut short, a formula so
    # flexible that it follows other functions too, or a rival that differs beyond the data.
    UNDECIDED = "undecided"


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """One formula of the Pareto front between error and complexity.

    Attributes:
        formula: Fitted on all rows.
        complexity: Nodes of the formula as an expression.
        loss: Weighted mean squared residual over all rows.
        r2: Coefficient of determination over all rows.
        extrapolation_error: Median relative error |f - y| / |y| on the outer rows whose y is not 0,
            of the same form fitted to the inner rows alone; if all are 0, |f - y| as a share of the
            largest |y|. `nan` where there were too few rows to hold any out.
        bic: Bayesian information criterion over all rows; lower is better.
        noise: The noise model under which it was fitted.
        sigma: Standard deviation of that noise: in units of y, or relative.
        covariance: Of the formula's parameters `(parameters, parameters)`, in the order of
            `nalm.symbolic.parameters`.
        hits: How many restarts of its structure ended in this form.
        restarts: How many restarts there were.
        found_by: Name of the stage that found it; empty if that is not known.
        form: The form that a user gave, with its constants; `None` of what was searched.
    """

    formula: Sum
    complexity: int
    loss: float
    r2: float
    extrapolation_error: float
    bic: float
    noise: NoiseModel
    sigma: float
    covariance: FloatArray
    hits: int
    restarts: int
    found_by: str = ""
    form: FittedForm | None = None


def rewritten(candidate: Candidate, formula: Sum) -> Candidate:
    """Give a candidate another formula for its own: a covariance is known of its own numbers only.

    Args:
        candidate: As it was fitted.
        formula: What it becomes.

    Returns:
        The candidate; where the measured numbers are others, their covariance is NaN.
    """
    numbers = parameters(formula)
    if np.array_equal(numbers, parameters(candidate.formula)):
        return replace(candidate, formula=formula)
    unknown = np.full((len(numbers), len(numbers)), np.nan)
    return replace(candidate, formula=formula, covariance=unknown)


@dataclass(frozen=True, kw_only=True)
class Discovery:
    """Everything a search found for one target.

    Attributes:
        candidates: The front, from simple to complex; at least a constant.
        chosen: Index of the one that predicts the outer data best for its complexity.
        verdict: How far to trust it.
        reason: Why: the test that decided, with its numbers; `str(reason)` says it in words.
        inner_rows: Indices of the rows that candidates were chosen on.
        outer_rows: Indices of the outermost rows, held out to judge them.
        complete: Whether the search ended by itself: not by its time limit, not by Ctrl-C.
        seconds: Wall-clock time of the search.
    """

    candidates: tuple[Candidate, ...]
    chosen: int
    verdict: Verdict
    reason: Reason
    inner_rows: tuple[int, ...]
    outer_rows: tuple[int, ...]
    complete: bool
    seconds: float
