"""One structure, from random starts to rounded formulas."""

from dataclasses import dataclass, replace
from functools import partial
from math import inf

import torch
from torch import Tensor

from nalm.discovery._budget import Limits
from nalm.discovery.stages.cohorts._levenberg import Model, StartBatch, Steps, minimise
from nalm.discovery.stages.cohorts._log_model import fit_log, to_flat
from nalm.discovery.stages.cohorts._model import Parameters, fit, log_size, project, unflatten
from nalm.discovery.stages.cohorts._per_start import joined
from nalm.discovery.stages.cohorts._round import Rounded, Rounding, round_exponents
from nalm.discovery.stages.cohorts._scaled_rows import Rows
from nalm.discovery.stages.cohorts._starts import POWERS, StartSampler, random_inner, random_starts
from nalm.discovery.stages.cohorts._structure import Structure

LARGEST_SCALE = 1e9
LARGEST_POWER = 4.0
FURTHER = 400
"""Most further steps on logarithmic scale: where magnitudes span decades, valleys are long."""
FOLLOWED = 8
"""Starts, of those that ended best, whose exponents are rounded."""


@dataclass(frozen=True, kw_only=True)
class TrainedStructure:
    """What came of the starts of one structure.

    Attributes:
        structure: Of the formulas.
        rounded: The best, with exact exponents where the data allow them.
        cost: Of every start that was followed to the end `(starts,)`.
    """

    structure: Structure
    rounded: Rounded
    cost: Tensor


def train(
    structure: Structure,
    *,
    searched: Rows,
    rounded_on: Rows,
    sampler: StartSampler,
    limits: Limits,
    beat: float = inf,
) -> TrainedStructure:
    """Train a cohort on few rows, polish and round the best on more.

    Args:
        structure: Of the formulas.
        searched: Rows that the starts learn from.
        rounded_on: Rows that decide about exact exponents.
        sampler: The random starts.
        limits: Of the search.
        beat: Description length from which a start is not worth rounding.
    """
    bound = _bound(structure, searched, limits.largest)
    if structure.terms == 1 and structure.sums:
        # Given exponents are drawn from a list, so that only a share of those starts has the right
        # ones: they are all the starts, those whose exponents are sought half as many.
        few = replace(sampler, starts=max(sampler.starts // 2, 1))
        parts = [
            _from_logs(structure, searched, few, bound=bound, limits=limits, given=False),
            _from_logs(structure, searched, sampler, bound=bound, limits=limits, given=True),
        ]
    else:
        parts = [_from_values(structure, searched, sampler, bound=bound, limits=limits)]
    followed = joined([cohort.take(_best(cohort, cost, structure)) for cohort, cost in parts])
    rounding = _rounding(structure, rounded_on, bound=bound, limits=limits)
    rounded = _round(structure, followed, rounded_on, rounding=replace(rounding, beat=beat))
    return TrainedStructure(
        structure=structure, rounded=rounded, cost=torch.cat([c for _, c in parts])
    )


def _from_values(
    structure: Structure, rows: Rows, sampler: StartSampler, *, bound: Tensor, limits: Limits
) -> tuple[StartBatch, Tensor]:
    flat = random_starts(structure, sampler, centre=_centre(rows)).clamp(-bound, bound)
    weight = _weights(rows, sampler.starts)
    cohort = StartBatch(flat=flat, free=torch.ones_like(flat), weight=weight)
    model = _model(structure, rows)
    cohort, ended = minimise(
        cohort, model, bound=bound, steps=Steps(count=50, halve_at=(12, 25)), limits=limits
    )
    return cohort, ended.cost


def _from_logs(
    structure: Structure,
    rows: Rows,
    sampler: StartSampler,
    *,
    bound: Tensor,
    limits: Limits,
    given: bool,
) -> tuple[StartBatch, Tensor]:
    """Start on logarithmic scale, with the exponents of the sums sought, or given at random."""
    features = rows.samples.basis.shape[1]
    exponents, scale = random_inner(structure, sampler)
    power = sampler.choice(POWERS, len(structure.sums)) * given
    flat = torch.cat([exponents.flatten(1), scale, power], 1)
    free = torch.ones_like(flat)
    # They are given, or solved for: steps move u and a alone.
    free[:, flat.shape[1] - len(structure.sums) :] = 0.0
    size = rows.samples.y.abs()
    even = torch.arange(sampler.starts)[:, None] % 2 == 0
    usable = (size > 1e-12) * rows.weight  # log |y| has no value at 0
    # Half of the starts assume relative noise, which is constant on logarithmic scale, the other
    # half noise of constant size, which is 1 / |y| there.
    weight = torch.where(even, usable, usable * size)
    cohort = StartBatch(flat=flat, free=free, weight=weight)
    cohort, ended = minimise(
        cohort,
        partial(fit_log, structure=structure, samples=rows.samples),
        bound=bound[structure.terms * features :],
        # Each given exponent has its own best start.
        steps=Steps(count=50) if given else Steps(count=50, halve_at=(10, 20), further=FURTHER),
        limits=limits,
    )
    whole = to_flat(cohort.flat, ended.linear, structure=structure, features=features)
    whole = whole.clamp(-bound, bound)
    whole_free = torch.ones_like(whole)
    if given:
        whole_free[:, whole.shape[1] - len(structure.sums) :] = 0.0
    return StartBatch(flat=whole, free=whole_free, weight=cohort.weight), ended.cost


def _model(structure: Structure, rows: Rows) -> Model:
    return partial(fit, structure=structure, samples=rows.samples)


def _round(structure: Structure, cohort: StartBatch, rows: Rows, *, rounding: Rounding) -> Rounded:
    """Polish on more rows, under both noises; branch on the exponents of the sums; round."""
    model, count = _model(structure, rows), len(cohort.flat)
    bound, limits = rounding.bound, rounding.limits
    # Rounding decides by description length, which depends on the noise: each start is rounded
    # under both.
    weight = torch.stack([rows.constant(), rows.relative()]).repeat_interleave(count, 0)
    polished = StartBatch(
        flat=torch.cat([cohort.flat] * 2), free=torch.cat([cohort.free] * 2), weight=weight
    )
    polished, _ = minimise(polished, model, bound=bound, steps=Steps(count=12), limits=limits)
    if structure.terms > 1 and structure.sums:
        polished = _branch(polished, structure, count=count)
        polished, _ = minimise(polished, model, bound=bound, steps=Steps(count=15), limits=limits)
    return round_exponents(polished, model, rounding=rounding)


def _branch(cohort: StartBatch, structure: Structure, *, count: int) -> StartBatch:
    """Add copies of the best start, under each noise, in which each sum has each usual exponent."""
    sums = len(structure.sums)
    copies: list[StartBatch] = []
    for value in POWERS:
        for which in range(sums):
            # The best start comes first: at 0 under constant noise, at `count` under relative
            # noise.
            part = cohort.take(torch.tensor([0, count]))
            flat, free = part.flat.clone(), part.free.clone()
            column = flat.shape[1] - sums + which
            flat[:, column], free[:, column] = value, 0.0
            copies.append(StartBatch(flat=flat, free=free, weight=part.weight))
    return joined([cohort, *copies])


def _best(cohort: StartBatch, cost: Tensor, structure: Structure) -> Tensor:
    """Indices from the best on, one for each level of the cost.

    Where exponents of sums were given, the best of each comes first: in noise several of them fit
    alike, and only rounding tells which is the simple one.
    """
    given = torch.where(cohort.free == 0, cohort.flat, torch.zeros_like(cohort.flat))
    powers = given[:, cohort.flat.shape[1] - len(structure.sums) :].numpy()
    best: dict[tuple[float, ...], int] = {}
    levels: list[int] = []
    last = -1.0
    for index in map(int, cost.argsort().numpy()):
        value = float(cost[index])
        best.setdefault(tuple(sorted(map(float, powers[index]))), index)
        # Starts in the same minimum differ in cost by rounding errors of their last steps.
        if value > last * (1 + 1e-6) + 1e-26:
            levels.append(index)
            last = value
    followed = list(dict.fromkeys([*best.values(), *levels]))
    return torch.tensor(followed[: max(FOLLOWED, min(len(best), 2 * FOLLOWED))], dtype=torch.long)


def _weights(rows: Rows, count: int) -> Tensor:
    even = torch.arange(count)[:, None] % 2 == 0
    return torch.where(even, rows.relative(), rows.constant())


def _centre(rows: Rows) -> Tensor:
    """Exponents of the log-log line."""
    seen = (rows.samples.logs @ rows.samples.basis).mT
    columns = torch.cat([torch.ones(1, seen.shape[1], dtype=seen.dtype), seen])
    target = log_size(rows.samples.y) - rows.samples.logs @ rows.samples.offset
    # An error of y is one of 1 / |y| in its logarithm.
    weight = rows.samples.y.abs() + 1e-6
    line = project((columns * weight)[None], (target * weight)[None])
    return torch.nan_to_num(line.linear[0, 1:], 0.0, 0.0, 0.0)


def _bound(structure: Structure, rows: Rows, largest: float) -> Tensor:
    features = rows.samples.basis.shape[1]
    ones = torch.ones(1, structure.terms, features, dtype=torch.float64)
    return Parameters(
        outer=ones * largest,
        inner=torch.full((1, structure.inner, features), largest, dtype=torch.float64),
        scale=torch.full((1, structure.inner), LARGEST_SCALE, dtype=torch.float64),
        power=torch.full((1, len(structure.sums)), LARGEST_POWER, dtype=torch.float64),
    ).flat()[0]


def _rounding(structure: Structure, rows: Rows, *, bound: Tensor, limits: Limits) -> Rounding:
    features = rows.samples.basis.shape[1]
    signed = rows.samples.negative.any(0).to(torch.float64)
    # An input that is negative somewhere has no root there, and no group with it has one.
    signed = (signed @ rows.samples.basis.abs() > 0).to(torch.float64)
    parts = unflatten(torch.zeros(1, len(bound), dtype=torch.float64), structure, features=features)
    exponents = Parameters(
        outer=parts.outer + 1, inner=parts.inner + 1, scale=parts.scale, power=parts.power + 1
    )
    whole = Parameters(
        outer=parts.outer + signed,
        inner=parts.inner + signed,
        scale=parts.scale,
        power=parts.power,
    )
    return Rounding(
        exponents=exponents.flat()[0], whole=whole.flat()[0], bound=bound, limits=limits
    )
