"""Which function of which argument is in the terms of a sum.

    y = Σ aₖ Mₖ + Σ cₖ Mₖ F(b R + φ),   Mₖ short products of inputs

A curve along R, of a few Chebyshev polynomials, tells in which R there may be a function; then each
function is tried along the best of these, b on a grid, with all Mₖ at once.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._bounded_minimum import bounded_minimum
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import drawn
from nalm.discovery.stages.arguments._arguments import Argument, arguments, may_be_angle
from nalm.discovery.stages.arguments._curves import EXACT, Curve, curves, exact_near
from nalm.discovery.stages.arguments._likely_arguments import likely_waves
from nalm.discovery.stages.arguments._phases import with_phase
from nalm.discovery.stages.functions._blocks import Blocks
from nalm.symbolic import Base, Call

ROWS = 500
ARGUMENTS = 90
"""Arguments that curves are drawn along: those with the shortest descriptions."""
CURVED, SHORT = 8, 2
"""Arguments of which functions are tried: the best of all, and of single inputs and differences."""
FOUND = 6
"""Functions of each of these groups."""
CLOSE = 30.0
"""Difference of scores up to which an exact b is kept besides."""


class _Along(NamedTuple):
    """An argument and its values on the rows."""

    argument: Argument
    values: FloatArray


class _Term(NamedTuple):
    """A function, and the score of what it explains."""

    score: float
    base: Base


def function_terms(problem: Problem, functions: tuple[str, ...], *, limits: Limits) -> list[Base]:
    """Return functions that may be inputs of a formula, the likeliest first.

    Args:
        problem: The data.
        functions: Names of those that are allowed.
        limits: What may not be exceeded.
    """
    rows = drawn(len(problem.y), ROWS, seed=0)
    x, y, weight = problem.x[rows], problem.y[rows], problem.weight[rows]
    with np.errstate(all="ignore"):
        blocks = Blocks(x, y, root=np.sqrt(weight / weight.mean()))
        if blocks.is_explained:
            return []
        groups = [
            [*_angles(group, functions), *_ranked(group, blocks, functions, limits)]
            for group in _groups(x, blocks)
        ]
        if "sin" in functions:
            groups.append([wave.base for wave in likely_waves(problem, limits)])
    # In turns: the function of a single input may be hidden beside what others do.
    mixed = (one for each in zip_longest(*groups) for one in each if one is not None)
    return list(dict.fromkeys(mixed))


def _groups(x: FloatArray, blocks: Blocks) -> list[list[_Along]]:
    """List the most curved single inputs, differences, and arguments of all kinds."""
    tried = [_Along(one, one.values(x)) for one in arguments(x)[:ARGUMENTS]]
    tried = [one for one in tried if np.isfinite(one.values).all() and np.ptp(one.values) > 0]
    short = [one for one in tried if one.argument.is_short]
    short.sort(key=lambda one: blocks.curved(one.values, alone=True))
    tried.sort(key=lambda one: blocks.curved(one.values) + one.argument.cost)
    single = [one for one in short if not one.argument.added][:SHORT]
    differences = [one for one in short if one.argument.added][:SHORT]
    return [single, differences, tried[:CURVED]]


def _angles(group: Sequence[_Along], functions: Sequence[str]) -> Iterator[Base]:
    """Yield cosine and sine of the first arguments, should they be angles in radians."""
    for argument, values in group[:SHORT]:
        if may_be_angle(values):
            written = argument.written(Fraction(1))
            yield from (Call(name, written) for name in ("cos", "sin") if name in functions)


def _ranked(
    group: Sequence[_Along], blocks: Blocks, functions: tuple[str, ...], limits: Limits
) -> list[Base]:
    terms: list[_Term] = []
    for along in group:
        for curve in curves(functions):
            limits.check()
            terms += _tried(curve, along, blocks)
    return [one.base for one in sorted(terms, key=lambda one: one.score)[:FOUND]]


def _tried(curve: Curve, along: _Along, blocks: Blocks) -> Iterator[_Term]:
    """Yield a function along R with the best b, and with an exact one that is hardly worse."""

    def score(b: float) -> float:
        return blocks.explained(curve.columns(along.values * b)).score

    numbers = curve.numbers(along.values)
    scores = np.array([score(b) for b in numbers.tolist()])
    if not np.isfinite(scores).any():
        return
    b = float(numbers[scores.argmin()])
    if len(numbers) > 1:
        low, high = curve.around(b, numbers)
        b = bounded_minimum(score, begin=b, low=low, high=high)
    exact = [one for one in exact_near(b) if score(one) < score(b) + CLOSE]
    for one in dict.fromkeys((b, *exact)):
        explained = blocks.explained(curve.columns(along.values * one))
        argument = along.argument.written(Fraction(one) if one in EXACT else one)
        base = with_phase(curve, argument, coefficients=explained.coefficients)
        yield _Term(explained.score + along.argument.cost, base)
