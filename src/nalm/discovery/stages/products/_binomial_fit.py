"""From a choice of binomials to numbers: a and b by Gauss and Newton, v by rounding.

    |y| = a Π |xᵢ|^(vᵢ) Πₖ |1 + bₖ Rₖ|^(qₖ)

All choices are fitted at once, each with two binomials, of which one may be to the power 0.
"""

from dataclasses import dataclass
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._exponents import costs
from nalm.discovery.numerics._gauss_newton import gauss_newton, ridged_gram
from nalm.discovery.numerics._nearest_plane import nearest_plane
from nalm.discovery.stages.products._binomials import log_size
from nalm.discovery.stages.products._working_response import WorkingResponse

FREE_STEPS, STEPS = 4, 6
"""Steps with any exponents v, and with those that are kept."""
LONGEST = 0.7
"""Of a step of log |b|."""
EDGE = 0.999
"""How near a binomial may come to 0, in units of its constant term."""
AGAIN = 60
"""Choices, the best, of which halves are tried where whole exponents were preferred."""
ROUNDING = 1e-26
"""Mean squared residual, of a response of size 1, that counts as rounding error."""


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """Of each choice.

    Attributes:
        log_a: Of |a|, in units of the response `(choices,)`.
        log_b: Of |b|, in units of b to begin with `(choices, 2)`.
        outer: v `(choices, inputs)`.
        misfit: Mean squared residual `(choices,)`.
    """

    log_a: FloatArray
    log_b: FloatArray
    outer: FloatArray
    misfit: FloatArray

    def scores(self, rows: int) -> FloatArray:
        """Rows · log of the mean squared residual, and the description length of v `(choices,)`."""
        return score_of(self.misfit, self.outer, rows=rows)

    def better(self, other: "Numbers", *, places: np.ndarray, rows: int) -> "Numbers":
        """Take from other numbers of some choices those that score better.

        Args:
            other: Of the choices at the places.
            places: Which these are `(places,)`.
            rows: Of the data.
        """
        ahead = other.scores(rows) < self.scores(rows)[places]
        merged = {
            name: getattr(self, name).copy() for name in ("log_a", "log_b", "outer", "misfit")
        }
        for name, values in merged.items():
            values[places[ahead]] = getattr(other, name)[ahead]
        return Numbers(**merged)


def fit_binomials(
    response: WorkingResponse, parts: FloatArray, *, q: FloatArray, free: np.ndarray
) -> Numbers:
    """Fit choices to a response.

    Args:
        response: Of a formula that nearly fits.
        parts: b R of each choice, to begin with `(choices, 2, rows)`.
        q: Exponents of the binomials; 0 for none `(choices, 2)`.
        free: Which b are to be fitted; the others stay `(choices, 2)`.
    """
    free = free & (q != 0)
    fit = _Fit(response, parts, q=q, free=free)
    log_b = np.where(free, np.minimum(np.zeros_like(q), fit.cap), 0.0)
    log_b = gauss_newton(log_b, fit.with_best_products, moved=fit.moved, steps=FREE_STEPS)
    # Whole exponents for all choices, then halves for the best: these cost as much time again.
    numbers = fit.refitted(*fit.rounded(log_b, prefer_whole=True))
    rows = len(response.y)
    best = numbers.scores(rows).argsort()[:AGAIN]
    fit = _Fit(response, parts[best], q=q[best], free=free[best])
    other = fit.refitted(*fit.rounded(log_b[best], prefer_whole=False))
    return numbers.better(other, places=best, rows=rows)


@final
class _Fit:
    """Gauss and Newton for all choices at once."""

    def __init__(
        self, response: WorkingResponse, parts: FloatArray, *, q: FloatArray, free: np.ndarray
    ) -> None:
        self._response = response
        self._parts = parts
        self._q = q
        self._free = free
        least = parts.min(axis=2)
        # log b may grow until the smallest b R is -EDGE: at -1 the binomial is 0.
        self.cap = np.where(least < 0, np.log(EDGE / np.maximum(-least, 1e-300)), np.inf)

    def _shape(self, log_b: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Σ q log|1 + b R| `(choices, rows)`, and slopes by the free log b `(choices, 2, rows)`."""
        part = self._parts * np.exp(log_b)[:, :, None]
        q, free = self._q[:, :, None], self._free[:, :, None]
        return (q * log_size(part)).sum(axis=1), free * q * part / (1 + part)

    def moved(self, log_b: FloatArray, step: FloatArray) -> FloatArray:
        """Step, but not too far, nor beyond the pole of a binomial."""
        stepped = np.minimum(log_b + np.clip(step, -LONGEST, LONGEST), self.cap)
        return np.where(self._free, stepped, log_b)

    def with_best_products(self, log_b: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Residual and columns by log b where a and v, whole or not, are the best of each b."""
        shape, slope = self._shape(log_b)
        weight = self._response.weight
        # Variable projection (Golub and Pereyra 1973): log a and v are linear and follow each b, so
        # that the slopes count without what those can follow as well (Kaufman 1975).
        goal = self._without_products(self._response.target - weight * shape)
        return goal, self._without_products(weight * slope)

    def _without_products(self, columns: FloatArray) -> FloatArray:
        base = self._response.base
        return columns - (columns @ base) @ base.T

    def rounded(self, log_b: FloatArray, *, prefer_whole: bool) -> tuple[FloatArray, FloatArray]:
        """Round the exponents v, to which a and b adapt.

        Where noise leaves both open, whole ones are more likely than halves; but not all of them.
        """
        shape, slope = self._shape(log_b)
        weight = self._response.weight
        # Linear in log a and v, and to first order in log b: one problem of least squares, in which
        # the exponents are rounded while the others adapt.
        goal = self._response.target - weight * shape
        products = np.broadcast_to(
            self._response.products.T, (len(goal), *self._response.products.T.shape)
        )
        columns = np.concatenate([products[:, :1], weight * slope, products[:, 1:]], axis=1)
        gram = ridged_gram(columns)
        along = (columns @ goal[:, :, None])[:, :, 0]
        # The noise, estimated with any exponents: what rounding adds is compared with it.
        misfit = np.square(self._without_products(goal)).mean(axis=1)
        signed = self._response.negative.any(axis=0)
        whole = np.concatenate([np.zeros(3, dtype=np.bool_), signed])
        variance = misfit if prefer_whole else np.zeros_like(misfit)
        solution = nearest_plane(gram, along, free=3, variance=variance, whole=whole)
        return self.moved(log_b, solution[:, 1:3]), solution[:, 3:]

    def refitted(self, log_b: FloatArray, outer: FloatArray) -> Numbers:
        """Fit a and the free b, on the scale of y."""
        goal = self._response.root * self._response.y
        value, _ = self._values(np.zeros(len(log_b)), log_b, outer)
        # Given the rest, a is linear: it begins at its least squares, and log a needs it positive.
        a = (value * goal).sum(axis=1) / np.maximum(np.square(value).sum(axis=1), 1e-300)

        def linear(numbers: FloatArray) -> tuple[FloatArray, FloatArray]:
            value, slope = self._values(numbers[:, 0], numbers[:, 1:], outer)
            return goal - value, np.concatenate([value[:, None], value[:, None] * slope], axis=1)

        def moved(numbers: FloatArray, step: FloatArray) -> FloatArray:
            log_a = numbers[:, :1] + np.clip(step[:, :1], -LONGEST, LONGEST)
            return np.hstack([log_a, self.moved(numbers[:, 1:], step[:, 1:])])

        begin = np.column_stack([np.log(np.maximum(a, 1e-300)), log_b])
        numbers = gauss_newton(begin, linear, moved=moved, steps=STEPS)
        residual, _ = linear(numbers)
        return Numbers(
            log_a=numbers[:, 0],
            log_b=numbers[:, 1:],
            outer=outer,
            misfit=np.square(residual).mean(axis=1),
        )

    def _values(
        self, log_a: FloatArray, log_b: FloatArray, outer: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Weighted values, with the sign of f, and the slopes of their logarithm by log b."""
        shape, slope = self._shape(log_b)
        response = self._response
        size = np.exp(np.minimum(shape + outer @ response.logs.T + log_a[:, None], 300.0))
        return response.root * np.sign(response.values) * size, slope


def score_of(misfit: FloatArray, outer: FloatArray, *, rows: int) -> FloatArray:
    """Rows · log of the mean squared residual, and the description length of v `(choices,)`."""
    return rows * np.log(misfit + ROUNDING) + costs(outer).sum(axis=1)
