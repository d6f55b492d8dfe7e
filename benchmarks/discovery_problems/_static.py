"""Equations whose inputs are drawn independently."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import sympy

from discovery_problems._parse import parse
from discovery_problems._problem import FloatArray, Problem, evaluate, outside, widened

DECADES = 1.0  # of a wide range to either side of the published one's geometric centre
PROBE = 4096  # rows that decide whether an input may be negative


@dataclass(frozen=True, kw_only=True)
class Uniform(Problem):
    """Inputs uniform in the published intervals."""

    low: tuple[float, ...]
    high: tuple[float, ...]

    @property
    def positive(self) -> frozenset[str]:
        """The inputs whose interval holds no negative number."""
        return frozenset(n for n, low in zip(self.names, self.low, strict=True) if low >= 0)

    def draw(self, rows: int, random: np.random.Generator) -> FloatArray:
        """Draw from the box."""
        return random.uniform(self.low, self.high, (rows, len(self.names)))

    def draw_outer(self, rows: int, random: np.random.Generator, *, seed: int) -> FloatArray:
        """Draw from the widened box, without the box itself."""
        low, high = np.array(self.low), np.array(self.high)
        x = random.uniform(*widened(low, high), (rows, len(low)))
        return outside(x, low, high)


@dataclass(frozen=True, kw_only=True)
class Wide(Problem):
    """Magnitudes log-uniform over two decades, signs random where the formula allows them.

    The magnitudes of an input lie within a factor of 10 of the geometric centre of its published
    interval (of its upper end over √10 where the lower end is 0). An input may be negative if
    turning its sign alone leaves the law a value in at least 99 % of the rows that had one.
    Outside is log-uniform over four decades, without the training magnitudes.
    """

    low: tuple[float, ...]
    high: tuple[float, ...]

    @cached_property
    def centre(self) -> FloatArray:
        """The geometric centres of the magnitudes."""
        low, high = np.abs(np.array(self.low)), np.abs(np.array(self.high))
        return np.where(low > 0, np.sqrt(low * high), high / np.sqrt(10))

    @cached_property
    def signed(self) -> tuple[bool, ...]:
        """Whether each input may be negative."""
        symbols = {name: sympy.Symbol(name, real=True) for name in self.names}
        law = sympy.lambdify(list(symbols.values()), parse(self.formula, symbols), "numpy")
        x = self._magnitudes(PROBE, np.random.default_rng(0), decades=DECADES)
        valid = np.isfinite(evaluate(law, x))
        turned = (np.where(column, -x, x) for column in np.eye(len(self.names), dtype=bool))
        return tuple(np.isfinite(evaluate(law, each))[valid].mean() >= 0.99 for each in turned)

    @property
    def positive(self) -> frozenset[str]:
        """The inputs that are not drawn with random signs."""
        return frozenset(n for n, s in zip(self.names, self.signed, strict=True) if not s)

    def draw(self, rows: int, random: np.random.Generator) -> FloatArray:
        """Draw magnitudes of two decades, and signs."""
        return self._draw(rows, random, decades=DECADES)

    def draw_outer(self, rows: int, random: np.random.Generator, *, seed: int) -> FloatArray:
        """Draw magnitudes of four decades, and signs; keep what is outside the two."""
        x = self._draw(rows, random, decades=2 * DECADES)
        factor = np.abs(np.log10(np.abs(x) / self.centre))
        return x[(factor > DECADES).any(1)]

    def _draw(self, rows, random, *, decades):
        signs = np.where(self.signed, random.choice([-1.0, 1.0], (rows, len(self.names))), 1.0)
        return signs * self._magnitudes(rows, random, decades=decades)

    def _magnitudes(self, rows, random, *, decades):
        return self.centre * 10 ** random.uniform(-decades, decades, (rows, len(self.names)))
