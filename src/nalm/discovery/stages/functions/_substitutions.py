"""Which inputs a law has in a sine or a cosine alone: a polynomial then needs them no more.

    y = h(x₁, …, F(R)),   R = xᵢ, xᵢ ± xⱼ, xᵢ xⱼ, xᵢ / xⱼ or a likely sum of products,
    h without the inputs of R

With F in their place a smooth h is met by a polynomial of a lower degree. All places are compared
by what such a polynomial leaves of rows that it was not fitted to.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import drawn
from nalm.discovery.stages.arguments._arguments import arguments, may_be_angle
from nalm.discovery.stages.arguments._likely_arguments import Waving
from nalm.discovery.stages.functions._view import View
from nalm.symbolic import Call, as_formula, evaluate

ROWS = 500
ROWS_EACH = 4
"""Rows for each column of a polynomial."""
DEGREE = 3
"""Of a polynomial at most."""
NEAR = 1.5
"""Error, relative to the best substitution's, up to which another one is as likely."""
MOST = 3
"""Views that are returned."""
WAVES = ("cos", "sin")


class Substitution(NamedTuple):
    """A function in the place of inputs.

    Attributes:
        ratio: Error of a polynomial with it, relative to one of the inputs themselves.
        view: What is left to be searched.
    """

    ratio: float
    view: View


def substitutions(
    problem: Problem,
    functions: Sequence[str],
    *,
    limits: Limits,
    waves: Sequence[Waving] = (),
    known: FloatArray | None = None,
) -> list[Substitution]:
    """Return the likely ones, best first.

    Args:
        problem: The data.
        functions: Names of those that are allowed.
        limits: What may not be exceeded.
        waves: That are likely.
        known: Values of a formula that they have to be better than as well `(rows,)`.
    """
    rows = drawn(len(problem.y), ROWS, seed=0)
    x, y, root = problem.x[rows], problem.y[rows], np.sqrt(problem.weight[rows])
    targets = [root * one for one in _targets(y)]
    degree = _degree(*x.shape)
    if degree == 1:  # any curve leaves less than a plane
        return []
    before = _error(_scaled(x), targets, root, degree=degree)
    if known is not None:
        before = min(before, _distance(known[rows], y, root))
    found: list[Substitution] = []
    for view in _candidates(x, functions, waves):
        limits.check()
        others = np.delete(x, view.left_out, axis=1)
        with np.errstate(all="ignore"):
            values = [evaluate(as_formula(base), x) for base in view.functions]
        columns = np.column_stack([_scaled(others), *values])
        error = _error(columns, targets, root, degree=degree)
        # Two columns leave less than one of them, whatever the law is.
        error *= NEAR ** (len(values) - 1)
        found.append(Substitution(error / max(before, 1e-300), view))
    found.sort(key=lambda one: one.ratio)
    near = [one for one in found if one.ratio < min(NEAR * found[0].ratio, 1)]
    return _without_more(near)[:MOST]


def _without_more(found: Sequence[Substitution]) -> list[Substitution]:
    """Leave out what has all functions of a better one in the place of the same inputs."""
    kept: list[Substitution] = []
    for one in found:
        functions, inputs = set(one.view.functions), one.view.left_out
        better = (other.view for other in kept if other.view.left_out == inputs)
        if not any(functions >= set(view.functions) for view in better):
            kept.append(one)
    return kept


def _distance(known: FloatArray, y: FloatArray, root: FloatArray) -> float:
    """Least relative error of a formula's values, as of a polynomial."""
    with np.errstate(all="ignore"):
        pairs = zip(_targets(y), _targets(known), strict=False)
        errors = [float(np.std(root * (one - other)) / np.std(root * one)) for one, other in pairs]
    return min(each for each in (*errors, np.inf) if not np.isnan(each))


def _candidates(
    x: FloatArray, functions: Sequence[str], likely: Sequence[Waving]
) -> Iterator[View]:
    """Yield functions in the place of their inputs, which are not all that there are."""
    waves = [name for name in WAVES if name in functions]
    for argument in arguments(x) if waves else ():
        short = (argument.is_short or argument.is_pair) and len(argument.inputs) < x.shape[1]
        if short and may_be_angle(argument.values(x)):
            written = argument.written(Fraction(1))
            called = [Call(name, written) for name in waves]
            yield from (View(functions=(one,), left_out=argument.inputs) for one in called)
            if len(argument.inputs) == 1 and len(called) > 1:  # an angle may be in both
                yield View(functions=tuple(called), left_out=argument.inputs)
    for wave in likely:
        if len(wave.argument.inputs) < x.shape[1]:
            yield View(functions=(wave.base,), left_out=wave.argument.inputs)


def _targets(y: FloatArray) -> Iterator[FloatArray]:
    """Yield y, and log y, 1/y and y² where they have values: of one a law may be smooth."""
    yield y
    if (y > 0).all():
        yield np.log(y)
        yield 1 / y
        yield y**2


def _scaled(x: FloatArray) -> FloatArray:
    """Take the logarithms of inputs that are positive."""
    positive = (x > 0).all(axis=0)
    return np.where(positive, np.log(np.where(positive, x, 1.0)), x)


def _error(x: FloatArray, targets: Sequence[FloatArray], root: FloatArray, *, degree: int) -> float:
    """Least relative error of a polynomial, each row predicted from the others."""
    columns = _polynomial(x, degree) * root[:, None]
    base, singular, _ = np.linalg.svd(columns, full_matrices=False)
    base = base[:, singular > 1e-9 * singular[0]]
    kept = 1 - np.square(base).sum(axis=1)
    if not (kept > 1e-9).all():
        return np.inf
    left = ((one - base @ (base.T @ one)) / kept for one in targets)
    return min(float(np.std(r) / np.std(y)) for r, y in zip(left, targets, strict=True))


def _degree(rows: int, inputs: int) -> int:
    """Choose the highest degree that the rows allow, for polynomials of fewer inputs as well.

    With one more they would leave less, whatever the law is.
    """
    allowed = (d for d in range(2, DEGREE + 1) if ROWS_EACH * comb(inputs + d, d) <= rows)
    return max(allowed, default=1)


def _polynomial(x: FloatArray, degree: int) -> FloatArray:
    """Columns of all products of the inputs up to a degree."""
    rows, inputs = x.shape
    x = (x - x.mean(axis=0)) / np.maximum(x.std(axis=0), 1e-300)
    columns = [np.ones(rows)]
    for each in range(1, degree + 1):
        factors = combinations_with_replacement(range(inputs), each)
        columns.extend(np.prod(x[:, some], axis=1) for some in factors)
    return np.column_stack(columns)
