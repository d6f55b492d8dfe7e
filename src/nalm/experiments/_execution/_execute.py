"""Execution: train what a store lacks, cohort by cohort."""

import warnings
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from nalm.backends import Backend, Serial
from nalm.errors import CodeChangedWarning, InvalidValueError
from nalm.experiments._execution._cohort import Cohort
from nalm.experiments._execution._options import Options
from nalm.experiments._execution._plan import cohort_size, plan
from nalm.experiments._execution._schedule import Schedule
from nalm.experiments._execution._standing import Standing, standing
from nalm.experiments._experiment import Experiment
from nalm.results import Store
from nalm.training import Run


@dataclass(frozen=True, kw_only=True)
class Progress:
    """Where an execution stands.

    Args:
        runs: Runs of the experiment.
        stored: Runs in the store.
        solved: Stored runs that are solved, and runs in training whose last test error is below
            their threshold.
        run_steps: Optimiser steps of all runs that the store lacked at the start, less those that
            runs will not take because they stopped early.
        run_steps_done: Those taken so far, now or before the checkpoint that training went on from.
        cohort: What has reported last.
        step: Its step.
        iterations: Its steps.
        stopped: Its runs that have stopped early.
        cohorts: Cohorts that the store lacked at the start.
        cohorts_done: Those that are finished.
        cohorts_running: Those that train now.
        workers: How many can train at once.
    """

    runs: int
    stored: int
    solved: int
    run_steps: int
    run_steps_done: int
    cohort: str
    step: int
    iterations: int = 0
    stopped: int = 0
    cohorts: int = 1
    cohorts_done: int = 0
    cohorts_running: int = 0
    workers: int = 1


def execute(
    experiment: Experiment | Sequence[Experiment],
    store: Store,
    *,
    options: Options | None = None,
    known: Standing | None = None,
    backend: Backend | None = None,
    cost: Callable[[Run], float] | None = None,
) -> Generator[Progress, None, None]:
    """Train the runs of an experiment, or of several, that a store lacks.

    Executing again goes on from the last checkpoint. A kill loses at most what was trained since
    then; an exception or Ctrl-C loses only what was trained since the last evaluation, and so does
    stopping the iteration, if the generator is closed before the store. Of a worker that is lost,
    the segment that it was training is trained again.

    Args:
        experiment: What to train.
        store: Where finished runs and checkpoints go.
        options: How to execute.
        known: What `standing` found just before; by default it is looked up.
        backend: Who trains: this process by default. It stays open.
        cost: How long a run takes beside others, in any unit, for several workers: cohorts are as
            large as a worker's share of it. By default the steps of a run.

    Yields:
        Progress after every evaluation of a cohort; runs count as stored from their last on.

    Raises:
        BackendError: If the workers cannot be used.
        InvalidValueError: If evaluations are to be watched that happen in other processes.
        StoreError: If the store cannot be used; whatever was stored before is intact.

    Warns:
        CodeChangedWarning: If there are runs of the same settings whose units, tasks or other parts
            had another code when they were trained; they are not used.
    """
    found = known or standing(experiment, store)
    if known is None and found.notice:  # whoever looked it up before knows
        warnings.warn(found.notice, CodeChangedWarning, stacklevel=2)
    options, backend = options or Options(), backend or Serial()
    if options.on_evaluation is not None and not isinstance(backend, Serial):
        raise InvalidValueError(
            "Options.on_evaluation: expected None with workers of other processes, which could not "
            f"call {options.on_evaluation!r} here. Train in this process, or watch the progress."
        )
    cohorts = _cohorts(found, store, options=options, workers=backend.slots, cost=cost)
    if not cohorts:
        return
    progress = _start(found, store, cohorts)
    counted: dict[Cohort, dict[str, int]] = {}
    # Whoever closes this generator closes the schedule at once, which then saves what there is.
    with closing(Schedule(cohorts, backend)) as schedule:
        for cohort in schedule:
            progress = replace(
                progress,
                **_sums(progress, cohort, counted),
                cohort=cohort.name,
                step=cohort.step,
                iterations=cohort.plan.iterations,
                stopped=cohort.stopped,
                cohorts_running=len(schedule.active),
                workers=backend.slots,
            )
            yield progress


def _cohorts(
    found: Standing,
    store: Store,
    *,
    options: Options,
    workers: int,
    cost: Callable[[Run], float] | None,
) -> list[Cohort]:
    plans = plan(
        list(found.runs.values()),
        set(found.stored),
        size=cohort_size(options.device),
        unfinished=[each.members for each in store.unfinished()],
        workers=max(workers, 1),
        cost=cost,
    )
    return [
        Cohort(
            each,
            store,
            settings=[found.settings[run.key] for run in each.runs],
            options=options,
        )
        for each in plans
    ]


def _start(found: Standing, store: Store, cohorts: Sequence[Cohort]) -> Progress:
    return Progress(
        runs=len(found.runs),
        stored=len(found.stored),
        solved=_solved_in(store, found),
        run_steps=sum(len(each.plan.runs) * each.plan.iterations for each in cohorts),
        run_steps_done=0,
        cohort="",
        step=0,
        cohorts=len(cohorts),
    )


def _sums(
    progress: Progress, cohort: Cohort, counted: dict[Cohort, dict[str, int]]
) -> dict[str, int]:
    """Return the sums over all cohorts after a change of one, whose share is noted.

    Adding up a thousand cohorts would take longer than storing one.
    """
    before, now = counted.get(cohort, {}), _share(cohort)
    counted[cohort] = now
    return {name: getattr(progress, name) + now[name] - before.get(name, 0) for name in now}


def _share(cohort: Cohort) -> dict[str, int]:
    return {
        "stored": len(cohort.plan.runs) if cohort.is_stored else 0,
        "solved": cohort.solved,
        "run_steps": -cohort.steps_saved,
        "run_steps_done": cohort.steps_taken,
        "cohorts_done": int(cohort.is_stored),
    }


def _solved_in(store: Store, found: Standing) -> int:
    runs = store.iterate(sorted(found.stored))
    return sum(found.settings[run.key].measure(run.trace).solved for run in runs)
