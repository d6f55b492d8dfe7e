"""Which few of many columns make up a target: all pairs, then further columns and exchanges.

Forward selection takes the column that explains most by itself: where columns are collinear, that
may be one between the two right ones. Here all pairs compete from the start, a column is added to
each of the best, and each column is exchanged as long as that gains (sequential replacement:
Miller, *Subset selection in regression*, 1990, chapter 3), of the best subset two at a time.
"""

from itertools import combinations
from typing import NamedTuple, final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._sparse import FLOOR, Selection, choice_penalty

PAIRS = 12
"""Pairs that are extended."""
SWEEPS = 10
"""Times at most that all columns of a subset are offered for exchange."""
BLOCK = 64
"""Columns whose pairs are compared at once."""
DEPENDENT = 1e-10
"""Squared length, of 1, below which a column counts as explained by others."""
GAIN = 1e-9
"""Relative gain in score that an exchange needs."""

Subset = tuple[int, ...]


def best_subsets(
    columns: FloatArray, target: FloatArray, *, costs: FloatArray, most: int
) -> list[Selection]:
    """Find the shortest description of a target for each number of columns, fewest columns first.

    It ends with the number of columns that fits to rounding error.

    Args:
        columns: Weighted columns `(rows, columns)`.
        target: Weighted target `(rows,)`, not all zeros.
        costs: Description length of each column's exponents `(columns,)`.
        most: Columns of a subset at most.
    """
    problem, most = _Subsets(columns, target, costs=costs), min(most, *columns.shape)
    found = [problem.extended(())]
    subsets = problem.pairs(()) if most > 1 else []
    while subsets:
        best = min(subsets, key=problem.score)
        # All pairs were compared before: to exchange two of a pair cannot gain.
        found.append(problem.exchanged_by_pairs(best) if len(best) > 2 else best)
        if len(best) == most or problem.is_exact(found[-1]):
            break
        # Several subsets often reach the same one, which is extended once.
        subsets = list({problem.exchanged(problem.extended(each)) for each in subsets})
    return [problem.selection(each) for each in sorted(found, key=problem.score)]


class _Rest(NamedTuple):
    """What a subset of columns does not explain.

    Attributes:
        squares: Of the target.
        along: Inner products of the columns with what is left of the target `(columns,)`.
        new: Squared lengths of what the subset leaves of the columns `(columns,)`.
        inner: The columns in an orthonormal basis of the subset `(subset, columns)`.
    """

    squares: float
    along: FloatArray
    new: FloatArray
    inner: FloatArray


@final
class _Subsets:
    """Columns of length 1.

    Squared residuals count times exp(cost / rows), which order as description lengths do.
    """

    def __init__(self, columns: FloatArray, target: FloatArray, *, costs: FloatArray) -> None:
        size = np.linalg.norm(columns, axis=0)
        self._size = np.where(size > 0, size, 1.0)
        self._columns = columns / self._size
        self._scale = float(np.linalg.norm(target))
        self._target = target / self._scale
        rows = len(target)
        # n log(RSS) + Σ cost = n log(RSS Π exp(cost / n)): a product of factors orders subsets
        # without a logarithm of each candidate.
        self._factor = np.exp((costs + choice_penalty(columns.shape[1]) + np.log(rows)) / rows)
        self._gram = self._columns.T @ self._columns
        self._along = self._columns.T @ self._target

    def score(self, chosen: Subset) -> float:
        """Compute what subsets are compared by; lower is better."""
        return float((self._rest(chosen).squares + FLOOR) * self._factor[list(chosen)].prod())

    def is_exact(self, chosen: Subset) -> bool:
        """Say whether a subset fits to rounding error."""
        return self._rest(chosen).squares < FLOOR

    def selection(self, chosen: Subset) -> Selection:
        """Solve for the coefficients of a subset."""
        places, rows = list(chosen), len(self._target)
        solved = np.linalg.lstsq(self._columns[:, places], self._target, rcond=1e-15)[0]
        return Selection(
            columns=chosen,
            coefficients=np.asarray(solved * self._scale / self._size[places], dtype=np.float64),
            length=rows * float(np.log(self.score(chosen))),
        )

    def extended(self, chosen: Subset) -> Subset:
        """Add the column with the best score."""
        return tuple(sorted((*chosen, int(self._scores_with(chosen).argmin()))))

    def exchanged(self, chosen: Subset) -> Subset:
        """Exchange one column at a time, as long as that gains."""
        for _ in range(SWEEPS):
            before = chosen
            for each in before:
                rest = tuple(other for other in chosen if other != each)
                # The old column competes as well, with the same others, whose factors cancel.
                scores = self._scores_with(rest)
                best = int(scores.argmin())
                # Without a least gain, rounding error could exchange two equal columns back and
                # forth.
                if scores[best] < (1 - GAIN) * scores[each]:
                    chosen = tuple(sorted((*rest, best)))
            if chosen == before:
                break
        return chosen

    def exchanged_by_pairs(self, chosen: Subset) -> Subset:
        """Exchange two columns at a time, as long as that gains."""
        for _ in range(SWEEPS):
            limit = (1 - GAIN) * self.score(chosen)
            rests = combinations(chosen, len(chosen) - 2)
            better = (best for rest in rests for best in self.pairs(rest)[:1])
            found = next((best for best in better if self.score(best) < limit), None)
            if found is None:
                break
            chosen = self.exchanged(found)
        return chosen

    def pairs(self, chosen: Subset) -> list[Subset]:
        """Extend a subset by pairs, the best first.

        Of all pairs with the same first column, only the best is listed.

            explained:   (aᵢ² + aⱼ² - 2 rᵢⱼ aᵢ aⱼ) / (1 - rᵢⱼ²)

        with a and r the inner products, with what is left of the target and with each other, of
        what is left of the columns, scaled to length 1.
        """
        rest = self._rest(chosen)
        usable = rest.new > DEPENDENT
        scale = np.where(usable, 1 / np.sqrt(np.where(usable, rest.new, 1.0)), 0.0)
        own, inner = rest.along * scale, rest.inner * scale
        best: list[tuple[float, int, int]] = []
        # Blocks of rows of the matrix of pairs keep the memory in proportion to the columns. Its
        # lower triangle is left out but for the block on the diagonal, where a pair may come twice:
        # hence twice as many are kept until the copies are dropped.
        for start in range(0, len(own), BLOCK):
            part, later = slice(start, start + BLOCK), slice(start, None)
            r = self._gram[part, later] * scale[part, None] * scale[later]
            r -= inner[:, part].T @ inner[:, later]
            first = own[part, None]
            explained = (r * (-2 * first) + own[later]) * own[later] + np.square(first)
            new = 1 - np.square(r)
            # For a collinear pair the formula is 0 / 0: it counts as explaining nothing.
            explained /= np.where(new > DEPENDENT, new, np.inf)
            scores = (np.maximum(rest.squares - explained, 0.0) + FLOOR) * self._factor[later]
            second = scores.argmin(axis=1)
            total = scores[np.arange(len(second)), second] * self._factor[part]
            places = range(start, start + BLOCK), (start + second).tolist()
            best = sorted([*best, *zip(total.tolist(), *places, strict=False)])[: 2 * PAIRS]
        pairs = ((*chosen, i, j) for _, i, j in best if i != j and usable[i] and usable[j])
        return list(dict.fromkeys(tuple(sorted(pair)) for pair in pairs))[:PAIRS]

    def _scores_with(self, chosen: Subset) -> FloatArray:
        """Scores with each further column, without the factors of the chosen."""
        rest = self._rest(chosen)
        gain = np.square(rest.along) / np.where(rest.new > DEPENDENT, rest.new, np.inf)
        scores = (np.maximum(rest.squares - gain, 0.0) + FLOOR) * self._factor
        scores[list(chosen)] = np.inf
        return scores

    def _rest(self, chosen: Subset) -> _Rest:
        places = list(chosen)
        basis, triangle = np.linalg.qr(self._columns[:, places])
        known = basis.T @ self._target
        left = self._target - basis @ known
        # The chosen columns are Q R, so that Rᵀ (Qᵀ A) = their inner products with all columns A,
        # which are known: Qᵀ A needs no pass over the rows. The chosen ones may be collinear, so R
        # may be singular, which a triangular solve could not bear.
        solved = np.linalg.lstsq(triangle.T, self._gram[places], rcond=1e-15)[0]
        inner = np.asarray(solved, dtype=np.float64)
        return _Rest(
            squares=float(left @ left),
            along=self._along - inner.T @ known,
            new=1 - np.square(inner).sum(axis=0),
            inner=inner,
        )
