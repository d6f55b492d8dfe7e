"""Products of powers of inputs and of functions, factor after factor.

    y = a Π xᵢ^(vᵢ) Πₖ Fₖ(bₖ Rₖ)^(qₖ)

A factor is sought in what inputs and the factors before it leave, as in orthogonal matching
pursuit (Pati, Rezaiifar and Krishnaprasad 1993); the powers qₖ are then fitted together.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import zip_longest

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._exponents import costs
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import drawn
from nalm.discovery.stages.arguments._arguments import Argument, arguments
from nalm.discovery.stages.arguments._curves_along import along_smooth_curves
from nalm.discovery.stages.functions._factor_grid import remembering
from nalm.discovery.stages.functions._factors import (
    FLOOR,
    POWERS,
    REFINED,
    SCANNED,
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
BESIDE = 150
"""Arguments of a second and third factor: the shortest ones, and natural ones besides."""
TOLD = 8
"""Products of one length that are returned."""
EXPLAINED = 0.5
"""Share of what inputs leave, that a factor has to explain to be continued."""

Chain = tuple[Factor, ...]
Find = Callable[..., list[Factor]]
"""Factors beside those that are known."""


def factor_products(
    problem: Problem,
    families: Sequence[Family],
    *,
    limits: Limits,
    likely: Sequence[Argument] = (),
    answer: FloatArray | None = None,
) -> Iterator[Sequence[Chain]]:
    """Yield the likely products of one factor, then those of two, then of three, best first.

    Args:
        problem: The data.
        families: Of functions that are tried.
        limits: What may not be exceeded.
        likely: Arguments besides those of `arguments`.
        answer: Values of a formula that fits to the noise, of which another one is sought
            `(rows,)`.
    """
    response = working_response(problem, problem.y)
    if response is None:
        return
    plain = arguments(response.inputs)
    others = [one for one in dict.fromkeys(likely) if one not in set(plain)]
    near = None if answer is None else working_response(problem, answer)
    if near is not None:
        some = near.of_rows(drawn(len(near.y), SCANNED, seed=0))
        plain, others = (along_smooth_curves(group, some) for group in (plain, others))
    find = partial(function_factors, problem, families, limits=limits)
    # A measured sum of inputs takes up what several factors are to explain.
    singles, summed = ([(one,) for one in find(along=group)] for group in (plain, others))
    yield [one for pair in zip_longest(singles, summed) for one in pair if one is not None]
    short = [one for k, one in enumerate(plain) if k < BESIDE or _is_natural(one)]
    find = partial(find, along=[*short, *others], grid=remembering())
    response = response.of_rows(drawn(len(response.y), REFINED, seed=1))
    leaders: list[Chain] = [*singles[:LEADERS], *summed[:1]]
    for _ in range(MOST - 1):
        leaders = _extended(leaders, find, response)
        yield leaders
        leaders = leaders[:LEADERS]


def _is_natural(argument: Argument) -> bool:
    """Say whether an argument is a product or quotient of up to three inputs, as b t/m."""
    exponents = [abs(e) for e in argument.exponents if e]
    return not argument.added and len(exponents) <= 3 and set(exponents) == {1.0}


def _extended(leaders: Sequence[Chain], find: Find, response: WorkingResponse) -> list[Chain]:
    """Return the likely products with one more factor, best first."""
    rank = partial(_score, response=response)
    # Where a product leaves most of what inputs leave, the law is no product.
    clear = [one for one in leaders if _left(one, response) < 1 - EXPLAINED]
    longer = {written(c): c for before in clear for c in _longer(before, find, response)}
    best = sorted(longer.values(), key=rank)
    # While the second was not known, many functions may have looked alike: the first is sought
    # again beside it.
    pairs = [known for known in best[:1] if len(known) == 2]
    again = (c for known in pairs for c in _longer(known[1:], find, response))
    return sorted([*again, *best], key=rank)[:TOLD]


def _longer(before: Chain, find: Find, response: WorkingResponse) -> Iterator[Chain]:
    for one in find(beside=before)[:EACH]:
        if all(one.base != other.base for other in before):
            yield _with_powers((*before, one), response)


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


def _score(chain: Chain, response: WorkingResponse) -> float:
    """Return rows · log of what is left, and the description length."""
    rows = len(response.y)
    length = sum(float(costs(np.array(one.power))) + one.argument.cost for one in chain)
    length += float(np.log(rows)) * sum(one.measured + one.growing for one in chain)
    return float(rows * np.log(_left(chain, response) + FLOOR) + length)


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
