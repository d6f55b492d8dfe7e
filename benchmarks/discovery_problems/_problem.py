"""An equation to be found, and tables made with it."""

import zlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import sympy
from numpy.typing import NDArray

from discovery_problems._parse import parse

FloatArray = NDArray[np.float64]
Ranges = Mapping[str, tuple[float, float]]

ROUNDS = 10_000  # of drawing again where the law has no value, before it is called an error


@dataclass(frozen=True, kw_only=True)
class Problem(ABC):
    """An equation y = f(x) and the distribution of its inputs.

    Attributes:
        id: Its name in the collection.
        klass: A monomial, P polynomial, L Laurent sum, R rational, S root or power of a sum.
        target: Name of y.
        formula: f as text.
        names: Names of the inputs, in the order of the columns.
        set: The set that it belongs to.
        units: Unit of each input, or nothing.
        target_unit: Of y.
    """

    id: str
    klass: str
    target: str
    formula: str
    names: tuple[str, ...]
    set: str
    units: tuple[str, ...] = ()
    target_unit: str = ""

    @property
    @abstractmethod
    def positive(self) -> frozenset[str]:
        """The inputs that are never negative, in training or outside."""

    @abstractmethod
    def draw(self, rows: int, random: np.random.Generator) -> FloatArray:
        """Draw inputs `(rows, inputs)` for training; the law may have no value in some rows."""

    @abstractmethod
    def draw_outer(self, rows: int, random: np.random.Generator, *, seed: int) -> FloatArray:
        """Draw rows outside the training box of `seed`: fewer than `rows` may be left."""

    @cached_property
    def symbols(self) -> dict[str, sympy.Symbol]:
        """The inputs as symbols that know whether they are positive."""
        return {
            name: sympy.Symbol(name, **{"positive" if name in self.positive else "real": True})
            for name in self.names
        }

    @cached_property
    def expression(self) -> sympy.Expr:
        """The law, of `symbols`."""
        return parse(self.formula, self.symbols)

    @property
    def has_functions(self) -> bool:
        """Whether it has functions such as exp or sin, which some methods have to be told."""
        return self.expression.has(sympy.Function)

    def evaluate(self, x: FloatArray) -> FloatArray:
        """Return the law's values `(rows,)`; NaN outside its domain."""
        return evaluate(self._function, x)

    @cached_property
    def _function(self):
        return sympy.lambdify(list(self.symbols.values()), self.expression, ["scipy", "numpy"])

    def sample(self, rows: int, seed: int, noise: float = 0.0) -> tuple[FloatArray, FloatArray]:
        """Return a training table: X `(rows, inputs)` and y + N(0, noise·RMS(y)) `(rows,)`.

        The same seed draws the same rows at every level of noise.
        """
        x, y = self._accepted(rows, lambda n, random: self.draw(n, random), [seed, 0])
        scale = noise * float(np.sqrt(np.mean(y**2)))
        return x, y + scale * self._random([seed, 1]).standard_normal(rows)

    def sample_outer(self, rows: int, seed: int) -> tuple[FloatArray, FloatArray]:
        """Return a table without noise of which every row lies outside the training box."""
        return self._accepted(
            rows, lambda n, random: self.draw_outer(n, random, seed=seed), [seed, 2]
        )

    def _accepted(self, rows, draw, stream):
        """Draw rows until enough of them have a value."""
        random = self._random(stream)
        kept_x, kept_y, found = [], [], 0
        for _ in range(ROUNDS):
            x = draw(max(rows, 64), random)
            y = self.evaluate(x)
            good = np.isfinite(y)
            kept_x.append(x[good])
            kept_y.append(y[good])
            found += int(good.sum())
            if found >= rows:
                return np.concatenate(kept_x)[:rows], np.concatenate(kept_y)[:rows]
        raise RuntimeError(f"{self.set}/{self.id} has a value in almost none of the rows drawn")

    def _random(self, stream: list[int]) -> np.random.Generator:
        return np.random.default_rng([zlib.crc32(f"{self.set}/{self.id}".encode()), *stream])


def evaluate(function, x: FloatArray) -> FloatArray:
    """Call a lambdified function on columns; NaN where it has no real value."""
    with np.errstate(all="ignore"):
        y = np.asarray(function(*x.T))
    y = np.broadcast_to(y, len(x))
    if np.iscomplexobj(y):
        return np.where(y.imag == 0, y.real, np.nan)
    return np.where(np.isfinite(y), y, np.nan).astype(float)


def outside(x: FloatArray, low: FloatArray, high: FloatArray) -> FloatArray:
    """Keep the rows of which at least one input is outside its interval."""
    return x[((x < low) | (x > high)).any(1)]


def widened(low: FloatArray, high: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Extend intervals by their width on each side; what is never negative stays so.

    [a, b] becomes [a - w, b + w] with w = b - a; where a > 0 the lower end is at least a/2, where
    a = 0 it stays 0.
    """
    width = high - low
    lower = np.where(low < 0, low - width, np.maximum(low - width, low / 2))
    return lower, high + width
