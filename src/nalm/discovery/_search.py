"""The search: from data to candidates."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import torch

from nalm.discovery._candidate import Discovery, Noise
from nalm.discovery._problem import Problem
from nalm.discovery.engine._basis import exponent_basis
from nalm.discovery.engine._baselines import baselines
from nalm.discovery.engine._cohorts import train
from nalm.discovery.engine._finish import finish
from nalm.discovery.engine._limits import Limits, TimeIsUpError
from nalm.discovery.engine._polynomials import polynomials
from nalm.discovery.engine._pool import Pool
from nalm.discovery.engine._rows import outer_rows, rows, sample, take
from nalm.discovery.engine._schedule import schedule
from nalm.discovery.engine._starts import Chance
from nalm.discovery.engine._write import found_in, write
from nalm.symbolic import Sum

SEARCHED, ROUNDED, JUDGED = 300, 800, 3000
"""Rows that random starts learn from, that exponents are rounded on, that formulas are judged on."""


PATIENCE, LONG_PATIENCE = 5, 15
"""Steps without a gain after which a formula that leaves only noise is accepted: one that is
simple, and another."""
GAIN = 2.0
"""Difference of scores that counts as a gain."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """How to search.

    Attributes:
        max_time: Wall-clock seconds; `None` for no limit.
        starts: Random starts of each structure.
        seed: Of the starts; the same seed gives the same answer.
        max_terms: Most terms of one sum that the random starts try.
        max_exponent: Largest absolute exponent.
        noise: "auto", "constant" or "relative".
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
    begin = time.perf_counter()
    basis = exponent_basis(problem.dimensions, problem.x.shape[1])
    outer = outer_rows(problem)
    inner = np.setdiff1d(np.arange(len(problem.y)), outer)
    pool = Pool(
        sample(take(problem, inner), JUDGED, options.seed),
        sample(take(problem, outer), JUDGED, options.seed),
        _noises(options.noise, problem),
    )
    deadline = None if options.max_time is None else begin + options.max_time
    limits = Limits(largest=options.max_exponent, deadline=deadline)
    complete = False
    with suppress(KeyboardInterrupt, TimeIsUpError):
        for formula in baselines(pool.inner):
            pool.add(formula)
        complete = _run(pool, options, basis, limits=limits, report=report)
    return finish(
        pool, problem, inner=inner, outer=outer, complete=complete, begin=begin
    )


def _run(
    pool: Pool,
    options: Options,
    basis: tuple[np.ndarray, np.ndarray],
    *,
    limits: Limits,
    report: Callable[[Progress], None] | None,
) -> bool:
    """Try everything; say whether nothing was cut short."""
    best, since = np.inf, 0
    for fraction, name in _steps(pool, options, basis, limits=limits):
        score = pool.best().score
        best, since = (score, 0) if score < best - GAIN else (best, since + 1)
        if report is not None:
            report(_progress(pool, fraction, name))
        patience = PATIENCE if pool.is_simple else LONG_PATIENCE
        if pool.is_exact or since >= patience and pool.is_down_to_noise:
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
    pool: Pool, options: Options, basis: tuple[np.ndarray, np.ndarray], *, limits: Limits
) -> Iterator[tuple[float, str]]:
    """Do one piece of work after another; yield how far it is and what was done."""
    pool.add_all(options.guesses)
    yield 0.0, "guesses"
    few = rows(sample(pool.inner, SEARCHED, options.seed), *basis)
    more = rows(sample(pool.inner, ROUNDED, options.seed + 1), *basis)
    plan = list(schedule(options.max_terms, basis[0].shape[1], len(pool.inner.y)))
    generator = torch.Generator().manual_seed(options.seed)
    for number, (structure, factor) in enumerate(plan):
        if few is None or more is None:
            break
        limits.check()
        chance = Chance(
            generator=generator, starts=options.starts * factor, features=basis[0].shape[1]
        )
        trained = train(structure, few, more, chance=chance, limits=limits)
        for start, found, starts in found_in(trained):
            pool.add(write(trained, start, more.samples, more.scales), found=found, starts=starts)
        yield (number + 1) / len(plan), str(structure)
        if number == 2:
            yield from _polynomials(pool, limits, number / len(plan))
    if len(plan) < 3:
        yield from _polynomials(pool, limits, 1.0)


def _polynomials(pool: Pool, limits: Limits, fraction: float) -> Iterator[tuple[float, str]]:
    if pool.inner.dimensions is not None:
        return
    for formula in polynomials(sample(pool.inner, ROUNDED, 0)):
        limits.check()
        pool.add(formula)
        if pool.is_exact:
            break
    yield fraction, "polynomials"


def _noises(noise: str, problem: Problem) -> tuple[Noise, ...]:
    if noise == "auto":
        crosses = bool((problem.y > 0).any() and (problem.y < 0).any()) or not problem.y.all()
        return (Noise.CONSTANT,) if crosses else (Noise.CONSTANT, Noise.RELATIVE)
    return (Noise(noise),)
