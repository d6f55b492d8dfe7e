"""Sparse linear regression: which columns of a library are in the law, by description length."""

from dataclasses import dataclass

import numpy as np

from nalm._typing import FloatArray

FLOOR = 1e-22
DROPPED = 0.15
"""Share of the columns that backward elimination drops at once while there are many."""
MOST_TERMS = 16
MOST_BACKWARD = 300
"""Columns above which only forward selection is done."""
USUAL = 28
"""Columns, a quadric of six inputs, beyond which each further one makes a chance fit likelier."""
DEPENDENT = 1e-7
"""Share of a column below which it counts as explained by others."""
SHORTER = 4
"""Descriptions that are returned: the shortest, and those with fewer columns."""


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Columns and coefficients.

    Attributes:
        columns: Indices into the library.
        coefficients: Of the columns as they were given.
        length: Description length, in units of the Bayesian information criterion.
    """

    columns: tuple[int, ...]
    coefficients: FloatArray
    length: float


def select(columns: FloatArray, target: FloatArray, *, costs: FloatArray) -> list[Selection]:
    """Find the shortest descriptions of a target as a sum of columns, one for each number of them.

    Forward selection from nothing and backward elimination from everything; the better result is
    then pruned one by one. The two agree where the data decide.

    Args:
        columns: Weighted columns `(rows, columns)`.
        target: Weighted target `(rows,)`.
        costs: Description length of each column's exponents `(columns,)`.
    """
    scale = float(np.sqrt(np.mean(np.square(target)))) or 1.0
    size = np.linalg.norm(columns, axis=0)
    size = np.where(size > 0, size, 1.0)
    problem = _regression(columns / size, target / scale, costs + chance(columns.shape[1]))
    ends = [_forward(problem)]
    if columns.shape[1] < min(0.7 * problem.rows, MOST_BACKWARD):
        ends.append(_backward(problem))
    paths = [_prune(problem, end) for end in ends]
    path = min(paths, key=lambda path: min(map(problem.length, path)))
    shortest = min(range(len(path)), key=lambda place: problem.length(path[place]))
    return [
        Selection(
            columns=tuple(chosen),
            coefficients=problem.solve(chosen)[0] * scale / size[chosen],
            length=problem.length(chosen),
        )
        for chosen in path[shortest : shortest + SHORTER]
    ]


def chance(count: int) -> float:
    """Compute the penalty of a column for being chosen among so many.

    The best of p columns of noise has a squared correlation of 2 ln p standard errors.
    """
    return float(2 * np.log(max(count / USUAL, 1.0)))


@dataclass(frozen=True)
class _Regression:
    columns: FloatArray
    target: FloatArray
    costs: FloatArray
    rows: int

    def solve(self, chosen: list[int]) -> tuple[FloatArray, FloatArray]:
        part = self.columns[:, chosen]
        coefficients: FloatArray = np.linalg.lstsq(part, self.target, rcond=1e-15)[0].astype(
            np.float64, copy=False
        )
        return coefficients, self.target - part @ coefficients

    def length(self, chosen: list[int]) -> float:
        if len(chosen) >= self.rows:
            return np.inf
        residual = self.solve(chosen)[1]
        misfit = self.rows * np.log(np.square(residual).sum() / self.rows + FLOOR)
        return float(misfit + len(chosen) * np.log(self.rows) + self.costs[chosen].sum())


def _regression(columns: FloatArray, target: FloatArray, costs: FloatArray) -> _Regression:
    """Rotate the rows so that few are left; lengths and angles of all columns are unchanged."""
    rows = len(target)
    if columns.shape[1] + 1 < rows:
        turned = np.linalg.qr(np.column_stack([columns, target]))[1]
        columns, target = turned[:, :-1], turned[:, -1]
    return _Regression(columns, target, costs, rows)


def _forward(problem: _Regression) -> list[int]:
    """Add the column that explains most beside those before it (orthogonal least squares)."""
    left, residual = problem.columns.copy(), problem.target
    chosen: list[int] = []
    best: tuple[float, list[int]] = (np.inf, [])
    for _ in range(min(MOST_TERMS, left.shape[1], problem.rows - 1)):
        size = np.linalg.norm(left, axis=0)  # of what no column before it explains; 1 at first
        score = np.abs(left.T @ residual) / np.where(size > DEPENDENT, size, np.inf)
        column = int(score.argmax())
        if size[column] <= DEPENDENT:
            break
        chosen = [*chosen, column]
        along = left[:, column] / size[column]
        residual = residual - along * (along @ residual)
        left = left - np.outer(along, along @ left)
        left[:, chosen] = 0.0
        best = min(best, (problem.length(chosen), chosen), key=lambda pair: pair[0])
    return best[1]


def _backward(problem: _Regression) -> list[int]:
    chosen = list(range(problem.columns.shape[1]))
    best: tuple[float, list[int]] = (np.inf, chosen)
    while chosen:
        if len(chosen) <= 2 * MOST_TERMS:
            best = min(best, (problem.length(chosen), chosen), key=lambda pair: pair[0])
        certainty = _certainty(problem, chosen)
        drop = max(1, int(DROPPED * len(chosen))) if len(chosen) > MOST_TERMS else 1
        weakest = set(np.argsort(certainty)[:drop].tolist())
        chosen = [column for place, column in enumerate(chosen) if place not in weakest]
    return best[1]


def _certainty(problem: _Regression, chosen: list[int]) -> FloatArray:
    """|coefficient| over its standard error, up to a factor that all share."""
    part = problem.columns[:, chosen]
    u, singular, vt = np.linalg.svd(part, full_matrices=False)
    inverse = 1 / np.maximum(singular, 1e-14 * singular[0])
    coefficients = vt.T @ (inverse * (u.T @ problem.target))
    return np.abs(coefficients) / np.linalg.norm(vt.T * inverse, axis=1)


def _prune(problem: _Regression, chosen: list[int]) -> list[list[int]]:
    """Eliminate the least significant column again and again; return every step."""
    path = [chosen]
    while len(chosen) > 1:
        order = np.argsort(_certainty(problem, chosen))[:3]
        trials = [[c for place, c in enumerate(chosen) if place != int(k)] for k in order]
        chosen = min(trials, key=problem.length)
        path.append(chosen)
    return path
