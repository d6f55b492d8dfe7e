"""One cohort as the process sees it that stores: its last part, and what is saved of it."""

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from nalm.errors import StoreError
from nalm.experiments._execution._options import Options
from nalm.experiments._execution._plan import Plan
from nalm.experiments._execution._segment import Arrays, Part, Segment
from nalm.experiments._setting import Setting
from nalm.results import Store, StoredRun, Trace
from nalm.training import Outcome, Run


@final
class Cohort:
    """Give out the segments of a cohort one after the other, and store what they return.

    Args:
        plan: Its runs.
        store: Where runs and checkpoints go.
        settings: Of each run.
        options: How to train.
    """

    def __init__(
        self, plan: Plan, store: Store, *, settings: Sequence[Setting], options: Options
    ) -> None:
        self.plan = plan
        self.signature: object = plan.runs[0].signature
        """What it shares with cohorts of the same program."""
        self.is_stored = False
        self.place: str | None = None
        """The worker that has trained it last."""
        self.parts = 0
        """Segments that were trained."""
        self.losses = 0
        """Segments in a row that were lost with their workers."""
        self.step = self.solved = self.stopped = 0
        self.steps_taken = 0
        """Of all runs together."""
        self.steps_saved = 0
        """Steps that runs will not take because they stopped early."""
        self._store, self._settings, self._options = store, settings, options
        self._members = [run.key for run in plan.runs]
        self._state: Arrays | None = None
        self._is_saved = True
        self._saved_at = 0.0

    @property
    def name(self) -> str:
        """The unit that it trains."""
        return self._settings[0].unit

    def segment(self, seconds: float) -> Segment:
        """Return what is to be trained next, for about so many seconds."""
        if self._state is None:
            checkpoint = self._store.load_checkpoint(self.plan.key)
            self._state = None if checkpoint is None else checkpoint.arrays
            self._saved_at = time.monotonic()
        return Segment(plan=self.plan, options=self._options, state=self._state, seconds=seconds)

    def take(self, part: Part) -> None:
        """Take over what a segment returned: save it when it is time, store runs that ended."""
        self._state, self._is_saved, self.losses = part.state, False, 0
        self.parts += 1
        self.step = self.plan.iterations if part.outcomes else part.step
        self.stopped = int(part.stopped.sum())
        self.steps_taken = int(part.steps_taken.sum())
        self.steps_saved = int((self.plan.iterations - part.steps_taken)[part.stopped].sum())
        if part.outcomes:
            self._finish(part)
            return
        self.solved = sum(map(Setting.solves, self._settings, part.test_errors.tolist()))
        if time.monotonic() - self._saved_at >= self._options.checkpoint_seconds:
            self._save()

    def rescue(self) -> None:
        """Save the last part, unless the store fails or has the runs already."""
        with suppress(StoreError):
            if not self._is_saved and not self._store.keys().issuperset(self._members):
                self._save()

    def _finish(self, part: Part) -> None:
        records = _records(self.plan.runs, part)
        self._store.finish(self.plan.key, records)
        self._state, self._is_saved, self.is_stored = None, True, True  # of many, states are large
        pairs = zip(self._settings, records, strict=True)
        self.solved = sum(setting.measure(record.trace).solved for setting, record in pairs)

    def _save(self) -> None:
        if self._state is not None:
            self._store.save_checkpoint(
                self.plan.key, self._members, step=self.step, arrays=self._state
            )
            self._is_saved, self._saved_at = True, time.monotonic()


def _records(runs: Sequence[Run], part: Part) -> list[StoredRun]:
    # A run that stopped early took its part of the steps.
    taken = np.maximum(part.steps_taken, 1)
    seconds = (part.seconds * taken / taken.sum()).tolist()
    return [
        _record(run, outcome, seconds[k], {n: each[:, k] for n, each in part.trajectories.items()})
        for k, (run, outcome) in enumerate(zip(runs, part.outcomes, strict=True))
    ]


def _record(
    run: Run, outcome: Outcome, seconds: float, weights: Mapping[str, NDArray[Any]]
) -> StoredRun:
    return StoredRun(
        key=run.key,
        description=run.description(),
        seed=run.seed,
        trace=Trace(
            step=outcome.step,
            validation=outcome.validation,
            test=outcome.test,
            sparsity=outcome.sparsity,
        ),
        parameters=outcome.parameters,
        seconds=seconds,
        diverged=outcome.diverged,
        trajectory={name: each[: len(outcome.step)] for name, each in weights.items()},
    )
