"""Which one or two binomials explain a response best: all pairs, by inner products alone.

    |t - q z - s z'|² = |t|² - 2 q z·t + q² |z|² - 2 s z'·t + s² |z'|² + 2 q s z·z'

for columns z and z', and a response t, without what products of inputs explain of them. Each q and
s is one of a few exponents.
"""

from dataclasses import dataclass

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._exponents import costs
from nalm.discovery.stages.products._binomial_fit import ROUNDING
from nalm.discovery.stages.products._binomials import Binomials
from nalm.discovery.stages.products._working_response import WorkingResponse

POWERS = np.array([-2.0, -1.5, -1.0, -0.5, 0.5, 1.0, 1.5, 2.0])
"""Exponents of a binomial, ascending."""
MIDDLES = (POWERS[1:] + POWERS[:-1]) / 2
"""Between these, the nearest exponent is the same one."""
IS_WHOLE = POWERS % 1 == 0
WHOLE = np.flatnonzero(IS_WHOLE)
MIDDLES_OF_WHOLE = (POWERS[WHOLE][1:] + POWERS[WHOLE][:-1]) / 2
RATIOS, LEADERS, SECONDS = 60, 8, 12
"""Ratios that pairs are made of: those that explain most by themselves, and those that explain most
of what each of the first of them leaves."""
SINGLE, PAIRS = 100, 300
"""Structures of one and of two binomials that are returned."""
EACH = 2000
"""Pairs that are kept of each power, many of which differ in b alone."""
SAME = 1e-9
"""Share of a column's length, squared, below which products of inputs say the same."""


@dataclass(frozen=True, kw_only=True)
class Choices:
    """Columns and their powers; a structure of one binomial has a second one to the power 0.

    Attributes:
        columns: `(choices, 2)`.
        powers: `(choices, 2)`.
    """

    columns: np.ndarray
    powers: FloatArray


def best_pairs(binomials: Binomials, response: WorkingResponse, *, limits: Limits) -> Choices:
    """Return what is worth fitting.

    Args:
        binomials: The dictionary, for the rows of the response.
        response: Of a formula that nearly fits.
        limits: What may not be exceeded.
    """
    columns = binomials.logs * response.weight[:, None]
    # What products of inputs explain is projected out first: a and v follow by least squares.
    length = np.square(columns).sum(axis=0)
    columns = response.without_products(columns)
    goal = response.without_products(response.target)
    size = np.square(columns).sum(axis=0)
    along = columns.T @ goal
    usable = size > SAME * length
    # Time and memory grow with the square of the columns: pairs are made of few ratios.
    kept = _promising(binomials.ratio[usable], columns[:, usable], goal)
    kept = np.flatnonzero(usable)[kept]
    if not len(kept):
        return Choices(columns=np.empty((0, 2), dtype=np.intp), powers=np.empty((0, 2)))
    scores = _Scores.of(
        binomials.take(kept), columns[:, kept], along=along[kept], whole=float(goal @ goal)
    )
    single, pairs = scores.single(), scores.pairs(limits)
    return Choices(
        columns=kept[np.vstack([single.columns, pairs.columns])],
        powers=np.vstack([single.powers, pairs.powers]),
    )


def _promising(ratio: np.ndarray, columns: FloatArray, goal: FloatArray) -> np.ndarray:
    """Columns of the ratios that explain most of the goal, first and second."""
    chosen, best = _best_ratios(ratio, _gain(columns, goal), RATIOS)
    for first in best[:LEADERS]:
        # A second ratio has to explain what the first leaves; alone it may explain next to nothing.
        column = columns[:, first] / np.linalg.norm(columns[:, first])
        rest = goal - (column @ goal) * column
        gain = _gain(columns, rest, without=column)
        chosen = np.union1d(chosen, _best_ratios(ratio, gain, SECONDS)[0])
    return np.flatnonzero(np.isin(ratio, chosen))


def _best_ratios(ratio: np.ndarray, gain: FloatArray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Ratios of the columns that gain most, and these columns, best first."""
    order = np.argsort(-gain)
    first = np.sort(np.unique(ratio[order], return_index=True)[1])[:count]
    return ratio[order[first]], order[first]


def _gain(
    columns: FloatArray, goal: FloatArray, *, without: FloatArray | None = None
) -> FloatArray:
    """How much of the goal's squared length each column explains, after another one."""
    size = np.square(columns).sum(axis=0)
    new = size if without is None else size - np.square(without @ columns)
    return np.where(new > SAME * size, np.square(goal @ columns) / np.maximum(new, 1e-300), -1.0)


@dataclass(frozen=True, kw_only=True)
class _Scores:
    """Squared residuals times exp(cost / rows), which order as rows · log of them + cost does.

    Attributes:
        kind: Of each column: see `Binomials.kinds`.
        gram: Inner products of columns.
        along: Those with the response.
        whole: Squared length of the response.
        factor: exp(cost of the ratio / rows) of each column.
        of_power: The same of each of `POWERS`.
        ratio: Which columns have the same R.
        whole_only: Which columns take whole powers alone.
    """

    kind: np.ndarray
    gram: FloatArray
    along: FloatArray
    whole: float
    factor: FloatArray
    of_power: FloatArray
    ratio: np.ndarray
    whole_only: np.ndarray

    @classmethod
    def of(
        cls, binomials: Binomials, columns: FloatArray, *, along: FloatArray, whole: float
    ) -> "_Scores":
        rows = len(columns)
        return cls(
            kind=binomials.kinds,
            gram=columns.T @ columns,
            along=along,
            whole=whole,
            factor=np.exp(binomials.costs(rows) / rows),
            of_power=np.exp(costs(POWERS) / rows),
            ratio=binomials.ratio,
            whole_only=binomials.has_both_signs,
        )

    @property
    def _floor(self) -> float:
        return ROUNDING * max(self.whole, 1.0)

    def single(self) -> Choices:
        """Structures of one binomial."""
        size = np.diag(self.gram)
        left = self.whole - 2 * POWERS * self.along[:, None] + np.square(POWERS) * size[:, None]
        score = np.maximum(left, self._floor) * self.factor[:, None] * self.of_power
        score[self.whole_only[:, None] & ~IS_WHOLE] = np.inf
        order = np.argsort(score, axis=None)[: np.isfinite(score).sum()]
        column, power = np.unravel_index(order, score.shape)
        columns = np.column_stack([column, column])
        powers = np.column_stack([POWERS[power], np.zeros(len(power))])
        return self._distinct(columns, powers, SINGLE)

    def pairs(self, limits: Limits) -> Choices:
        """Structures of two binomials of different ratios."""
        size = np.diag(self.gram)
        same = self.ratio[:, None] == self.ratio
        columns: list[np.ndarray] = []
        powers: list[FloatArray] = []
        scores: list[FloatArray] = []
        for q, of_power in zip(POWERS.tolist(), self.of_power.tolist(), strict=True):
            limits.check()
            along = self.along - q * self.gram  # of the second with what the first leaves
            # The squares are a parabola in s, lowest at along / size and symmetric: the best listed
            # power is the nearest one. So only one power has to be looped over.
            lowest = np.asarray(along / size, dtype=np.float64)
            other = np.searchsorted(MIDDLES, lowest)
            of_whole = lowest[:, self.whole_only]
            other[:, self.whole_only] = WHOLE[np.searchsorted(MIDDLES_OF_WHOLE, of_whole)]
            s = POWERS[other]
            left = (self.whole - 2 * q * self.along + q * q * size)[:, None]
            score = left + s * (s * size - 2 * along)
            np.maximum(score, self._floor, out=score)
            score *= self.of_power[other] * of_power * self.factor[:, None] * self.factor
            score[same] = np.inf
            if q % 1:
                score[self.whole_only] = np.inf
            flat = score.ravel()
            best = np.argpartition(flat, EACH)[:EACH] if len(flat) > EACH else np.arange(len(flat))
            best = best[np.isfinite(flat[best])]
            columns.append(np.column_stack(np.unravel_index(best, score.shape)))
            powers.append(np.column_stack([np.full(len(best), q), s.ravel()[best]]))
            scores.append(flat[best])
        order = np.argsort(np.concatenate(scores))
        return self._distinct(np.vstack(columns)[order], np.vstack(powers)[order], PAIRS)

    def _distinct(self, columns: np.ndarray, powers: FloatArray, most: int) -> Choices:
        """Keep the first of each structure, whatever its measured b."""
        # Order within a pair has no meaning: sorted by kind, equal structures are equal rows.
        parts = np.stack([self.kind[columns], 2 * powers], axis=-1)
        swapped = parts[:, :, 0].argsort(axis=1, kind="stable")
        parts = np.take_along_axis(parts, swapped[:, :, None], axis=1)
        parts = parts.reshape(len(parts), 2 * parts.shape[1])
        first = np.sort(np.unique(parts, axis=0, return_index=True)[1])[:most]
        return Choices(columns=columns[first], powers=powers[first])
