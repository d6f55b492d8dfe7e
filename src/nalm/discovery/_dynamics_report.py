"""What was found for each state, written as its search would."""

from dataclasses import dataclass, replace

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._candidate import Candidate, Discovery
from nalm.discovery._dynamics_conserved import dependent
from nalm.discovery._dynamics_data import Courses, table
from nalm.discovery._dynamics_numbers import exponents
from nalm.discovery._dynamics_ranking import Judged
from nalm.discovery._dynamics_system import System, covariance_of
from nalm.discovery._dynamics_verdict import verdict
from nalm.symbolic import Sum, complexity, evaluate, same_form

SAME = 0.05
"""Relative difference of slopes up to twice as far out, up to which two formulas are one law."""


@dataclass(frozen=True, kw_only=True)
class Equations:
    """What a fit found.

    Attributes:
        system: Right-hand sides of all states.
        covariance: Of its measured numbers.
        sigma: Noise of each state's measurements.
        discoveries: Of each state, in the order of the states.
    """

    system: System
    covariance: FloatArray
    sigma: FloatArray
    discoveries: tuple[Discovery, ...]


@dataclass(frozen=True, kw_only=True)
class Ranked:
    """The candidates of one state."""

    discovery: Discovery
    pool: list[Candidate]
    judged: list[Judged]
    chosen: int
    close: list[int]

    @property
    def formula(self) -> Sum:
        """What the chosen one became."""
        return self.formula_of(self.chosen)

    def formula_of(self, index: int) -> Sum:
        """Return what a candidate became by integrating it; if it has no solution, as found."""
        judged = self.judged[index]
        return (
            judged.refined.system.formulas[0]
            if np.isfinite(judged.bic)
            else self.pool[index].formula
        )


def report_state(
    found: Equations,
    data: Courses,
    *,
    ranked: dict[int, Ranked],
    state: int,
    judged: Judged,
    groups: tuple[tuple[int, ...], ...],
) -> Discovery:
    """Write what was found for one state as its search would.

    Args:
        found: The fitted system.
        data: Measurements and curves.
        ranked: The candidates of each state that was searched.
        state: Which state.
        judged: The system on the held-out rows.
        groups: States whose sum is constant.
    """
    following, held = dependent(groups), judged.held
    source = ranked[following[state][0] if state in following else state]
    formula = found.system.formulas[state]
    best = replace(
        source.pool[source.chosen],
        formula=formula,
        covariance=covariance_of(found.system, found.covariance, state=state),
        bic=judged.bic,
        extrapolation_error=float(judged.relative[state]),
        sigma=float(found.sigma[state]),
    )
    others = [] if state in following else _others(source, formula)
    scored = [_scored(each, data, state) for each in (best, *others)]
    order = sorted(range(len(scored)), key=lambda i: scored[i].complexity)
    decision, reason = verdict(
        inner=float(judged.inner[state]),
        outer=float(judged.outer[state]),
        relative=float(judged.relative[state]),
        rows=int(np.isfinite(data.measured[held, state]).sum()),
        rivals=0 if state in following else _rivals(source, formula, table(data, time=True)),
        loose=_loosest(best),
    )
    return replace(
        source.discovery,
        candidates=tuple(scored[i] for i in order),
        chosen=order.index(0),
        verdict=decision,
        reason=reason,
        inner_rows=tuple(np.flatnonzero(~held).tolist()),
        outer_rows=tuple(np.flatnonzero(held).tolist()),
    )


def _others(source: Ranked, formula: Sum) -> list[Candidate]:
    others = [_candidate(source, i) for i in range(len(source.pool)) if i != source.chosen]
    return [each for each in others if not same_form(each.formula, formula)]


def _rivals(source: Ranked, formula: Sum, x: FloatArray) -> int:
    """Count the other laws that neither the held-out rows nor the criterion refute."""
    least = source.judged[source.chosen].bic
    return sum(
        source.judged[i].bic < least + 2 and not _agree(source.formula_of(i), formula, x)
        for i in source.close
        if i != source.chosen
    )


def _agree(a: Sum, b: Sum, x: FloatArray) -> bool:
    """Tell whether two formulas say the same also outside the data: then they are one law."""
    factors = np.random.default_rng(0).uniform(0.5, 2.0, x.shape)
    first, second = evaluate(a, x * factors), evaluate(b, x * factors)
    known = np.isfinite(first) & np.isfinite(second)
    if known.mean() < 0.9:
        return False
    size = np.sqrt(np.mean(second[known] ** 2))
    return bool(np.sqrt(np.mean((first - second)[known] ** 2)) < SAME * size)


def _loosest(candidate: Candidate) -> float:
    """Return the largest standard error of a measured exponent."""
    errors = np.sqrt(np.maximum(np.diag(candidate.covariance), 0.0))
    marks = exponents(candidate.formula)
    return max((float(e) for e, is_one in zip(errors, marks, strict=True) if is_one), default=0.0)


def _candidate(source: Ranked, index: int) -> Candidate:
    judged = source.judged[index]
    if not np.isfinite(judged.bic):
        return replace(source.pool[index], bic=float("inf"), extrapolation_error=float("inf"))
    return replace(
        source.pool[index],
        formula=source.formula_of(index),
        covariance=judged.refined.covariance,
        bic=judged.bic,
        extrapolation_error=float(judged.relative[0]),
    )


def _scored(candidate: Candidate, data: Courses, state: int) -> Candidate:
    """Compare with the slopes of the curves, which do not depend on any equation."""
    values = evaluate(candidate.formula, table(data, time=True))
    seen = data.trusted.all(axis=1) & np.isfinite(values)
    slopes = data.slopes[seen, state]
    loss = float(np.mean((slopes - values[seen]) ** 2)) if seen.any() else float("inf")
    spread = float(np.var(slopes)) if seen.any() else 0.0
    return replace(
        candidate,
        complexity=complexity(candidate.formula),
        loss=loss,
        r2=1 - loss / spread if spread > 0 else float("nan"),
    )
