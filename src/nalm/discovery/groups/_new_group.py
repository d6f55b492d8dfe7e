"""A further group: only the constants that differ are fitted to it, the shared ones stay."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from nalm._typing import FloatArray
from nalm.discovery._noise import noise_size
from nalm.discovery.groups._form import with_shared
from nalm.discovery.groups._result import GroupDiscovery, loss_and_r2
from nalm.discovery.groups._starts import REMEMBERED, numbers_of_group
from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import count_points
from nalm.discovery.result._candidate import Candidate
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.errors import InvalidValueError
from nalm.symbolic import Sum, evaluate, jacobian, parameters, with_parameters


def with_group(found: GroupDiscovery, problem: Problem, *, name: str) -> GroupDiscovery:
    """Fit every candidate to one more group.

    Args:
        found: The other groups.
        problem: Rows of the new one.
        name: Of the new one, for a message.

    Returns:
        The groups with the new one as the last; it has no rows that are held out.

    Raises:
        InvalidValueError: If its rows are fewer than the constants that differ by group, or the
            chosen form has no value on them.
    """
    first = found.discoveries[0]
    needed, points = max(sum(found.own[first.chosen]), 1), count_points(problem.x)
    if points < needed:
        raise InvalidValueError(
            f"group {name!r} must have {needed} distinct rows or more, one for each constant that "
            f"differs by group; found {points}. Measure more rows of it."
        )
    candidates = tuple(
        _candidate(
            [each.candidates[place] for each in found.discoveries[:REMEMBERED]], own, problem
        )
        for place, own in enumerate(found.own)
    )
    if not np.isfinite(candidates[first.chosen].loss):
        raise InvalidValueError(
            f"group {name!r} must have inputs where the form of the other groups has a value; "
            "found a row where it has none."
        )
    new = replace(first, candidates=candidates, inner_rows=(), outer_rows=())
    return replace(found, discoveries=(*found.discoveries, new))


def _candidate(known: Sequence[Candidate], own: tuple[bool, ...], problem: Problem) -> Candidate:
    """Fit one candidate; its values are NaN where it has none on the rows."""
    first, mask = known[0], np.array(own, dtype=bool)
    fixed = with_shared(first.formula, own)
    starts = [parameters(each.formula)[mask] for each in known]
    fitted = numbers_of_group(fixed, problem, known=starts, noise=first.noise)
    numbers = parameters(first.formula)
    numbers[mask] = np.nan if fitted is None else fitted
    formula = with_parameters(first.formula, numbers)
    with np.errstate(all="ignore"):
        loss, r2 = loss_and_r2(formula, problem)
    return replace(
        first,
        formula=formula,
        loss=loss,
        r2=r2,
        extrapolation_error=float("nan"),
        covariance=_covariance(formula, first, own=mask, problem=problem),
    )


def _covariance(
    formula: Sum, known: Candidate, *, own: NDArray[np.bool_], problem: Problem
) -> FloatArray:
    r"""Return the covariance of a group's constants, the errors of shared ones carried on.

        Cov(a) = σ² (AᵀA)⁻¹ + K Cov(b) Kᵀ,   Cov(a, b) = K Cov(b),   K = -A⁺ B

    for own constants a and shared ones b, with the slopes A and B in units of each row's noise.
    """
    with np.errstate(all="ignore"):
        size = noise_size(formula, problem.x, noise=known.noise)
        root = np.sqrt(problem.weight / problem.weight.mean()) / size
        slope = jacobian(formula, problem.x) * root[:, None]
    count = len(own)
    if not np.isfinite(slope).all():
        return np.full((count, count), np.nan)
    result = known.covariance.copy()
    mine: FloatArray = slope[:, own]
    inverse = np.linalg.pinv(mine).astype(np.float64, copy=False)
    carried: FloatArray = -inverse @ slope[:, ~own]
    shared = known.covariance[np.ix_(~own, ~own)]
    result[np.ix_(own, own)] = known.sigma**2 * inverse @ inverse.T + carried @ shared @ carried.T
    result[np.ix_(own, ~own)] = carried @ shared
    result[np.ix_(~own, own)] = (carried @ shared).T
    return result


def misfit(candidate: Candidate, problem: Problem, *, constants: int) -> tuple[float, int]:
    """Return the mean squared residual in units of the noise, and of how many degrees of freedom.

    Args:
        candidate: Fitted to the rows.
        problem: The rows.
        constants: How many of its constants were fitted to them.
    """
    size = candidate.sigma * noise_size(candidate.formula, problem.x, noise=candidate.noise)
    # A fit to rounding error has no noise that other rows could be compared with.
    size = np.maximum(size, VERDICT_RULES.exact * root_mean_square(problem.y))
    residual = (evaluate(candidate.formula, problem.x) - problem.y) / size
    degrees = len(residual) - constants
    squares = float((problem.weight / problem.weight.mean() * np.square(residual)).sum())
    return (squares / degrees if degrees > 0 else 1.0), degrees
