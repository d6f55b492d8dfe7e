"""Along which of thousands of arguments a law may have a function, whatever that is."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from heapq import nsmallest
from typing import NamedTuple

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Budget, Limits
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import drawn
from nalm.discovery.stages._stage import SearchState
from nalm.discovery.stages.arguments._argument_table import ArgumentTable
from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.arguments._curves import EXACT, Curve
from nalm.discovery.stages.arguments._curves_along import CurvesAlong
from nalm.discovery.stages.arguments._phases import with_phase
from nalm.discovery.stages.arguments._waves_along import Wave, WavesAlong
from nalm.discovery.stages.products._working_response import WorkingResponse, working_response
from nalm.symbolic import Base

ROWS = 150
"""Rows that arguments are compared on."""
BLOCK = 1000
"""Arguments that are compared at once."""
ANGLES = np.arange(-11, 12) * np.pi / 24
DIRECTIONS = np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])[ANGLES != 0]
"""Of α xᵢ + β xⱼ, in units of the inputs' ranges."""
STEP, TURNS = 1.2, 4
"""Of the phase at the far end of an input from one wave to the next, and most periods within it."""
SIZES = np.arange(STEP, 2 * np.pi * TURNS, STEP)
PHASES = np.array([(a, sign * b) for a in SIZES for b in SIZES for sign in (1, -1)])
CURVES, WAVES = 12, 3
"""Arguments that are returned: of curves, and of waves."""
MOST_LEFT = 0.5
"""Share of the target's squares, from which on a function explains nothing."""
NEAR = 10.0
"""Times the least that is left, up to which an argument is as likely."""
FLOOR = 1e-20
"""Share of the target's squares that is rounding error."""

Left = Callable[[FloatArray], FloatArray]


class Waving(NamedTuple):
    """A wave.

    Attributes:
        argument: R.
        base: The sine or cosine of b R and a phase.
    """

    argument: Argument
    base: Base


def likely_curves(problem: Problem, limits: Limits) -> list[Argument]:
    """List the arguments along which log |y| has a curve beside what products explain, best first.

    Args:
        problem: The data.
        limits: What may not be exceeded.
    """
    response = working_response(problem, problem.y)
    if response is None:
        return []
    response = response.of_rows(drawn(len(response.y), ROWS, seed=0))
    x = response.inputs
    with np.errstate(all="ignore"):
        left = CurvesAlong(response).left
        two = ArgumentTable.of_two(x, DIRECTIONS)
        tables = (ArgumentTable.of_sums(x), two, ArgumentTable.of_products(x))
        return _likely(tables, x, left, limits, most=CURVES)


def likely_waves(problem: Problem, limits: Limits) -> list[Waving]:
    """List the sums and differences along which y has a wave, best first.

    Args:
        problem: The data.
        limits: What may not be exceeded.
    """
    whole = working_response(problem, problem.y)
    if whole is None:
        return []
    response = whole.of_rows(drawn(len(whole.y), ROWS, seed=0))
    x = response.inputs
    with np.errstate(all="ignore"):
        along = WavesAlong(response, nearest=_nearest_product(whole))
        tables = (ArgumentTable.of_sums(x), ArgumentTable.of_two(x, PHASES))
        found = _likely(tables, x, along.left, limits, most=WAVES)
        return [_waving(one, along.wave(one.values(x))) for one in found]


def waves_once(problem: Problem, state: SearchState, *, budget: Budget) -> list[Waving]:
    """List the likely waves of a search, where it may have a sine, and remember them."""
    if "sin" not in state.functions:
        return []
    limits = state.limits(budget)
    return state.cached("waves", None, make=lambda: likely_waves(problem, limits))


class _Scored(NamedTuple):
    score: float
    argument: Argument


def _best(table: ArgumentTable, x: FloatArray, left: Left, limits: Limits) -> list[_Scored]:
    """Score the arguments of a table that explain something, and return the best."""
    values, score = table.values(x), table.cost
    for begin in range(0, len(score), BLOCK):
        limits.check()
        block = slice(begin, begin + BLOCK)
        share = np.maximum(left(values[:, block]), 0)
        score[block] += len(x) * np.log(np.where(share < MOST_LEFT, share + FLOOR, np.inf))
    best = nsmallest(max(CURVES, WAVES), np.flatnonzero(score < np.inf), key=score.__getitem__)
    return [_Scored(float(score[k]), table.argument(int(k))) for k in best]


def _likely(
    tables: Iterable[ArgumentTable], x: FloatArray, left: Left, limits: Limits, *, most: int
) -> list[Argument]:
    """Take the best of some tables, and those that are nearly as good."""
    scored = (one for table in tables for one in _best(table, x, left, limits))
    found = nsmallest(most, scored, key=lambda one: one.score)
    return [one.argument for one in found if one.score < found[0].score + len(x) * np.log(NEAR)]


def _waving(argument: Argument, wave: Wave) -> Waving:
    written = argument.written(Fraction(wave.b) if wave.b in EXACT else wave.b)
    return Waving(argument, with_phase(Curve("sin"), written, coefficients=wave.coefficients))


def _nearest_product(response: WorkingResponse) -> FloatArray:
    """Return halves as exponents of the product nearest to |y|: a wave beside it is like noise."""
    columns = response.plain
    slopes = np.linalg.lstsq(columns, np.log(np.abs(response.y)), rcond=1e-10)[0][1:]
    return np.round(2 * slopes) / 2
