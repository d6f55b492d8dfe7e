"""Derivatives of simulated states."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import sympy
from scipy.integrate import solve_ivp

from discovery_problems._parse import parse
from discovery_problems._problem import FloatArray, Problem, outside, widened

TRAJECTORIES = 4


@dataclass(frozen=True, kw_only=True)
class Simulated(Problem):
    """One state's derivative along four trajectories from random initial states.

    Attributes:
        system: The right-hand sides of all states as text.
        low: Lower ends of the initial states.
        high: Upper ends of the initial states.
        duration: Of a trajectory.
    """

    system: tuple[str, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    duration: float

    @property
    def positive(self) -> frozenset[str]:
        """The states that start positive: in these systems they stay so."""
        return frozenset(n for n, low in zip(self.names, self.low, strict=True) if low > 0)

    def sample(self, rows: int, seed: int, noise: float = 0.0) -> tuple[FloatArray, FloatArray]:
        """Return states `(rows, states)` and a derivative with N(0, noise·RMS) `(rows,)`."""
        x = self._states(rows, seed)
        y = self.evaluate(x)
        scale = noise * float(np.sqrt(np.mean(y**2)))
        return x, y + scale * self._random([seed, 1]).standard_normal(rows)

    def draw(self, rows: int, random: np.random.Generator) -> FloatArray:
        """Return `rows` states, evenly spaced in time on each trajectory, in random order."""
        times = -(-rows // TRAJECTORIES)
        states = [self._trajectory(random.uniform(self.low, self.high), times)
                  for _ in range(TRAJECTORIES)]  # fmt: skip
        return random.permutation(np.concatenate(states))[:rows]

    def draw_outer(self, rows: int, random: np.random.Generator, *, seed: int) -> FloatArray:
        """Draw from the widened box of the states that `sample` visits with this seed."""
        low, high = _box(self, seed)
        lower, upper = widened(low, high)
        return outside(random.uniform(lower, upper, (rows, len(low))), low, high)

    def _states(self, rows: int, seed: int) -> FloatArray:
        return self.draw(rows, self._random([seed, 0]))

    def _trajectory(self, start: FloatArray, times: int) -> FloatArray:
        found = solve_ivp(
            lambda _, state: self._right_hand_side(*state), (0, self.duration), start,
            t_eval=np.linspace(0, self.duration, times), method="LSODA", rtol=1e-9, atol=1e-11,
        )  # fmt: skip
        return found.y.T

    @cached_property
    def _right_hand_side(self):
        expressions = [parse(text, self.symbols) for text in self.system]
        return sympy.lambdify(list(self.symbols.values()), expressions, "numpy")


@lru_cache(maxsize=64)
def _box(problem: Simulated, seed: int) -> tuple[FloatArray, FloatArray]:
    """Return the smallest and largest value of each state over 4000 states of this seed."""
    states = problem._states(4000, seed)
    return states.min(0), states.max(0)
