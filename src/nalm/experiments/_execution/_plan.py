"""From runs to cohorts: what trains together."""

import hashlib
import math
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from nalm.training import Run

COHORT_SIZE = 225
"""Runs of a cohort at most: enough to hide every overhead, few enough to stay in the caches."""

COHORT_SIZE_GPU = 900
"""The same on a GPU, which 225 runs of a small network do not fill."""

SMALLEST = 1280
"""Input elements (runs × inputs × rows) of a cohort's step at least where there are more workers
than cohorts: five runs of two inputs. With fewer, a run-step costs more than twice as
much."""

FEWEST = 2
"""Runs of such a cohort at least: the matrix products of one run alone are added up in another
order, and its weights differ in their last digit."""


def cohort_size(device: str) -> int:
    """Return how many runs train together on a device."""
    return COHORT_SIZE_GPU if device.startswith("cuda") else COHORT_SIZE


@dataclass(frozen=True)
class Plan:
    """Runs of one signature, and what identifies the group for a checkpoint."""

    runs: tuple[Run, ...]

    @property
    def key(self) -> str:
        """Key of the cohort: it changes when any of its runs, or their order, changes."""
        return hashlib.sha256("".join(run.key for run in self.runs).encode()).hexdigest()

    @property
    def iterations(self) -> int:
        """Steps of each run, those of a second phase included."""
        return self.runs[0].recipe.last_step


def plan(
    runs: Sequence[Run],
    stored: set[str],
    *,
    size: int = COHORT_SIZE,
    unfinished: Iterable[Sequence[str]] = (),
    workers: int = 1,
    cost: Callable[[Run], float] | None = None,
) -> list[Plan]:
    """Group runs into cohorts and leave out what is stored.

    Cohorts are formed before stored runs are left out, so that a resumed experiment has the same
    cohorts as an undisturbed one. Only where stored runs leave too few of a cohort, these train
    with another one.

    Args:
        runs: Runs of any signatures; equal runs are trained once.
        stored: Keys of the runs that need no training.
        size: Runs of a cohort at most.
        unfinished: Keys of the runs of each cohort that has a checkpoint. It is formed again where
            none of its runs is stored, however many runs are to train together now.
        workers: How many cohorts train at once: there are at least twice as many, longest first,
            unless they would get very small.
        cost: Of a run, in any unit, which says how many are a worker's share; by default its steps.
    """
    distinct = {run.key: run for run in runs}
    missing = {key: run for key, run in distinct.items() if key not in stored}
    groups: dict[object, list[Run]] = {}
    for run in distinct.values():
        groups.setdefault(run.signature, []).append(run)
    costs = {kind: (cost or _steps)(group[0]) for kind, group in groups.items() if workers > 1}
    share = sum(costs.get(run.signature, 0.0) for run in missing.values()) / (2 * workers)
    plans = _taken_from(missing, unfinished)
    for kind, group in groups.items():
        count, least = math.ceil(len(group) / size), FEWEST
        if costs:
            least = _least(group[0])
            count = max(count, _shares(group, share / max(costs[kind], 1e-9), least=least))
        parts = _left(_cut(group, count), missing, least=least)
        plans.extend(Plan(tuple(part)) for part in parts)
    if workers > 1:
        return sorted(plans, key=lambda each: -len(each.runs) * costs[each.runs[0].signature])
    order = {key: place for place, key in enumerate(distinct)}
    return sorted(plans, key=lambda each: order[each.runs[0].key])


def _taken_from(missing: dict[str, Run], unfinished: Iterable[Sequence[str]]) -> list[Plan]:
    """Form cohorts that were formed before, and take their runs out of those that are missing."""
    return [
        Plan(tuple(missing.pop(key) for key in members))
        for members in unfinished
        if members and missing.keys() >= set(members)
    ]


def _steps(run: Run) -> float:
    return float(run.recipe.last_step)


def _cut(runs: list[Run], count: int) -> Iterator[list[Run]]:
    """Cut runs into parts of nearly one size, so that none is much smaller than the others."""
    for k in range(count):
        yield runs[k * len(runs) // count : (k + 1) * len(runs) // count]


def _left(parts: Iterable[list[Run]], missing: Container[str], *, least: int) -> list[list[Run]]:
    """Leave out the runs that are not missing.

    Where others cut the runs before, with more or fewer workers, a part may lack any of them: of
    what is left, fewer than the least number join the part before, or after the first one.
    """
    left: list[list[Run]] = []
    few = False
    for part in parts:
        kept = [run for run in part if run.key in missing]
        is_few = len(kept) < min(least, len(part))
        if left and (few or is_few):
            left[-1] += kept
            few = few and len(left[-1]) < least
        elif kept:
            left.append(kept)
            few = is_few
    return left


def _shares(runs: list[Run], share: float, *, least: int) -> int:
    """Return how many cohorts runs of one signature are, where so many are a worker's share."""
    return min(math.ceil(len(runs) / max(share, 1.0)), len(runs) // least)


def _least(run: Run) -> int:
    """Return how many runs like this one make a cohort whose run-steps do not cost much more."""
    return max(FEWEST, math.ceil(SMALLEST / (run.task.in_features * run.recipe.batch_size)))
