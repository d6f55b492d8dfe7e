"""Products of powers of inputs and of functions, factor after factor.

    y = a Π xᵢ^(vᵢ) Πₖ Fₖ(bₖ Rₖ)^(qₖ)

A factor is sought in what inputs and the factors before it leave, as in orthogonal matching
pursuit (Pati, Rezaiifar and Krishnaprasad 1993); the powers qₖ are then fitted together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import drawn
from nalm.discovery.stages.arguments._arguments import Argument, arguments
from nalm.discovery.stages.functions._factors import (
    POWERS,
    REFINED,
    Factor,
    function_factors,
)
from nalm.discovery.stages.functions._families import Family
from nalm.discovery.stages.products._working_response import WorkingResponse, working_response
from nalm.symbolic import Call, Power

ONE = Fraction(1)
MOST = 3
"""Factors of a product."""
LEADERS, EACH = 2, 4
"""Products that are continued, and by how many factors each."""
SAME = 1e-6
"""Logarithm of an exponential between two rows, that is a constant."""
EXPLAINED = 0.5
"""Share of what inputs leave, that a factor has to explain to be continued."""

Chain = tuple[Factor, ...]


def factor_products(
    problem: Problem,
    families: Sequence[Family],
    *,
    limits: Limits,
    likely: Sequence[Argument] = (),
) -> Iterator[Chain]:
    """Yield the likely products of factors, one factor first, best first.

    Args:
        problem: The data.
        families: Of functions that are tried.
        limits: What may not be exceeded.
        likely: Arguments besides those of `arguments`.
    """
    response = working_response(problem, problem.y)
    if response is None:
        return
    # In order, and none twice.
    along = dict.fromkeys([*arguments(response.inputs), *likely])
    find = partial(function_factors, problem, families, along=along, limits=limits)
    singles: list[Chain] = [(one,) for one in find()]
    yield from singles
    response = response.of_rows(drawn(len(response.y), REFINED, seed=1))
    leaders = singles
    for _ in range(MOST - 1):
        # Where a product leaves most of what inputs leave, the law is no product.
        leaders = [one for one in leaders[:LEADERS] if _left(one, response) < 1 - EXPLAINED]
        longer = {
            written(chain): chain
            for before in leaders
            for one in find(beside=before)[:EACH]
            if all(one.base != other.base for other in before)
            and (chain := _with_powers((*before, one), response))
        }
        leaders = sorted(longer.values(), key=lambda chain: _left(chain, response))
        yield from leaders


def written(chain: Chain) -> tuple[Power, ...]:
    """Write Π F(b R)^q; an exponential of R begins with the rate s."""
    powers: list[Power] = []
    for factor in chain:
        powers.append(Power(factor.base, Fraction(factor.power).limit_denominator(4)))
        if factor.growing:
            powers.append(Power(Call("exp", factor.argument.written(factor.rate)), ONE))
    return tuple(powers)


def _fit(chain: Chain, response: WorkingResponse) -> tuple[FloatArray, float]:
    """Fit all powers together: those of the factors, and the share of the response left over."""
    with np.errstate(all="ignore"):
        logs = np.hstack([one.logs(response.inputs) for one in chain])
    columns = response.without_products(logs * response.weight[:, None])
    goal = response.without_products(response.target)
    if not np.isfinite(columns).all():
        return np.zeros(len(columns.T)), np.inf
    inverse = np.linalg.pinv(columns, rcond=1e-10).astype(np.float64, copy=False)
    solved: FloatArray = inverse @ goal
    left = float(np.square(goal - columns @ solved).sum())
    return solved, left / max(float(np.square(goal).sum()), 1e-300)


def _left(chain: Chain, response: WorkingResponse) -> float:
    return _fit(chain, response)[1]


def _with_powers(chain: Chain, response: WorkingResponse) -> Chain:
    """Round the powers that all factors have together; leave out what grows no more."""
    found, _ = _fit(chain, response)
    place, result = 0, list[Factor]()
    for factor in chain:
        power = float(POWERS[np.abs(POWERS - found[place]).argmin()])
        rate = float(found[place + 1]) if factor.growing else 0.0
        place += 1 + factor.growing
        growing = abs(rate) * np.ptp(factor.argument.values(response.inputs)) > SAME
        result.append(replace(factor, power=power, growing=growing, rate=rate * growing))
    return tuple(result)
