"""Along which arguments may a law be one of the usual curves?

    y = F(R) + …,   compared by   Σₙ cₙ Tₙ(rank of R),   Tₙ Chebyshev polynomials

Ranks are the same for R, R² and log R, so that the polynomial follows any smooth F of any of these.
"""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import drawn
from nalm.discovery.stages.arguments._arguments import Argument, arguments

OF_ONE = 4
"""Arguments of the only input."""
SHORTEST, LIKELIEST = 6, 4
"""Arguments of all of several inputs."""
FEW = 2
"""Inputs up to which the shortest are tried, however much is left beside a curve along them."""
MOST_LEFT = 0.1
"""Share of the squares of y that may be left along an argument of more inputs."""
ROWS = 150
"""Rows that arguments are compared on."""
DEGREE = 8
"""Of the polynomials."""
SPARE = 4
"""Rows for each of their coefficients."""
FLOOR = 1e-20
"""Share of squares that is rounding error."""


def usual_arguments(problem: Problem) -> list[Argument]:
    """List the arguments that usual curves are tried along, none twice.

    Args:
        problem: The data.
    """
    inputs = problem.x.shape[1]
    several = arguments(problem.x)
    if inputs == 1:
        return several[:OF_ONE]
    own = [one for one in several if one.is_short and len(one.inputs) == 1]
    whole = [one for one in several if len(one.inputs) == inputs]
    likely = _likeliest(whole, problem)
    return list(dict.fromkeys([*own, *whole[:SHORTEST], *likely] if inputs <= FEW else likely))


def _likeliest(several: list[Argument], problem: Problem) -> list[Argument]:
    """Return those along which a curve leaves least, if it leaves little, best first."""
    rows = drawn(len(problem.y), ROWS, seed=0)
    degree = min(DEGREE, len(rows) // SPARE - 1)
    if degree < 1 or not several:
        return []
    with np.errstate(all="ignore"):
        values = np.stack([one.values(problem.x[rows]) for one in several])
    known = np.asarray(np.isfinite(values).all(axis=1))
    left = _left(np.where(known[:, None], values, 0.0), problem, rows=rows, degree=degree)
    cost = np.array([one.cost for one in several])
    score = len(rows) * np.log(left + FLOOR) + cost
    usable = known & (left < MOST_LEFT)
    order: list[int] = np.argsort(score).tolist()
    return [several[k] for k in order if usable[k]][:LIKELIEST]


def _left(values: FloatArray, problem: Problem, *, rows: np.ndarray, degree: int) -> FloatArray:
    """Return the share of the squares of y left beside a curve along each argument `(arguments,)`.

    Args:
        values: Of the arguments `(arguments, rows)`.
        problem: Whose targets.
        rows: Of it.
        degree: Of the curve.
    """
    ranks = values.argsort(axis=1).argsort(axis=1)
    columns = np.polynomial.chebyshev.chebvander(2 * ranks / (len(rows) - 1) - 1, degree)
    root, y = np.sqrt(problem.weight[rows]), problem.y[rows]
    base = np.linalg.qr(columns * root[:, None])[0]
    goal = root * y
    centred = root * (y - np.average(y, weights=problem.weight[rows]))
    miss = goal @ goal - np.square(goal @ base).sum(axis=1)
    share: FloatArray = np.maximum(miss, 0.0) / max(float(centred @ centred), 1e-300)
    return share
