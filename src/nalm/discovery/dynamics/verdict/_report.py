"""What was found for each state, as a `Discovery` like that of a search."""

from dataclasses import dataclass, replace

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.candidates._candidates import Ranked
from nalm.discovery.dynamics.measurements._conserved import dependent
from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories, table
from nalm.discovery.dynamics.systems._length import constants, is_neat
from nalm.discovery.dynamics.systems._numbers import exponents
from nalm.discovery.dynamics.systems._system import System, covariance_of
from nalm.discovery.dynamics.verdict._fitted_system import FittedSystem
from nalm.discovery.dynamics.verdict._noise_left import other_noise, smooth_deviation
from nalm.discovery.dynamics.verdict._rivals import rivals
from nalm.discovery.dynamics.verdict._verdict import Evidence, verdict
from nalm.discovery.dynamics.verdict._verdict_rules import (
    DYNAMICS_VERDICT_RULES,
    DynamicsVerdictRules,
)
from nalm.discovery.result._candidate import Candidate, Discovery
from nalm.symbolic import Sum, complexity, evaluate, same_form


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


def report_state(
    outcome: FittedSystem,
    data: SmoothedTrajectories,
    *,
    state: int,
    groups: tuple[tuple[int, ...], ...],
    rules: DynamicsVerdictRules = DYNAMICS_VERDICT_RULES,
) -> Discovery:
    """Write what was found for one state as a `Discovery`.

    Args:
        outcome: The fitted system.
        data: Measurements and curves.
        state: Which state.
        groups: States whose sum is constant.
        rules: The numbers that decide.
    """
    following = dependent(groups)
    judged, _, column = outcome.part_of(state)
    # A state that follows from the others has no candidates: it is judged by those of the first
    # state of its group.
    own = following[state][0] if state in following else state
    source, place = outcome.ranked[own], outcome.chosen.places[own]
    system = outcome.fitted.system
    best = replace(
        source.pool[place],
        formula=system.formulas[state],
        covariance=covariance_of(system, outcome.fitted.covariance, state=state),
        # That of the state alone, as of its other candidates: the criterion of the whole system
        # counts all states and could not be compared.
        bic=judged.bic if len(source.pool) == 1 else source.judged[place].bic,
        extrapolation_error=float(judged.relative[column]),
        sigma=float(outcome.sigma[state]),
    )
    others = [] if state in following else _others(source, place, best.formula)
    scored = [_scored(each, data, state) for each in (best, *others)]
    # The chosen one is number 0 before sorting.
    order = sorted(range(len(scored)), key=lambda i: scored[i].complexity)
    evidence = _evidence(outcome, data, best, state=state, searched=own, rules=rules)
    decision, reason = verdict(evidence, rules)
    return replace(
        source.discovery,
        candidates=tuple(scored[i] for i in order),
        chosen=order.index(0),
        verdict=decision,
        reason=reason,
        inner_rows=tuple(np.flatnonzero(~judged.held).tolist()),
        outer_rows=tuple(np.flatnonzero(judged.held).tolist()),
    )


def _evidence(
    outcome: FittedSystem,
    data: SmoothedTrajectories,
    best: Candidate,
    *,
    state: int,
    searched: int,
    rules: DynamicsVerdictRules,
) -> Evidence:
    judged, fitted, column = outcome.part_of(state)
    inner = float(judged.inner[column])
    noisy = _is_noisy(inner, data, state=state, rules=rules)
    count, odds = _rivals(outcome, data, state=state, rules=rules)
    freedom = float(np.sum([curves[state].freedom for curves in data.curves]))
    return Evidence(
        inner=inner,
        outer=float(judged.outer[column]),
        relative=float(judged.relative[column]),
        rows=_count(data, state, judged.held),
        inner_rows=_count(data, state, ~judged.held),
        begun=judged.outside.pieces,
        pattern=_pattern(fitted.residual[:, column], data.first, noise=inner, rules=rules),
        rivals=count,
        odds=odds,
        neat=is_neat(best.formula),
        loose=_loosest(best),
        numbers=constants(best.formula),
        freedom=freedom,
        alone=len(data.trajectories) == 1 and noisy,
        # Without noise nothing rests on how well the noise is known.
        spare=_spare(data, state, freedom, rules=rules) if noisy else np.inf,
        few=data.is_short and noisy,
        given=searched in outcome.given,
        cut=outcome.cut or judged.cut,
        complete=outcome.chosen.complete and outcome.ranked[searched].complete,
        searched=outcome.ranked[searched].discovery.complete,
        smooth=smooth_deviation(inner, data, state=state, rules=rules),
        other_noise=other_noise(fitted.states[:, column], data, state=state) if noisy else -np.inf,
        proportional=bool(data.relative) and data.relative[state],
    )


def _count(data: SmoothedTrajectories, state: int, rows: "np.ndarray") -> int:
    return int((np.isfinite(data.measured[:, state]) & rows).sum())


def _is_noisy(
    inner: float, data: SmoothedTrajectories, *, state: int, rules: DynamicsVerdictRules
) -> bool:
    """Say whether residuals are more than rounding.

    Where rows are few, curves take motion for noise, and what is little beside that may be much.
    """
    spread = float(np.nanstd(data.measured[:, state]))
    relative = bool(data.relative) and data.relative[state]
    size = float(data.sigma[state]) / (1.0 if relative or not spread else spread)
    return inner > rules.quiet or inner * size > rules.visible


def _pattern(
    residual: FloatArray, first: tuple[int, ...], *, noise: float, rules: DynamicsVerdictRules
) -> float:
    """Return the correlation of successive residuals in standard errors; 0 without noise."""
    seen = residual[np.isfinite(residual)]
    if noise < rules.quiet or len(seen) < rules.fewest_in_a_row or not seen.any():
        return 0.0
    # Of independent residuals, products of neighbours have mean 0 and variance 1, so the sum over
    # √n is standard normal. Clipped, no outlier makes a pattern alone.
    scaled = np.clip((residual - seen.mean()) / seen.std(), -3, 3)
    products = scaled[1:] * scaled[:-1]
    # The last row of a trajectory and the first of the next are no neighbours.
    products[np.array(first[1:-1], dtype=int) - 1] = np.nan
    known = products[np.isfinite(products)]
    return float(known.sum() / np.sqrt(max(len(known), 1)))


def _spare(
    data: SmoothedTrajectories, state: int, freedom: float, *, rules: DynamicsVerdictRules
) -> float:
    """Count the measurements on which the noise rests: none where curves show little but noise."""
    values = data.measured[:, state]
    values = values[np.isfinite(values)]
    relative = bool(data.relative) and data.relative[state]
    spread = float(np.std(np.log(values) if relative else values))
    return len(values) - freedom if data.sigma[state] < rules.unseen * spread else 0.0


def _rivals(
    outcome: FittedSystem, data: SmoothedTrajectories, *, state: int, rules: DynamicsVerdictRules
) -> tuple[int, float]:
    # With time in any case: formulas that do not use it do not mind a further column.
    x = table(data, time=True)[data.trusted.all(axis=1)]
    fitted = outcome.fitted
    return rivals(
        outcome.chosen, fitted.system, covariance=fitted.covariance, state=state, x=x, rules=rules
    )


def _others(source: Ranked, place: int, formula: Sum) -> list[Candidate]:
    others = [_candidate(source, i) for i in range(len(source.pool)) if i != place]
    return [each for each in others if not same_form(each.formula, formula)]


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


def _scored(candidate: Candidate, data: SmoothedTrajectories, state: int) -> Candidate:
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
