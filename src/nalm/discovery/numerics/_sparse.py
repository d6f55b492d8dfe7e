"""Sparse linear regression: which columns of a library are in the law, by description length."""

from dataclasses import dataclass

import numpy as np

from nalm._typing import FloatArray

# Squared residual, of a target of size 1, that is rounding error. Without it the logarithm of an
# exact fit falls without end, and further columns always seem to gain.
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
    problem = _regression(columns / size, target / scale, costs + choice_penalty(columns.shape[1]))
    ends = [_forward(problem)]
    # Elimination begins with all columns: with nearly as many as rows, their fit follows the noise,
    # and their standard errors tell nothing.
    if columns.shape[1] < min(0.7 * problem.rows, MOST_BACKWARD):
        ends.append(_backward(problem))
    paths = [_prune(problem, end) for end in ends]
    path = min(paths, key=lambda path: min(map(problem.length, path)))
    # The path loses a column in each step: what comes after the shortest description is simpler.
    shortest = min(range(len(path)), key=lambda place: problem.length(path[place]))
    return [
        Selection(
            columns=tuple(chosen),
            coefficients=problem.solve(chosen)[0] * scale / size[chosen],
            length=problem.length(chosen),
        )
        for chosen in path[shortest : shortest + SHORTER]
    ]


def choice_penalty(count: int) -> float:
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
        # n log(RSS / n) + k log n is the Bayesian information criterion (Schwarz 1978). n counts
        # the rows of the data, not those that are left after the rotation.
        misfit = self.rows * np.log(np.square(residual).sum() / self.rows + FLOOR)
        return float(misfit + len(chosen) * np.log(self.rows) + self.costs[chosen].sum())


def _regression(columns: FloatArray, target: FloatArray, costs: FloatArray) -> _Regression:
    """Rotate the rows so that few are left; lengths and angles of all columns are unchanged."""
    rows = len(target)
    if columns.shape[1] + 1 < rows:
        # Only R of [columns, target] = Q R matters: Qᵀ turns all of them alike.
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
        # A column explains (d · residual)², with d = left / size the direction that is new in it.
        score = np.abs(left.T @ residual) / np.where(size > DEPENDENT, size, np.inf)
        column = int(score.argmax())
        if size[column] <= DEPENDENT:
            break
        chosen = [*chosen, column]
        along = left[:, column] / size[column]
        residual = residual - along * (along @ residual)
        # Modified Gram-Schmidt: each column keeps what the chosen ones leave of it. Rounding error
        # leaves a little of a chosen column too, which must not be chosen again.
        left = left - np.outer(along, along @ left)
        left[:, chosen] = 0.0
        best = min(best, (problem.length(chosen), chosen), key=lambda pair: pair[0])
    return best[1]


def _backward(problem: _Regression) -> list[int]:
    chosen = list(range(problem.columns.shape[1]))
    best: tuple[float, list[int]] = (np.inf, chosen)
    while chosen:
        # Longer sums are no laws, and each length takes a least-squares fit.
        if len(chosen) <= 2 * MOST_TERMS:
            best = min(best, (problem.length(chosen), chosen), key=lambda pair: pair[0])
        certainty = _certainty(problem, chosen)
        # A share at a time makes the number of fits logarithmic in the number of columns. Close to
        # the end, one at a time, as each column that is left out changes the order of the others.
        drop = max(1, int(DROPPED * len(chosen))) if len(chosen) > MOST_TERMS else 1
        weakest = set(np.argsort(certainty)[:drop].tolist())
        chosen = [column for place, column in enumerate(chosen) if place not in weakest]
    return best[1]


def _certainty(problem: _Regression, chosen: list[int]) -> FloatArray:
    """|coefficient| over its standard error, up to a factor that all share."""
    part = problem.columns[:, chosen]
    u, singular, vt = np.linalg.svd(part, full_matrices=False)
    inverse = 1 / np.maximum(singular, 1e-14 * singular[0])
    # Row i of V S⁻¹ is as long as the standard error of coefficient i in noise of 1.
    coefficients = vt.T @ (inverse * (u.T @ problem.target))
    return np.abs(coefficients) / np.linalg.norm(vt.T * inverse, axis=1)


def _prune(problem: _Regression, chosen: list[int]) -> list[list[int]]:
    """Eliminate the least significant column again and again; return every step."""
    path = [chosen]
    while len(chosen) > 1:
        # Certainty does not see the costs of the columns: of the three least certain, the one
        # without which the description is shortest goes.
        order = np.argsort(_certainty(problem, chosen))[:3]
        trials = [[c for place, c in enumerate(chosen) if place != int(k)] for k in order]
        chosen = min(trials, key=problem.length)
        path.append(chosen)
    return path
