"""The constants of one form in every group by itself, whatever their sizes."""

from collections.abc import Iterator, Sequence

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Budget
from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.problem._problem import Problem
from nalm.discovery.scoring._refit import refit
from nalm.symbolic import FormulaOnRows, Sum, parameters, with_parameters

FACTORS = (0.1, 0.3, 3.0, 10.0)
"""By which a constant that is not linear may differ between groups at the start of a fit."""
TRIED = 3
"""Starts that are fitted: the best ones before the fit."""
REMEMBERED = 6
"""Groups whose numbers are starts in the next, the latest ones: all would make the work grow with
the square of the groups."""


def numbers_of_groups(
    form: Sum, problems: Sequence[Problem], *, noise: NoiseModel, budget: Budget
) -> FloatArray | None:
    """Fit a form to each group alone; `None` if it has no value in one, or the time is up.

    Args:
        form: Its numbers are those of one group, and the first start of all others. What is found
            in one group is a start in the next.
        problems: The rows of each group.
        noise: Whose size the rows' errors share.
        budget: Its time.

    Returns:
        `(groups, constants)`.
    """
    known = [parameters(form)]
    for problem in problems:
        if budget.is_up:
            return None
        found = numbers_of_group(form, problem, known=known[-REMEMBERED:], noise=noise)
        if found is None:
            return None
        known.append(found)
    return np.array(known[1:]).reshape(len(problems), -1)


def numbers_of_group(
    form: Sum, problem: Problem, *, known: Sequence[FloatArray], noise: NoiseModel
) -> FloatArray | None:
    """Fit a form to one group; `None` if it has no value there.

    Args:
        form: Its own numbers do not matter.
        problem: Rows of the group.
        known: Numbers of other groups `(constants,)`, which are starts.
        noise: Whose size the rows' errors share.
    """
    with np.errstate(all="ignore"):
        starts = _best(form, problem, starts=[s for each in known for s in _scaled(form, each)])
        fits = [refit(with_parameters(form, start), problem, noise=noise) for start in starts]
    usable = [each for each in fits if each is not None and np.isfinite(each.likelihood)]
    if not usable:
        return None
    return parameters(min(usable, key=lambda each: each.likelihood).formula)


def _scaled(form: Sum, numbers: FloatArray) -> Iterator[FloatArray]:
    """Yield numbers as they are, and with each that is not linear smaller or larger."""
    yield numbers
    for place in np.flatnonzero(~linear(form)):
        for factor in FACTORS:
            changed = numbers.copy()
            changed[place] *= factor
            yield changed


def _best(form: Sum, problem: Problem, *, starts: Sequence[FloatArray]) -> list[FloatArray]:
    """Solve for the linear numbers of each start, and keep the best few."""
    on_rows, free = FormulaOnRows(form, problem.x), linear(form)
    starts = starts[:1] if free.all() else starts  # all lead to the same numbers
    # Where y keeps its sign, its small values count as much as its large ones.
    size = np.abs(problem.y) if _has_sign(problem.y) else np.ones(len(problem.y))
    root = np.sqrt(problem.weight) / size
    tried: list[tuple[float, FloatArray]] = []
    for start in starts:
        solved = start.copy()
        slope = on_rows.jacobian(start)[:, free] * root[:, None]
        rest = on_rows.values(start) * root - slope @ start[free]
        if not (np.isfinite(slope).all() and np.isfinite(rest).all()):
            continue
        solved[free] = np.linalg.lstsq(slope, problem.y * root - rest, rcond=None)[0]
        miss = float(np.square(slope @ solved[free] + rest - problem.y * root).sum())
        tried.append((miss, solved))
    return [start for _, start in sorted(tried, key=lambda each: each[0])[:TRIED]]


def _has_sign(y: FloatArray) -> bool:
    return bool((y > 0).all() or (y < 0).all())


def linear(form: Sum) -> np.ndarray:
    """Tell of each measured number whether it is the coefficient of a term outside.

    Args:
        form: Whose numbers.
    """
    found: list[bool] = []
    for term in form.terms:
        count = len(parameters(Sum((term,))))
        first = isinstance(term.coefficient, float)
        found += [first] * first + [False] * (count - first)
    return np.array(found, dtype=bool)
