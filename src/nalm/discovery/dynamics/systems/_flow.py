"""From one measurement to the next: all intervals between them integrated at once.

Dormand and Prince's pair of orders 5 and 4, every interval in as many equal steps as its error
needs; intervals with equally many steps run together. Derivatives by the start and by the measured
numbers of the equations come from integrating their linear equations along (forward sensitivities).

References:
    Dormand and Prince (1980), "A family of embedded Runge-Kutta formulae", table 2.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.systems._system import System, linearised, numbers, slopes
from nalm.discovery.uncertainty._batched import evaluate_many
from nalm.symbolic import parameters

_NODES = np.array([0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1])
_STAGES = [
    np.array([]),
    np.array([1 / 5]),
    np.array([3 / 40, 9 / 40]),
    np.array([44 / 45, -56 / 15, 32 / 9]),
    np.array([19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729]),
    np.array([9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656]),
    np.array([35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84]),
]
_FIFTH = np.array([35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0])
_FOURTH = np.array([5179 / 57600, 0, 7571 / 16695, 393 / 640, -92097 / 339200, 187 / 2100, 1 / 40])
_ERROR = _FIFTH - _FOURTH

Known: TypeAlias = Callable[[FloatArray, "np.ndarray"], FloatArray]
"""All columns `(rows, columns)` at times `(rows,)` of intervals `(rows,)`; those that a system
integrates are overwritten."""


@dataclass(frozen=True, kw_only=True)
class Intervals:
    """Where the equations are integrated from and to, independently of each other.

    Attributes:
        begin: Times `(rows,)`.
        end: Times `(rows,)`.
        known: The columns that are functions of time.
    """

    begin: FloatArray
    end: FloatArray
    known: Known


@dataclass(frozen=True, kw_only=True)
class Flow:
    """Where intervals end, and how that depends on where they begin and on the numbers.

    Attributes:
        end: States `(rows, states)`; NaN where the equations left their domain.
        by_start: `(rows, states, states)`.
        by_number: `(rows, states, numbers)`.
    """

    end: FloatArray
    by_start: FloatArray
    by_number: FloatArray


def flow(system: System, start: FloatArray, *, intervals: Intervals, count: "np.ndarray") -> Flow:
    """Integrate every interval, with derivatives.

    Args:
        system: What is integrated.
        start: States at the begin `(rows, states)`.
        intervals: From when to when.
        count: Steps of each interval `(rows,)`.
    """
    rows, states = start.shape
    width = states + len(numbers(system))
    end = np.empty((rows, states))
    by_all = np.empty((rows, states, width))
    for each in np.unique(count):
        chosen = np.flatnonzero(count == each)
        end[chosen], by_all[chosen] = _with_derivatives(
            system, start[chosen], intervals, chosen, int(each)
        )
    return Flow(end=end, by_start=by_all[:, :, :states], by_number=by_all[:, :, states:])


def ends(
    system: System, start: FloatArray, *, intervals: Intervals, count: "np.ndarray"
) -> FloatArray:
    """Integrate every interval without derivatives `(rows, states)`."""
    end = np.empty_like(start)
    rates = _rates(system)
    for each in np.unique(count):
        chosen = np.flatnonzero(count == each)
        end[chosen] = _integrate(rates, start[chosen], intervals, chosen, int(each))[0]
    return end


def ends_of_draws(
    system: System,
    start: FloatArray,
    *,
    values: FloatArray,
    intervals: Intervals,
    rows: "np.ndarray",
    count: int,
) -> FloatArray:
    """Integrate some intervals for many vectors of measured numbers at once.

    Args:
        system: Whose measured numbers are replaced.
        start: States at the begin, of each draw and interval `(draws, rows, states)`.
        values: Measured numbers `(draws, numbers)`, in the order of `numbers`.
        intervals: From when to when, of which:
        rows: Which intervals `(rows,)`.
        count: Steps of each.

    Returns:
        States at the end `(draws, rows, states)`; NaN where the equations left their domain.
    """
    # Where the numbers of each term end in the vector of all.
    widths = np.cumsum([len(parameters(term)) for term in system.terms])[:-1]
    parts = np.split(values, widths, axis=1)

    def rates(x: FloatArray, known: FloatArray) -> FloatArray:
        inputs = np.broadcast_to(known, (len(x), *known.shape)).copy()
        inputs[:, :, list(system.columns)] = x
        terms = [
            evaluate_many(term, inputs, values=part)
            for term, part in zip(system.terms, parts, strict=True)
        ]
        return np.stack(terms, axis=-1) @ system.balance.T

    return _integrate(rates, start, intervals, rows, count)[0]


def end_errors(
    system: System,
    start: FloatArray,
    *,
    intervals: Intervals,
    rows: "np.ndarray",
    count: int,
    relative: tuple[bool, ...] = (),
) -> FloatArray:
    """Estimate the errors of the ends of some intervals `(rows, states)`.

    Args:
        system: What is integrated.
        start: States at the begin of all intervals.
        intervals: From when to when, of which:
        rows: Which intervals.
        count: Steps of each.
        relative: States whose errors grow and shrink with them on the way; none by default.
    """
    grows = np.array(relative or (False,) * start.shape[1])
    return _integrate(_rates(system), start[rows], intervals, rows, count, grows=grows)[1]


def _rates(system: System) -> Callable[[FloatArray, FloatArray], FloatArray]:
    """Return dx/dt at states `(rows, states)`, with all columns known but those."""
    columns = list(system.columns)

    def rates(x: FloatArray, known: FloatArray) -> FloatArray:
        # Every call of `Intervals.known` makes an array of its own, so this one may be changed.
        known[:, columns] = x
        return slopes(system, known)

    return rates


def _integrate(
    rates: Callable[[FloatArray, FloatArray], FloatArray],
    start: FloatArray,
    intervals: Intervals,
    rows: "np.ndarray",
    count: int,
    grows: "np.ndarray | bool" = False,
) -> tuple[FloatArray, FloatArray]:
    """Return ends and the sums of the steps' errors, each as large as it is at the end."""
    step = ((intervals.end - intervals.begin)[rows] / count)[:, None]
    x, error = start, np.zeros_like(start)
    with np.errstate(all="ignore"):
        for index in range(count):
            stages: list[FloatArray] = []
            for node, weights in zip(_NODES, _STAGES, strict=True):
                known = intervals.known(intervals.begin[rows] + step[:, 0] * (index + node), rows)
                stages.append(rates(_advance(x, stages, weights, step), known))
            # Absolute values, so that errors of opposite sign in two steps do not cancel.
            own = np.abs(_advance(np.zeros_like(x), stages, _ERROR, step))
            before, x = x, _advance(x, stages, _FIFTH, step)
            error = np.where(grows, (error + own) * np.abs(x / before), error + own)
    return x, error


def _with_derivatives(
    system: System, start: FloatArray, intervals: Intervals, rows: "np.ndarray", count: int
) -> tuple[FloatArray, FloatArray]:
    columns = list(system.columns)
    states = len(columns)
    step = ((intervals.end - intervals.begin)[rows] / count)[:, None]
    x = start
    by = np.zeros((len(rows), states, states + len(numbers(system))))
    by[:, range(states), range(states)] = 1.0
    with np.errstate(all="ignore"):
        for index in range(count):
            stages: list[FloatArray] = []
            turns: list[FloatArray] = []
            # The seventh stage estimates errors only: its weight in the fifth-order end is 0.
            for node, weights in zip(_NODES[:6], _STAGES[:6], strict=True):
                inputs = intervals.known(intervals.begin[rows] + step[:, 0] * (index + node), rows)
                inputs[:, columns] = _advance(x, stages, weights, step)
                value, by_state, by_number = linearised(system, inputs)
                # The variational equation S' = (∂f/∂x) S + ∂f/∂θ, by the same method as x itself.
                turn = by_state @ _advance(by, turns, weights, step[:, :, None])
                turn[:, :, states:] += by_number
                stages.append(value)
                turns.append(turn)
            x = _advance(x, stages, _FIFTH, step)
            by = _advance(by, turns, _FIFTH, step[:, :, None])
    return x, by


def _advance(
    x: FloatArray, stages: list[FloatArray], weights: FloatArray, step: FloatArray
) -> FloatArray:
    total = x
    for weight, stage in zip(weights, stages, strict=False):
        if weight:
            total = total + (weight * step) * stage
    return total
