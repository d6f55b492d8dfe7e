"""From runs to cohorts: what trains together."""

import hashlib
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nalm.training import Run

COHORT_SIZE = 225
"""Runs of a cohort at most: enough to hide every overhead, few enough to stay in the caches."""

COHORT_SIZE_GPU = 900
"""The same on a GPU, which 225 runs of a small network do not fill."""

SMALLEST = 25
"""Runs of a cohort at least where there are more workers than cohorts: with fewer, every run-step
costs much more."""


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
) -> list[Plan]:
    """Group runs into cohorts and leave out what is stored.

    Cohorts are formed before stored runs are left out, so that a resumed experiment has the same
    cohorts as an undisturbed one.

    Args:
        runs: Runs of any signatures; equal runs are trained once.
        stored: Keys of the runs that need no training.
        size: Runs of a cohort at most.
        unfinished: Keys of the runs of each cohort that has a checkpoint. It is formed again where
            none of its runs is stored, however many runs are to train together now.
        workers: How many cohorts train at once: there are at least twice as many, largest first,
            unless they would get very small.
    """
    distinct = {run.key: run for run in runs}
    missing = {key: run for key, run in distinct.items() if key not in stored}
    plans = _taken_from(missing, unfinished)
    share = math.ceil(sum(run.recipe.last_step for run in missing.values()) / (2 * workers))
    groups: dict[object, list[Run]] = {}
    for run in distinct.values():
        groups.setdefault(run.signature, []).append(run)
    for group in groups.values():
        step = size if workers == 1 else _size(group[0], share, most=size)
        for start in range(0, len(group), step):
            part = group[start : start + step]
            kept = tuple(run for run in part if run.key in missing)
            if kept:
                plans.append(Plan(kept))
    if workers > 1:
        return sorted(plans, key=lambda each: -len(each.runs) * each.iterations)
    order = {key: place for place, key in enumerate(distinct)}
    return sorted(plans, key=lambda each: order[each.runs[0].key])


def _taken_from(missing: dict[str, Run], unfinished: Iterable[Sequence[str]]) -> list[Plan]:
    """Form cohorts that were formed before, and take their runs out of those that are missing."""
    return [
        Plan(tuple(missing.pop(key) for key in members))
        for members in unfinished
        if members and missing.keys() >= set(members)
    ]


def _size(run: Run, share: int, *, most: int) -> int:
    """Return how many runs like this one are a worker's share of all steps."""
    return min(most, max(SMALLEST, math.ceil(share / max(run.recipe.last_step, 1))))
