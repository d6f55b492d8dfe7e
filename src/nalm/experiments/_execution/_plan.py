"""From runs to cohorts: what trains together."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from nalm.training import Run

COHORT_SIZE = 225
"""Runs of a cohort at most: enough to hide every overhead, few enough to stay in the caches."""

COHORT_SIZE_GPU = 900
"""The same on a GPU, which 225 runs of a small network do not fill."""


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


def plan(runs: Sequence[Run], stored: set[str], *, size: int = COHORT_SIZE) -> list[Plan]:
    """Group runs into cohorts and leave out what is stored.

    Cohorts are formed before stored runs are left out, so that a resumed experiment has the same
    cohorts as an undisturbed one.

    Args:
        runs: Runs of any signatures; equal runs are trained once.
        stored: Keys of the runs that need no training.
        size: Runs of a cohort at most.
    """
    distinct = {run.key: run for run in runs}
    groups: dict[object, list[Run]] = {}
    for run in distinct.values():
        groups.setdefault(run.signature, []).append(run)
    plans: list[Plan] = []
    for group in groups.values():
        for start in range(0, len(group), size):
            missing = tuple(r for r in group[start : start + size] if r.key not in stored)
            if missing:
                plans.append(Plan(missing))
    return plans
