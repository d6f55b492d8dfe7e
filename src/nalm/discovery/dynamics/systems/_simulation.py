"""Solving the equations forward, and saying where they stop."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast, final

import numpy as np
from scipy.integrate import solve_ivp

from nalm._typing import FloatArray
from nalm.discovery.dynamics.systems._system import System, numbers, slopes, with_numbers
from nalm.errors import InvalidValueError

METHODS = ("DOP853", "RK45", "Radau", "BDF", "LSODA")
MOST_EVALUATIONS = 200_000
HUGE = 1e30


@dataclass(frozen=True, kw_only=True)
class Simulated:
    """A solution at the wanted times.

    Attributes:
        states: `(times, states)`; NaN after the end.
        end: When the solution ended; None if it reached the last time.
        reason: Why it ended, with the numbers of the states concerned.
        concerned: Those states.
    """

    states: FloatArray
    end: float | None = None
    reason: str = ""
    concerned: tuple[int, ...] = ()


class _ExhaustedError(Exception):
    """Too many evaluations."""


def simulate(
    system: System,
    t: FloatArray,
    *,
    start: FloatArray,
    known: Callable[[float], FloatArray],
    method: str = "DOP853",
    tolerance: float = 1e-9,
) -> Simulated:
    """Solve the equations from a start.

    Args:
        system: Right-hand sides.
        t: Increasing times; the first is the one of the start.
        start: States there.
        known: All columns `(columns,)` at a time; those of the states are overwritten.
        method: Of `scipy.integrate.solve_ivp`.
        tolerance: Relative error of a step.
    """
    rates = _Rates(system, known, begin=float(t[0]))
    result = np.full((len(t), len(start)), np.nan)
    result[0] = start
    if not np.isfinite(rates(float(t[0]), start)).all():
        return Simulated(states=result, end=float(t[0]), reason="domain", concerned=rates.lost)
    if len(t) == 1:
        return Simulated(states=result)
    solve = cast("Callable[..., Any]", solve_ivp)
    # A state that starts at 0 has no size of its own: then a thousandth of the largest one.
    scale = np.maximum(np.abs(start), float(np.abs(start).max()) * 1e-3) + 1e-300
    options = {"rtol": tolerance, "atol": 1e-3 * tolerance * scale, "events": rates.accepted}
    try:
        with np.errstate(all="ignore"):
            solution = solve(rates, (t[0], t[-1]), start, method=method, t_eval=t, **options)
    # What was solved so far is lost with the exception; only its end is known.
    except _ExhaustedError:
        return Simulated(states=result, end=rates.last, reason="stiff")
    except ValueError:  # the implicit methods refuse values that are not finite
        return Simulated(states=result, end=rates.last, reason="domain", concerned=rates.lost)
    reached = np.reshape(np.asarray(solution.y).T, (-1, len(start)))
    # The solver returns the wanted times that it reached, and none after its end.
    result[: len(reached)] = reached
    if solution.status == 0 and np.isfinite(reached).all():
        return Simulated(states=result)
    # Also a solution that explodes ends with slopes that are not finite: its size tells the two
    # apart.
    reason = "domain" if rates.lost and np.abs(rates.state).max() < HUGE else "growth"
    return Simulated(states=result, end=rates.last, reason=reason, concerned=rates.lost)


@final
class _Rates:
    """dx/dt in the form of SciPy's solver; remembers how far it got and what ended there."""

    def __init__(
        self, system: System, known: Callable[[float], FloatArray], *, begin: float
    ) -> None:
        self.last = begin
        self.state = np.zeros(len(system.columns))
        self.lost: tuple[int, ...] = ()
        self._system, self._known = system, known
        self._evaluations = 0

    def __call__(self, time: float, x: FloatArray) -> FloatArray:
        self._evaluations += 1
        if self._evaluations > MOST_EVALUATIONS:
            # An explicit method takes ever smaller steps at a stiff place, and would not come back.
            raise _ExhaustedError
        inputs = self._known(time)
        inputs[list(self._system.columns)] = x
        value = slopes(self._system, inputs[None, :])[0]
        if not np.isfinite(value).all():
            self.lost = tuple(np.flatnonzero(~np.isfinite(value)).tolist())
        return value

    def accepted(self, time: float, x: FloatArray) -> float:
        """Remember an accepted step; the solver calls it as an event, which never happens."""
        if np.isfinite(x).all():
            # What a trial step met is over once a smaller one succeeded.
            self.last, self.state, self.lost = time, x, ()
        return 1.0


def draws(
    system: System, covariance: FloatArray, *, count: int, random: np.random.Generator
) -> list[System]:
    """Draw systems whose numbers scatter as the data leave them.

    Args:
        system: The fitted one.
        covariance: Of its measured numbers.
        count: How many.
        random: Where the numbers come from.

    Raises:
        InvalidValueError: If there are fewer than two, or the covariance is not known.
    """
    if count < 2:
        raise InvalidValueError(f"`draws` must be 2 or more, found {count!r}.")
    if not np.isfinite(covariance).all():
        raise InvalidValueError(
            "the constants must have a covariance; found none, since the fit was stopped before "
            "its end. Fit again, with more `max_time`."
        )
    center = numbers(system)
    if not len(center):
        return [system] * count
    scale = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    safe = np.where(scale > 0, scale, 1.0)
    # Correlations, since numbers may differ in size by many powers of ten.
    values, vectors = np.linalg.eigh(covariance / np.outer(safe, safe))
    root = scale[:, None] * vectors * np.sqrt(np.maximum(values, 0.0))
    return [
        with_numbers(system, center + root @ random.standard_normal(len(center)))
        for _ in range(count)
    ]


def bounds(values: FloatArray, *, level: float) -> tuple[FloatArray, FloatArray]:
    """Return the quantiles between which a share of drawn values lies; NaN where none has one.

    Args:
        values: `(draws, rows, states)`.
        level: The share.

    Raises:
        InvalidValueError: If the level is not between 0 and 1.
    """
    if not 0 < level < 1:
        raise InvalidValueError(f"`level` must be between 0 and 1, as 0.95; found {level!r}.")
    known = np.isfinite(values).any(axis=0)
    filled = np.where(np.isfinite(values), values, np.nan)
    # `nanquantile` warns about columns that are NaN throughout; they become NaN again below.
    filled[:, ~known] = 0.0
    low, high = np.nanquantile(filled, [0.5 - level / 2, 0.5 + level / 2], axis=0)
    return np.where(known, low, np.nan), np.where(known, high, np.nan)
