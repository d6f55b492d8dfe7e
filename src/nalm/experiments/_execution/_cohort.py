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
from nalm.experiments._execution._segment import Arrays, Part, Segment, Start
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
        """The worker that should train it: it has trained it last, or has its program."""
        self.is_there = False
        """Whether that worker has it in memory."""
        self.losses = 0
        """Segments in a row that were lost with their workers."""
        self.seconds = 0.0
        """How long its next segment takes, unless the backend's are shorter."""
        self.step = self.solved = self.stopped = 0
        self.steps_taken = 0
        """Of all runs together."""
        self.steps_saved = 0
        """Steps that runs will not take because they stopped early."""
        self._store, self._settings, self._options = store, settings, options
        self._members = [run.key for run in plan.runs]
        self._state: Arrays | None = None  # until it is saved: of a thousand cohorts it is much
        self._evaluations = 0
        self._saved_at = 0.0

    @property
    def name(self) -> str:
        """The unit that it trains."""
        return self._settings[0].unit

    def segment(self, seconds: float) -> Segment:
        """Return what is to be trained next, for about so many seconds."""
        start = None if self.is_there else self._start()
        return Segment(
            key=self.plan.key,
            options=self._options,
            evaluations=self._evaluations if start is None else start.evaluations,
            seconds=seconds,
            start=start,
        )

    def take(self, part: Part, *, place: str | None) -> None:
        """Take over what a segment returned: save it when it is time, store runs that ended."""
        self.place, self.is_there = place, place is not None
        self._state, self._evaluations = part.state, len(part.state["rows"])
        self.losses = 0
        self.step = self.plan.iterations if part.outcomes else part.step
        self.stopped = int(part.stopped.sum())
        self.steps_taken = int(part.steps_taken.sum())
        self.steps_saved = int((self.plan.iterations - part.steps_taken)[part.stopped].sum())
        if part.outcomes:
            self._finish(part)
            return
        self.solved = sum(map(Setting.solves, self._settings, part.test_errors.tolist()))
        if time.monotonic() - self._saved_at >= self._options.checkpoint_seconds:
            self._save(part.state)

    def leave(self) -> None:
        """Forget the worker, which is gone or has the cohort no longer."""
        self.place, self.is_there = None, False

    def rescue(self) -> None:
        """Save the last part, unless the store fails or has the runs already."""
        with suppress(StoreError):
            if self._state is not None and not self._store.keys().issuperset(self._members):
                self._save(self._state)

    def _start(self) -> Start:
        state = self._state
        if state is None:
            checkpoint = self._store.load_checkpoint(self.plan.key)
            state = None if checkpoint is None else checkpoint.arrays
            self._saved_at = time.monotonic()
        return Start(plan=self.plan, state=state)

    def _finish(self, part: Part) -> None:
        records = _records(self.plan.runs, part)
        self._store.finish(self.plan.key, records)
        self._state, self.is_stored = None, True
        pairs = zip(self._settings, records, strict=True)
        self.solved = sum(setting.measure(record.trace).solved for setting, record in pairs)

    def _save(self, state: Arrays) -> None:
        self._store.save_checkpoint(self.plan.key, self._members, step=self.step, arrays=state)
        self._state, self._saved_at = None, time.monotonic()


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
