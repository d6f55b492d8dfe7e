"""Execution: train what a store lacks, checkpoint on the way, store each cohort at once."""

import time
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from nalm.errors import CodeChangedWarning, StoreError
from nalm.experiments._experiment import Experiment
from nalm.experiments._plan import Plan, cohort_size, plan
from nalm.experiments._setting import Setting
from nalm.experiments._standing import Standing, standing
from nalm.results import Store, StoredRun, Trace
from nalm.training import Evaluation, Outcome, Run, Trainer

Arrays = dict[str, NDArray[Any]]

CHECKPOINT_SECONDS = 5.0
"""Least time between two checkpoints of a cohort: what a kill can lose."""


@dataclass(frozen=True, kw_only=True)
class Progress:
    """Where an execution stands.

    Args:
        runs: Runs of the experiment.
        stored: Runs in the store.
        solved: Stored runs that are solved, and runs in training whose last test error is below
            their threshold.
        run_steps: Optimiser steps of all runs that the store lacked at the start.
        run_steps_done: Those taken so far, now or before the checkpoint that training went on from.
        cohort: What trains now.
        step: Its step.
    """

    runs: int
    stored: int
    solved: int
    run_steps: int
    run_steps_done: int
    cohort: str
    step: int


@dataclass(frozen=True, kw_only=True)
class Options:
    """How to execute, without influence on the results.

    Args:
        device: Device name for PyTorch.
        compile: Whether to compile the training step.
        checkpoint_seconds: Least time between two checkpoints.
        on_evaluation: Called after every evaluation of a cohort.
    """

    device: str = "cpu"
    compile: bool = True
    checkpoint_seconds: float = CHECKPOINT_SECONDS
    on_evaluation: Callable[[Evaluation], None] | None = None


def execute(
    experiment: Experiment,
    store: Store,
    *,
    options: Options | None = None,
    known: Standing | None = None,
) -> Generator[Progress, None, None]:
    """Train the runs of an experiment that a store lacks.

    Executing again goes on from the last checkpoint. A kill loses at most what was trained since
    then; an exception or Ctrl-C loses only what was trained since the last evaluation, and so does
    stopping the iteration, if the generator is closed before the store.

    Args:
        experiment: What to train.
        store: Where finished runs and checkpoints go.
        options: How to execute.
        known: What `standing` found just before; by default it is looked up.

    Yields:
        Progress after every evaluation of a cohort; runs count as stored from their last on.

    Raises:
        StoreError: If the store cannot be used; whatever was stored before is intact.

    Warns:
        CodeChangedWarning: If there are runs of the same settings whose units, tasks or other parts
            had another code when they were trained; they are not used.
    """
    found = known or standing(experiment, store)
    if known is None and found.notice:  # whoever looked it up before knows
        warnings.warn(found.notice, CodeChangedWarning, stacklevel=2)
    options = options or Options()
    size = cohort_size(options.device)
    plans = plan(list(found.runs.values()), set(found.stored), size=size)
    if not plans:
        return
    progress = Progress(
        runs=len(found.runs),
        stored=len(found.stored),
        solved=_solved_in(store, found),
        run_steps=sum(len(each.runs) * each.iterations for each in plans),
        run_steps_done=0,
        cohort="",
        step=0,
    )
    for each in plans:
        cohort = _CohortExecution(each, store, options=options)
        progress = yield from _follow(cohort, progress, settings=found.settings)


def _follow(
    cohort: "_CohortExecution", start: Progress, *, settings: Mapping[str, Setting]
) -> Generator[Progress, None, Progress]:
    """Report the progress of one cohort, and return its last."""
    runs = cohort.plan.runs
    own = [settings[run.key] for run in runs]
    now = start
    # Whoever closes this generator closes the cohort's at once, which then saves what it has.
    with closing(cohort.train()) as steps:
        for step in steps:
            now = replace(
                start,
                cohort=own[0].unit,
                step=step,
                run_steps_done=start.run_steps_done + step * len(runs),
                stored=start.stored + len(cohort.finished),
                solved=start.solved + _solved_by(cohort, own),
            )
            yield now
    return now


@final
class _CohortExecution:
    """One cohort in training, its time, and what is left to save of it."""

    def __init__(self, plan: Plan, store: Store, *, options: Options) -> None:
        self.plan = plan
        self.finished: list[StoredRun] = []
        self._store = store
        self._interval = options.checkpoint_seconds
        self._trainer = Trainer(
            plan.runs,
            device=options.device,
            compile=options.compile,
            on_evaluation=options.on_evaluation,
        )
        self._members = [run.key for run in plan.runs]
        self._seconds = 0.0  # of training, for all runs together, up to the last evaluation
        self._unsaved: tuple[int, Arrays] | None = None
        checkpoint = store.load_checkpoint(plan.key)
        if checkpoint is not None:
            self._trainer.restore(checkpoint.arrays)
            self._seconds = float(checkpoint.arrays["seconds"])

    def train(self) -> Generator[int, None, None]:
        """Train to the end and store the runs before the last step is yielded."""
        try:
            yield from self._evaluations()
            self._finish()
        except BaseException:  # Ctrl-C and a closed generator too
            self._rescue()
            raise
        # Outside the `try`: the runs are stored, and an interruption has nothing left to save.
        yield self.plan.iterations

    def test_errors(self) -> list[float]:
        """Return the test error of each run at the last evaluation."""
        return self._trainer.errors[-1, 1].tolist()

    def _evaluations(self) -> Iterator[int]:
        started = saved = time.monotonic()
        for step in self._trainer:
            self._seconds += time.monotonic() - started
            # A copy: an interruption finds the trainer's own tensors somewhere in a step.
            self._unsaved = step, {**self._trainer.snapshot(), "seconds": np.array(self._seconds)}
            # The last step is reported by `train`, once the runs are stored.
            if step < self.plan.iterations:
                if time.monotonic() - saved >= self._interval:
                    self._save()
                    saved = time.monotonic()
                yield step
            # What the caller does with an evaluation is no time of training.
            started = time.monotonic()

    def _save(self) -> None:
        if self._unsaved is not None:
            step, arrays = self._unsaved
            self._store.save_checkpoint(self.plan.key, self._members, step=step, arrays=arrays)
            self._unsaved = None

    def _rescue(self) -> None:
        """Save the last evaluation, unless the store fails or has the runs already."""
        with suppress(StoreError):
            if not self._store.keys().issuperset(self._members):
                self._save()

    def _finish(self) -> None:
        seconds = self._seconds / len(self._members)
        outcomes = zip(self.plan.runs, self._trainer.outcomes(), strict=True)
        records = [_record(run, outcome, seconds) for run, outcome in outcomes]
        self._store.finish(self.plan.key, records)
        self.finished = records


def _record(run: Run, outcome: Outcome, seconds: float) -> StoredRun:
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
    )


def _solved_by(cohort: _CohortExecution, settings: Sequence[Setting]) -> int:
    """Count the solved runs of a cohort: by their last errors until it is finished."""
    if not cohort.finished:
        return sum(map(Setting.solves, settings, cohort.test_errors()))
    traces = (record.trace for record in cohort.finished)
    return sum(s.measure(trace).solved for s, trace in zip(settings, traces, strict=True))


def _solved_in(store: Store, found: Standing) -> int:
    runs = store.iterate(sorted(found.stored))
    return sum(found.settings[run.key].measure(run.trace).solved for run in runs)
