"""How well a candidate, integrated, predicts the held-out rows."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories, nodes
from nalm.discovery.dynamics.systems._length import system_description_length
from nalm.discovery.dynamics.systems._shooting import FLOOR, Refined, refine
from nalm.discovery.dynamics.systems._system import System
from nalm.discovery.scoring._whitening import whiten_residuals

RANKING_ITERATIONS = 10
CURVE_FLOOR = 1e-5
NONE_LEFT = 1e-4
"""Mean squared residual, in units of the noise, that counts as none."""
TAILS = 4.0
"""Degrees of freedom of the predictive density: with Student's tails no single outlier decides."""


@dataclass(frozen=True, kw_only=True)
class ScoredSystem:
    """A system and how well its solutions follow the data.

    Attributes:
        refined: Fitted to all measurements.
        bic: Bayesian information criterion of that fit.
        score: -2 log of its evidence: of the inner rows by fit and length, of the held-out rows
            by what it predicted for them, or of all rows if these are few; lower is better.
        inner: Root mean square residual of each state on the inner rows, of a fit to these, in
            units of the noise `(states,)`.
        outer: Root mean square standardised prediction error on the held-out rows, where only the
            states were fitted, not the numbers.
        held: Which rows were held out `(rows,)`.
        within: The fit without the held-out rows.
        outside: Its numbers on the held-out rows.
        relative: Median of |solution - measured| / |measured| on the held-out rows `(states,)`.
    """

    refined: Refined
    bic: float
    score: float
    inner: FloatArray
    outer: FloatArray
    held: "np.ndarray"
    within: Refined
    outside: Refined
    relative: FloatArray

    @property
    def cut(self) -> bool:
        """Whether the time was up before all of its fits ended."""
        return self.refined.cut or self.within.cut or self.outside.cut


def judge(
    system: System, data: SmoothedTrajectories, *, time: bool, held: "np.ndarray"
) -> ScoredSystem:
    """Fit a system with and without the held-out rows, and integrate it through these.

    Args:
        system: Of all states or of some; the others follow their curves.
        data: The measurements.
        time: Whether the last column is time.
        held: Which rows are held out.
    """
    # One state alone follows the curves of the others, which are less exact than measurements.
    least = FLOOR if len(system.columns) == data.states.shape[1] else CURVE_FLOOR
    set_up = partial(nodes, data, columns=system.columns, time=time, least=least)
    everything = set_up(held=np.zeros_like(held))
    refined = refine(system, everything, iterations=RANKING_ITERATIONS)
    # Begun at the fit to all rows, which saves steps; a converged fit forgets its start.
    within = refine(refined.system, set_up(held=held), iterations=RANKING_ITERATIONS)
    beyond = set_up(held=~held)
    # A new piece has to begin somewhere: its states are fitted, the numbers are not.
    outside = refine(within.system, beyond, frozen=True)
    share = np.array([data.independent[c] if data.independent else 1.0 for c in system.columns])
    with np.errstate(all="ignore"):
        error = np.abs(1 - outside.states / beyond.measured)
        lost = 0.0 if np.isfinite(outside.chi2) else np.inf
        return ScoredSystem(
            refined=refined,
            bic=_criterion(refined),
            score=_scored(refined, within, outside, share=share, few=data.is_short),
            inner=_size(within),
            outer=_prediction_errors(within, outside),
            held=held,
            within=within,
            outside=outside,
            relative=np.array([_median(column) for column in error.T]) + lost,
        )


def rescored(judged: ScoredSystem, share: FloatArray, *, few: bool) -> ScoredSystem:
    """Score a system again where not all residuals are independent.

    Args:
        judged: The system.
        share: How much of the residuals of each of its states counts.
        few: Whether the rows are few.
    """
    with np.errstate(all="ignore"):
        score = _scored(judged.refined, judged.within, judged.outside, share=share, few=few)
    return replace(judged, score=score)


def _scored(
    refined: Refined, within: Refined, outside: Refined, *, share: FloatArray, few: bool
) -> float:
    if few:
        return _evidence(refined, share, few=True)
    return _score(within, outside, share)


def _criterion(refined: Refined) -> float:
    count = int(np.isfinite(refined.residual).sum())
    if not np.isfinite(refined.chi2) or not refined.pieces:
        return float("inf")
    deviance = 0.0
    for column in refined.residual.T:
        seen = column[np.isfinite(column)]
        # -2 log likelihood with the variance of each state at its best value, n ln(Σ r²/n).
        deviance += len(seen) * float(np.log(np.mean(seen**2) + 1e-4))
    return deviance + refined.free * float(np.log(max(count, 1)))


def _evidence(refined: Refined, share: FloatArray, *, few: bool = False) -> float:
    """Fit and length of what was fitted; length counts more if measurements are few.

    The correction is that of Hurvich and Tsai (1989), "Regression and time series model selection
    in small samples", Biometrika 76.
    """
    if not np.isfinite(refined.chi2) or not refined.pieces:
        return float("inf")
    left = _left(refined)
    total = float(np.sum((share * np.log(left))[refined.state]))
    # A piece has its own first states: an equation that loses the data here and there, where
    # noise takes it out of its domain, is not to gain by it.
    count = float(np.sum(share[refined.state]))
    first = min(refined.pieces, count) * len(left) * float(np.log(max(count, 2.0)))
    # The covariance is in units of the assumed noise; `left` is how much larger the variance of the
    # residuals is.
    covariance = refined.covariance * float(np.mean(left / share))
    length = first + system_description_length(refined.system, covariance, count=count)
    return total + length * (count / max(count - refined.free - 1, 1) if few else 1.0)


def _score(within: Refined, outside: Refined, share: FloatArray) -> float:
    """Fit and length of what was fitted, and the predictive density of what was held out."""
    if not np.isfinite(outside.chi2) or not outside.pieces:
        return float("inf")
    left = _left(within)
    total = _evidence(within, share)
    residual, determinant = _whitened(within, outside)
    # -2 log of Student's density of the whitened residuals: ln of the scales, and the tails.
    own = share[outside.state]
    total += float(np.sum(own * np.log(left[outside.state]))) + determinant * float(share.mean())
    total += float(np.sum(own * (TAILS + 1) * np.log1p(residual**2 / TAILS)))
    count = max(float(np.sum(share[within.state])), 2.0)
    return total + min(outside.pieces, count) * len(left) * float(np.log(count))


def _size(refined: Refined) -> FloatArray:
    if not np.isfinite(refined.chi2) or not refined.pieces:
        return np.full(refined.residual.shape[1], np.inf)
    seen = np.isfinite(refined.residual)
    total = np.where(seen, refined.residual, 0.0) ** 2
    # Never below a tenth, lest a fit with a number for every row have infinite residuals.
    degrees = max(1 - refined.free / max(int(seen.sum()), 1), 0.1)
    return np.sqrt(total.sum(axis=0) / np.maximum(seen.sum(axis=0) * degrees, 1))


def _prediction_errors(within: Refined, outside: Refined) -> FloatArray:
    """Root mean square standardised prediction errors of the held-out rows, per state."""
    plain = _size(outside)
    if not np.isfinite(plain).all() or not np.isfinite(within.chi2):
        return plain
    residual, _ = _whitened(within, outside)
    left = _left(within)
    for state in range(len(plain)):
        own = outside.state == state
        before = float(np.mean(outside.misfit[own] ** 2)) if own.any() else 0.0
        if before > 0:
            # Whitening shortens residuals by what the errors of the numbers explain; `left` turns
            # them back into units of the assumed noise, in which `inner` is too.
            after = float(np.mean(residual[own] ** 2)) * left[state]
            plain[state] *= (after / before) ** 0.5
    return plain


def _left(within: Refined) -> FloatArray:
    """Mean squared residual of each state, in units of the noise."""
    left = np.ones(within.residual.shape[1])
    for state in range(len(left)):
        own = within.misfit[within.state == state]
        if len(own):
            # Each piece has spent one number of this state, its first value.
            degrees = max(len(own) - within.pieces, 1)
            left[state] = float(np.sum(own**2)) / degrees + NONE_LEFT
    return left


def _whitened(within: Refined, outside: Refined) -> tuple[FloatArray, float]:
    """Whitened residuals of the held-out rows: they share the errors of the fitted numbers."""
    left = _left(within)
    own = np.sqrt(left[outside.state])
    covariance = within.covariance * float(np.mean(left))
    return whiten_residuals(
        outside.misfit / own, outside.design / own[:, None], covariance=covariance
    )


def _median(values: FloatArray) -> float:
    seen = values[np.isfinite(values)]
    return float(np.median(seen)) if len(seen) else float("nan")
