"""A product beside a binomial as a model: its slopes, its steps, and its rounding.

    y = d P + g,   g = a Π xᵢ^(vᵢ) (1 + b R)^q

Numbers of a choice are d, log |a|, log |b| and v, of which only v is rounded.
"""

from dataclasses import dataclass
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._gauss_newton import gauss_newton, ridged_gram, solved
from nalm.discovery.numerics._nearest_plane import nearest_plane
from nalm.discovery.stages.products._binomial_fit import EDGE, LONGEST, score_of
from nalm.discovery.stages.products._parity import is_half, mismatched, signs_of
from nalm.discovery.stages.products._working_response import WorkingResponse

STEPS = 8
"""Steps with exponents that are kept."""
FREE = 3
"""Numbers that are not rounded: d, log |a| and log |b|."""
LARGEST_LOG = 300.0


@dataclass(frozen=True, kw_only=True)
class PlusBinomialNumbers:
    """Of each choice.

    Attributes:
        size: d, in units of the response `(choices,)`.
        log_a: Of |a|, in the same units `(choices,)`.
        log_b: Of |b|, in units of b to begin with `(choices,)`.
        outer: v `(choices, inputs)`.
        wrong: Of which inputs the second term needs |x|^v `(choices, inputs)`.
        misfit: Mean squared residual `(choices,)`.
    """

    size: FloatArray
    log_a: FloatArray
    log_b: FloatArray
    outer: FloatArray
    wrong: np.ndarray
    misfit: FloatArray

    def scores(self, rows: int) -> FloatArray:
        """Rows · log of the mean squared residual, and the description length of v `(choices,)`."""
        return np.nan_to_num(score_of(self.misfit, self.outer, rows=rows), nan=np.inf)


@final
class PlusBinomialModel:
    """Choices of a product beside a binomial, of which all are fitted at once.

    Numbers are d, log |a|, log |b| and v `(choices, 3 + inputs)`.

    Args:
        response: Of a formula that nearly fits.
        beside: P of each choice `(choices, rows)`.
        parts: b R, as b is to begin with `(choices, rows)`.
        q: Exponents of the binomials `(choices,)`.
        free: Which b are to be fitted; the others stay `(choices,)`.
    """

    def __init__(
        self,
        response: WorkingResponse,
        beside: FloatArray,
        *,
        parts: FloatArray,
        q: FloatArray,
        free: np.ndarray,
    ) -> None:
        self._root = response.root
        self._goal = response.root * response.y
        self._logs = response.logs
        self._negative = response.negative
        self._values = response.values
        self._beside = beside
        self._parts = parts
        self._q = q
        self._free = free
        # log b may grow until the smallest b R is -EDGE: beyond -1 the binomial has changed its
        # sign.
        self._cap = np.log(EDGE / np.maximum(-parts.min(axis=1), EDGE * 1e-300))

    def begun(self, size: FloatArray) -> FloatArray:
        """Begin with d, and on logarithmic scale."""
        left = self._left(size)
        # Where f - d P has not the sign of g, it has no logarithm: the row does not count.
        weight = np.where(left * self._rough_signs(size) > 0, np.abs(left), 0.0) * self._root
        known = np.where(weight > 0, np.abs(left), 1.0)
        goal = weight * (np.log(known) - self._q[:, None] * np.log1p(self._parts))
        ones = np.ones((len(self._logs), 1))
        columns = weight[:, None] * np.hstack([ones, self._logs]).T
        plane = solved(columns, goal)
        log_b = np.minimum(np.zeros(len(size)), self._cap)
        log_b = np.where(self._free, log_b, 0.0)
        return np.column_stack([size, plane[:, 0], log_b, plane[:, 1:]])

    def stepped(self, numbers: FloatArray, *, steps: int = 1) -> FloatArray:
        """Take steps of all numbers."""
        return gauss_newton(numbers, self._rough, moved=self._moved, steps=steps)

    def by_power(self, numbers: FloatArray) -> tuple[FloatArray, FloatArray]:
        """One step of all numbers but b, and of q."""
        residual, columns = self._rough(numbers)
        # ∂g/∂q = g log (1 + b R), in the place of the slope by b, which is held.
        columns[:, 2] = columns[:, 1] * np.log1p(self._parts)
        step = np.nan_to_num(solved(columns, residual))
        return self._moved(numbers, step), step[:, 2]

    def misfit(self, numbers: FloatArray) -> FloatArray:
        """Mean squared residual `(choices,)`."""
        residual, _ = self._rough(numbers)
        return np.square(residual).mean(axis=1)

    def rounded(self, numbers: FloatArray, *, prefer_whole: bool) -> PlusBinomialNumbers:
        """Round v, to which the others adapt, and fit these."""
        residual, columns = self._rough(numbers)
        gram = ridged_gram(columns)
        along = (columns @ residual[:, :, None])[:, :, 0]
        # Jᵀ J (p + s) = Jᵀ r + Jᵀ J p: solved for the numbers themselves, as they are rounded, not
        # the step.
        along = along + (gram @ numbers[:, :, None])[:, :, 0]
        misfit = np.square(residual).mean(axis=1)
        signed = self._negative.any(axis=0)
        rounded = nearest_plane(
            gram,
            np.nan_to_num(along, nan=0.0, posinf=0.0, neginf=0.0),
            free=FREE,
            variance=misfit if prefer_whole else np.zeros_like(misfit),
            whole=np.concatenate([np.zeros(FREE, dtype=np.bool_), signed]),
        )
        rounded = np.hstack([self._moved(numbers, rounded - numbers)[:, :FREE], rounded[:, FREE:]])
        wrong = self._wrong(numbers[:, 0], rounded[:, FREE:])
        # From here on v is known, and with it the signs, which with inputs of both signs followed
        # f - d P row by row until now.
        signs = self._signs(numbers[:, 0], rounded[:, FREE:] + wrong)

        def linear(numbers: FloatArray) -> tuple[FloatArray, FloatArray]:
            residual, columns = self._linear(numbers, signs)
            return residual, columns[:, :FREE]

        rounded = gauss_newton(rounded, linear, moved=self._moved, steps=STEPS)
        residual, _ = linear(rounded)
        return PlusBinomialNumbers(
            size=rounded[:, 0],
            log_a=rounded[:, 1],
            log_b=rounded[:, 2],
            outer=rounded[:, FREE:],
            wrong=wrong,
            misfit=np.square(residual).mean(axis=1),
        )

    def _left(self, size: FloatArray) -> FloatArray:
        return self._values - size[:, None] * self._beside

    def _rough_signs(self, size: FloatArray) -> FloatArray:
        """Signs of g where v is not known yet `(choices, rows)`."""
        if self._negative.any():
            return np.sign(self._left(size))
        return self._signs(size, np.zeros((len(size), self._logs.shape[1])))

    def _wrong(self, size: FloatArray, outer: FloatArray) -> np.ndarray:
        left = self._left(size)
        wrong = mismatched(outer, left * np.abs(left), negative=self._negative)
        return wrong & is_half(self._q)[:, None]

    def _signs(self, size: FloatArray, outer: FloatArray) -> FloatArray:
        """Signs of g, as those of the inputs and v say `(choices, rows)`."""
        # Signs are known but for one that all rows share: the target's larger values decide it.
        pattern = signs_of(self._negative, outer.T).T
        left = self._left(size)
        return pattern * np.sign((pattern * left * np.abs(left)).sum(axis=1, keepdims=True))

    def _moved(self, numbers: FloatArray, step: FloatArray) -> FloatArray:
        """Step, but not too far in logarithms, nor beyond the pole of the binomial.

        The step may be of the first numbers only.
        """
        step = np.nan_to_num(step)
        moved = numbers.copy()
        moved[:, 0] += step[:, 0]
        moved[:, 1 : step.shape[1]] += np.clip(step[:, 1:], -LONGEST, LONGEST)
        moved[:, 2] = np.where(self._free, np.minimum(moved[:, 2], self._cap), numbers[:, 2])
        return moved

    def _rough(self, numbers: FloatArray) -> tuple[FloatArray, FloatArray]:
        return self._linear(numbers, self._rough_signs(numbers[:, 0]))

    def _linear(self, numbers: FloatArray, signs: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Residual `(choices, rows)`, and the slopes of y `(choices, numbers, rows)`."""
        size, log_a, log_b, v = numbers[:, 0], numbers[:, 1], numbers[:, 2], numbers[:, FREE:]
        part = self._parts * np.exp(log_b)[:, None]
        log_size = log_a[:, None] + v @ self._logs.T + self._q[:, None] * np.log1p(part)
        second = self._root * signs * np.exp(np.minimum(log_size, LARGEST_LOG))
        first = self._root * self._beside
        # ∂g/∂log b = g q b R / (1 + b R)
        by_b = np.where(self._free[:, None], self._q[:, None] * part / (1 + part), 0.0)
        columns = np.concatenate(
            [
                first[:, None],
                second[:, None],
                (second * by_b)[:, None],
                second[:, None] * self._logs.T,
            ],
            axis=1,
        )
        return self._goal - size[:, None] * first - second, columns
