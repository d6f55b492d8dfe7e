"""From a form and a problem to its constants, with their covariance."""

from typing import NamedTuple, TypeAlias

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Budget
from nalm.discovery._noise import Noise
from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.forms._asked import Asked, read_bounds, read_start
from nalm.discovery.forms._equalities import equalities_of, free_directions, polish_within
from nalm.discovery.forms._minimum import Bounds, Projection, cost_of, descend, polish
from nalm.discovery.forms._phases import with_small_phases
from nalm.discovery.forms._rows import FormRows
from nalm.discovery.forms._starts import draw_starts
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import draw_rows
from nalm.discovery.result._fitted_form import FittedForm
from nalm.discovery.scoring._refit import REWEIGHTINGS
from nalm.discovery.scoring._row_sizes import row_factor
from nalm.errors import InvalidValueError
from nalm.symbolic import Form

ROWS = 2000
"""Rows that starts are tried on; the last fit is to all."""
DRAWN, FOLLOWED, ROUNDS = 384, 16, 6
"""Starts that are drawn in a round, those of them that are followed, and rounds at most."""
AGREE = 8
"""Followed starts that have to end in the best minimum, or another round follows: a better one that
as many starts lead to is missed with a chance of exp(-8)."""
SAME = 1e-6
"""Relative difference of squared errors below which two minima are one."""
LOST = 1e-10
"""Singular value of slopes of unit length, in units of the largest, that is rounding error."""
INVOLVED = 1e-3
"""Share of a constant in the directions that are lost, from which it is not determined."""


class FormFit(NamedTuple):
    """A fitted form, and how many of the followed starts ended in its minimum."""

    fitted: FittedForm
    hits: int
    followed: int


def fit_form(
    form: Form, problem: Problem, *, noise: NoiseModel, asked: Asked, budget: Budget | None = None
) -> FormFit:
    """Fit the constants of a form by least squares, from many starts.

    Args:
        form: With at least one row more than it has constants.
        problem: The data.
        noise: Whose size the rows' errors share.
        asked: Start and bounds.
        budget: Once it is up, no further round of starts begins; by default it never is.

    Returns:
        The best minimum; of equal ones that to which the start leads, if one was given.

    Raises:
        InvalidValueError: If there are too few rows, a start or bound is of no constant or cannot
            work, or the form has no value on some row wherever the fit begins.
    """
    rows, count = len(problem.y), len(form.constants)
    held = 0 if problem.known is None else len(problem.known.equalities)
    if rows <= count - held:
        raise InvalidValueError(
            f"form {form.text!r}: expected more rows than the {count} constants "
            f"{', '.join(form.constants)}, found {rows}. Measure more rows, or write numbers for "
            "some constants."
        )
    bounds, start = read_bounds(form, asked.bounds), read_start(form, asked)
    some = draw_rows(problem, ROWS, seed=asked.seed)
    best, hits, followed = _best_minimum(
        _rows(form, some),
        some,
        bounds=bounds,
        start=start,
        seed=asked.seed,
        budget=budget or Budget(),
    )
    values = fit_from(form, problem, values=best, bounds=bounds, noise=noise)
    values = with_small_phases(form, problem, values=values, bounds=bounds, start=start)
    fitted = describe_form(form, problem, values=values, bounds=bounds, noise=noise)
    return FormFit(fitted, hits, followed)


def fit_from(
    form: Form, problem: Problem, *, values: FloatArray, bounds: Bounds, noise: NoiseModel
) -> FloatArray:
    """Fit the constants from near their best values.

    Args:
        form: With its constants.
        problem: The data.
        values: Where to begin `(constants,)`.
        bounds: Of the constants.
        noise: Whose size the rows' errors share; what follows the formula is weighed again.
    """
    for _ in range(REWEIGHTINGS if noise.follows_formula else 1):
        factor = row_factor(form.at(values), problem, noise=noise)
        values = polish(_rows(form, problem, factor), values, bounds=bounds)
        values = polish_within(_rows(form, problem, factor), values, problem=problem, bounds=bounds)
    return values


@np.errstate(all="ignore")  # what has hardly an influence has an error beyond all numbers
def describe_form(
    form: Form, problem: Problem, *, values: FloatArray, bounds: Bounds, noise: NoiseModel
) -> FittedForm:
    """Add the covariance to fitted constants: s² (JᵀJ)⁻¹ with s² of rows - constants.

    Args:
        form: With its constants.
        problem: The data.
        values: That fit best `(constants,)`.
        bounds: Of the constants.
        noise: Whose size the rows' errors share.
    """
    rows = _rows(form, problem, row_factor(form.at(values), problem, noise=noise))
    free = free_directions(form, problem, values=values)
    count = len(problem.y)  # without the rows that stand for equalities
    residual, slope = rows.residual(values)[:count], rows.slope(values)[:count] @ free
    size = np.linalg.norm(slope, axis=0)
    size = np.where(size > 0, size, 1.0)
    _, singular, right = np.linalg.svd(slope / size, full_matrices=False)
    usable = singular > LOST * singular.max(initial=0.0)
    inverse = right[usable].T / singular[usable]
    variance = float(residual @ residual) / max(len(residual) - free.shape[1], 1)
    covariance = free @ (variance * (inverse @ inverse.T) / np.outer(size, size)) @ free.T
    share = np.square(right[~usable] @ free.T).sum(axis=0)
    edge = (values == bounds.low) | (values == bounds.high)
    return FittedForm(
        form=form,
        values=values,
        covariance=covariance,
        undetermined=tuple(np.array(form.constants, dtype=object)[share > INVOLVED]),
        held=tuple(np.array(form.constants, dtype=object)[edge]),
        bounds=None if bounds.free.all() else np.array([bounds.low, bounds.high]),
    )


def _rows(form: Form, problem: Problem, factor: FloatArray | None = None) -> FormRows:
    if factor is None:
        factor = row_factor(form.formula, problem, noise=Noise.CONSTANT)
    equalities = equalities_of(form, problem)
    size = problem.known.size if problem.known is not None else 1.0
    given = None if equalities is None else (equalities, size)
    return FormRows(form, problem.x, y=problem.y, factor=factor, equalities=given)


_End: TypeAlias = tuple[float, FloatArray]
"""Where a followed start ended: squared error and constants."""


def _best_minimum(
    rows: FormRows,
    problem: Problem,
    *,
    bounds: Bounds,
    start: FloatArray,
    seed: int,
    budget: Budget,
) -> tuple[FloatArray, int, int]:
    """Return the constants of the best minimum, how often it was found, and of how many starts."""
    form = rows.form
    linear = tuple(k for k in form.linear if bounds.free[k])
    projection, random = Projection(rows, linear), np.random.default_rng(seed)
    scales = form.scales(problem.x, problem.y)
    own = None if np.isnan(start).any() else _followed(projection, start, bounds)
    found: list[_End] = [] if own is None else [own]
    best: list[_End] = []
    for _ in range(ROUNDS if projection.others else 1):
        drawn = draw_starts(scales, bounds, count=DRAWN, random=random)
        drawn = np.where(np.isnan(start), drawn, start) if own is None else drawn
        found += _from_best(projection, drawn, bounds)
        best = _lowest(found, problem)
        if len(best) >= min(AGREE, len(found)) > 0 or (best and budget.is_up):
            break
    if not best:
        raise InvalidValueError(
            f"form {form.text!r}: expected a finite value on every row{_at(problem)}, "
            f"found none for any of {ROUNDS * DRAWN} starts. Give `start` values at which it has "
            "one, or leave out the rows where it cannot have one."
        )
    # Where constants can be exchanged, or one comes squared only, there are equal minima: the start
    # says which is meant; without one, that with most positive constants.
    meant = best[0] if best[0] is own else max(best, key=lambda end: int((end[1] > 0).sum()))
    return meant[1], len(best), len(found)


def _at(problem: Problem) -> str:
    """Name the constraints at which a form has to have a value, too."""
    given = () if problem.known is None else problem.known.equalities
    return f", and where the constraints {'; '.join(map(str, given))} are" if given else ""


def _lowest(found: list[_End], problem: Problem) -> list[_End]:
    """Return the ends that are the best minimum, in their order."""
    least = min((cost for cost, _ in found), default=np.inf)
    # Below this, squared errors are rounding of the target.
    rounding = float(len(problem.y) * (1e-13 * np.abs(problem.y).max(initial=0.0)) ** 2)
    return [end for end in found if end[0] <= least * (1 + SAME) + rounding]


def _from_best(projection: Projection, drawn: FloatArray, bounds: Bounds) -> list[_End]:
    """Follow of each of some parts of the draws that which begins lowest."""
    drawn = drawn if projection.others else drawn[:1]
    others = drawn[:, projection.others]
    costs = np.array([cost_of(projection.rows, projection.solved(each)) for each in others])
    # Not the lowest of all, which may lie together around one minimum.
    parts = np.array_split(np.arange(len(costs)), min(FOLLOWED, len(costs)))
    chosen = [part[costs[part].argmin()] for part in parts]
    ends = (_followed(projection, drawn[k], bounds) for k in chosen if np.isfinite(costs[k]))
    return [end for end in ends if end is not None]


def _followed(projection: Projection, begin: FloatArray, bounds: Bounds) -> _End | None:
    end = descend(projection, begin[projection.others], bounds=bounds)
    if end is None or not np.isfinite(end).all():
        return None
    cost = cost_of(projection.rows, end)
    return (cost, end) if np.isfinite(cost) else None
