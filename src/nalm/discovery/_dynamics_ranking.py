"""Which candidate of a state follows the data when it is integrated, where it was not fitted."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from dataclasses import dataclass
from functools import partial

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._dynamics_data import Courses, nodes
from nalm.discovery._dynamics_system import System, independent
from nalm.discovery._shooting import FLOOR, Refined, refine
from nalm.symbolic import Sum

RANKING_ITERATIONS = 10
CURVE_FLOOR = 1e-5
BLOCKS = 4
"""Parts of each trajectory, of which a quarter is held out."""


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A system and how well its solutions follow the data.

    Attributes:
        refined: Fitted to all measurements.
        bic: Bayesian information criterion of that fit.
        inner: Root mean square residual of each state of a fit without the held-out rows, there
            where it was fitted, in units of the noise `(states,)`.
        outer: The same on the held-out rows, where only the states were fitted, not the numbers.
        held: Which rows were held out `(rows,)`.
        relative: Median of |solution - measured| / |measured| on the held-out rows `(states,)`.
    """

    refined: Refined
    bic: float
    inner: FloatArray
    outer: FloatArray
    held: "np.ndarray"
    relative: FloatArray


def outermost(data: Courses) -> "np.ndarray":
    """Choose a quarter of the rows to hold out: parts of trajectories, farthest from the middle.

    Args:
        data: All trajectories.

    Returns:
        Whether each row is held out.
    """
    middle, spread = np.median(data.states, axis=0), np.ptp(data.states, axis=0)
    spread[spread == 0] = 1.0
    distance = np.sqrt(np.mean(((data.states - middle) / spread) ** 2, axis=1))
    blocks = [
        block
        for begin, end in zip(data.first, data.first[1:], strict=False)
        for block in np.array_split(np.arange(begin, end), BLOCKS)
        if len(block)
    ]
    blocks.sort(key=lambda block: -float(distance[block].mean()))
    held = np.zeros(len(data.t), dtype=bool)
    for block in blocks:
        if held.sum() + len(block) <= len(held) / BLOCKS + 1:
            held[block] = True
    return held


def judge(system: System, data: Courses, *, time: bool, held: "np.ndarray") -> Judged:
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
    within = refine(refined.system, set_up(held=held), iterations=RANKING_ITERATIONS)
    beyond = set_up(held=~held)
    outside = refine(within.system, beyond, frozen=True)
    with np.errstate(all="ignore"):
        error = np.abs(outside.residual) * everything.sigma / np.abs(everything.measured)
        return Judged(
            refined=refined,
            bic=_criterion(refined),
            inner=_size(within),
            outer=_size(outside),
            held=held,
            relative=np.array([_median(column) for column in error.T]),
        )


def _criterion(refined: Refined) -> float:
    count = int(np.isfinite(refined.residual).sum())
    if not np.isfinite(refined.chi2) or not refined.pieces:
        return float("inf")
    deviance = 0.0
    for column in refined.residual.T:
        seen = column[np.isfinite(column)]
        deviance += len(seen) * float(np.log(np.mean(seen**2) + 1e-4))
    return deviance + refined.free * float(np.log(max(count, 1)))


def _size(refined: Refined) -> FloatArray:
    if not np.isfinite(refined.chi2) or not refined.pieces:
        return np.full(refined.residual.shape[1], np.inf)
    seen = np.isfinite(refined.residual)
    total = np.where(seen, refined.residual, 0.0) ** 2
    degrees = max(1 - refined.free / max(int(seen.sum()), 1), 0.1)
    return np.sqrt(total.sum(axis=0) / np.maximum(seen.sum(axis=0) * degrees, 1))


def _median(values: FloatArray) -> float:
    seen = values[np.isfinite(values)]
    return float(np.median(seen)) if len(seen) else float("nan")


def rank(
    formulas: list[Sum], data: Courses, *, state: int, time: bool, held: "np.ndarray"
) -> list[Judged]:
    """Judge every candidate of one state, the other states following their curves.

    Args:
        formulas: The candidates.
        data: The measurements.
        state: Which state they are the right-hand side of.
        time: Whether the last column is time.
        held: Which rows are held out.
    """
    return [
        judge(independent((formula,), (state,)), data, time=time, held=held) for formula in formulas
    ]


def preferred(judged: list[Judged], held: "np.ndarray") -> tuple[int, list[int]]:
    """Choose among candidates: of those that the held-out rows cannot tell apart, the likeliest.

    Args:
        judged: One or more candidates.
        held: Which rows are held out.

    Returns:
        The chosen one, and all that do as well on the held-out rows.
    """
    outer = np.array([float(np.max(each.outer)) for each in judged])
    criteria = np.array([each.bic for each in judged])
    tolerance = 1 + 2 / np.sqrt(max(int(held.sum()), 1))
    least = max(float(outer.min()), 1.0)  # below the noise, smaller is luck
    close = [i for i, each in enumerate(outer) if np.isfinite(each) and each <= tolerance * least]
    if not close:
        return int(np.argmin(criteria)), []
    return min(close, key=lambda i: criteria[i]), close
