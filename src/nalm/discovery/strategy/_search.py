"""The search: from data to candidates."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import torch

from nalm.discovery._limits import Clock, Limits, TimeIsUpError
from nalm.discovery._noise_model import NoiseModel, find_noise, noise_models
from nalm.discovery.problem._groups import Groups, find_groups
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import ROUNDED, draw_rows, outer_rows, take_rows
from nalm.discovery.result._candidate import Discovery
from nalm.discovery.rewriting._properties import largest_exponent
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._baselines import baselines
from nalm.discovery.stages._one_ratio_search import try_one_ratio
from nalm.discovery.stages.cohorts._cohorts import train
from nalm.discovery.stages.cohorts._scaled_rows import prepare_rows
from nalm.discovery.stages.cohorts._schedule import schedule
from nalm.discovery.stages.cohorts._starts import Chance
from nalm.discovery.stages.cohorts._structure import Structure
from nalm.discovery.stages.cohorts._training_rows import training_rows
from nalm.discovery.stages.cohorts._write import found_in
from nalm.discovery.stages.products._binomial_search import BinomialSearch
from nalm.discovery.stages.products._monomial import monomials
from nalm.discovery.stages.regressions._regressions import Regressions
from nalm.discovery.stages.variations._resummed import resum_best
from nalm.discovery.strategy._finish import finish
from nalm.discovery.strategy._one_thread import one_thread
from nalm.symbolic import Sum

JUDGED = 3000
"""Rows that formulas are judged on."""
RESERVED = 0.05
"""Share of the time that is left for the last fits of what was found."""
MANY_INPUTS = 6
"""Inputs beyond which sparse regression comes before the random starts of larger structures.

Random exponents of many inputs rarely fall on the few that matter; regression finds those.
"""


@dataclass(frozen=True, kw_only=True)
class Options:
    """How to search.

    Attributes:
        max_time: Wall-clock seconds; `None` for no limit.
        starts: Random starts of each structure.
        seed: Of the starts; the same seed gives the same answer.
        max_terms: Most terms of one sum that the random starts try.
        max_exponent: Largest absolute exponent.
        noise: "auto", or the name of a `NoiseModel`: "constant", "relative", "variables", ….
        guesses: Formulas to begin with, such as those of an earlier search.
    """

    max_time: float | None = None
    starts: int = 160
    seed: int = 0
    max_terms: int = 4
    max_exponent: float = 6.0
    noise: str = "auto"
    guesses: tuple[Sum, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Progress:
    """Where a search stands: `fraction` of its structures tried, and its best formula so far."""

    fraction: float
    structure: str
    best: Sum
    error: float


def search(
    problem: Problem, options: Options, *, report: Callable[[Progress], None] | None = None
) -> Discovery:
    """Search formulas for one target.

    Formulas are learnt from the inner rows and judged on the outermost fifth as well. The search
    ends when a formula fits every row to rounding error, when all structures were tried, when
    the time is up, or when the user interrupts it: what was found so far is returned.

    Args:
        problem: The data.
        options: How to search.
        report: Called after each structure.

    Raises:
        InvalidValueError: If no product of the inputs has the target's unit.
    """
    clock = Clock.start(options.max_time)
    groups = find_groups(problem.dimensions, problem.x)
    outer = outer_rows(problem)
    inner = np.setdiff1d(np.arange(len(problem.y)), outer)
    pool = Pool(
        draw_rows(take_rows(problem, inner), JUDGED, seed=options.seed),
        draw_rows(take_rows(problem, outer), JUDGED, seed=options.seed),
        noises=_noises(options.noise, problem),
    )
    limits = Limits(largest=options.max_exponent, deadline=clock.until(1 - RESERVED))
    complete = False
    with one_thread():
        with suppress(KeyboardInterrupt, TimeIsUpError):
            pool.add_all(baselines(pool.inner, limits))
            _add_monomials(pool, groups, limits)
            complete = _run(pool, options, groups, limits=limits, report=report)
        return finish(pool, problem, inner=inner, outer=outer, complete=complete, clock=clock)


def _add_monomials(pool: Pool, groups: Groups, limits: Limits) -> None:
    reduced = groups.reduced(pool.inner)
    found = map(groups.restored, () if reduced is None else monomials(reduced, limits))
    pool.add_all(each for each in found if largest_exponent(each) <= limits.largest)


def _run(
    pool: Pool,
    options: Options,
    groups: Groups,
    *,
    limits: Limits,
    report: Callable[[Progress], None] | None,
) -> bool:
    """Try everything; say whether nothing was cut short."""
    for fraction, name in _steps(pool, options, groups, limits=limits):
        pool.count_step()
        if report is not None:
            report(_progress(pool, fraction, name))
        if pool.is_exact or (pool.is_stable and pool.is_down_to_noise):
            return True
        limits.check()
    return True


def _progress(pool: Pool, fraction: float, name: str) -> Progress:
    best = pool.best()
    return Progress(
        fraction=fraction,
        structure=name,
        best=best.fit.formula,
        error=best.extrapolation_error,
    )


def _steps(
    pool: Pool, options: Options, groups: Groups, *, limits: Limits
) -> Iterator[tuple[float, str]]:
    """Do one piece of work after another; yield how far it is and what was done."""
    pool.add_all(options.guesses)
    yield 0.0, "guesses"
    regressions = Regressions(pool, groups, limits=limits, max_terms=options.max_terms)
    rounded = draw_rows(pool.inner, ROUNDED, seed=options.seed + 1)
    binomials = BinomialSearch(pool, rounded, groups=groups, limits=limits)
    if prepare_rows(rounded, *groups.basis) is None:  # too many zeros for logarithms
        regressions.try_sums()
        yield 1.0, "polynomials"
        return
    features = len(groups.exponents)
    plan = list(schedule(options.max_terms, features=features, rows=len(pool.inner.y)))
    turn = 2 if features <= MANY_INPUTS else 0
    generator = torch.Generator().manual_seed(options.seed)
    tried: set[Hashable] = set()
    for number, (structure, factor) in enumerate(plan):
        limits.check()
        chance = Chance(generator=generator, starts=options.starts * factor, features=features)
        _train(structure, pool, groups, chance=chance, limits=limits, seed=options.seed)
        yield (number + 1) / len(plan), str(structure)
        if number == turn:
            for name in _regress(regressions, binomials):
                yield number / len(plan), name
        elif number > turn and pool.is_stuck and _advance(regressions, binomials):
            yield number / len(plan), "binomials"
        if pool.is_stuck:
            resum_best(pool, tried, limits=limits)
    if len(plan) <= turn:
        regressions.try_sums()
        yield 1.0, "polynomials"


def _train(
    structure: Structure, pool: Pool, groups: Groups, *, chance: Chance, limits: Limits, seed: int
) -> None:
    rows = training_rows(pool, groups, power=structure.power, seed=seed)
    if rows is None:
        return
    trained = train(
        structure,
        searched=rows.searched,
        rounded_on=rows.rounded,
        chance=chance,
        limits=limits,
        beat=rows.bar,
    )
    for start, found, starts in found_in(trained):
        limits.check()
        pool.add(rows.formula(trained, start), found=found, starts=starts)


def _regress(regressions: Regressions, binomials: BinomialSearch) -> Iterator[str]:
    """Do what is systematic."""
    regressions.try_sums()
    yield "polynomials"
    if regressions.max_terms > 1 and try_one_ratio(regressions, binomials):
        yield "one ratio"
    if _advance(regressions, binomials):
        yield "binomials"
    if regressions.try_roots():
        yield "quadratic equations"


def _advance(regressions: Regressions, binomials: BinomialSearch) -> bool:
    return regressions.max_terms > 1 and binomials.advance()


def _noises(noise: str, problem: Problem) -> tuple[NoiseModel, ...]:
    if noise == "auto":
        return tuple(each for each in noise_models() if each.is_applicable(problem.y))
    return (find_noise(noise),)
