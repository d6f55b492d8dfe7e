"""Execution: train what a store lacks, cohort by cohort."""

import warnings
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from nalm.errors import CodeChangedWarning
from nalm.experiments._execution._cohort import CohortExecution, Options
from nalm.experiments._execution._plan import cohort_size, plan
from nalm.experiments._execution._standing import Standing, standing
from nalm.experiments._experiment import Experiment
from nalm.experiments._setting import Setting
from nalm.results import Store


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
        cohort: What trains now.
        step: Its step.
        iterations: Its steps.
        stopped: Its runs that have stopped early.
        cohorts: Cohorts that the store lacked at the start.
        cohorts_done: Those that are finished.
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
        cohorts=len(plans),
    )
    for done, each in enumerate(plans):
        cohort = CohortExecution(each, store, options=options)
        progress = replace(progress, iterations=each.iterations, cohorts_done=done)
        progress = yield from _follow(cohort, progress, settings=found.settings)


def _follow(
    cohort: CohortExecution, start: Progress, *, settings: Mapping[str, Setting]
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
                run_steps=start.run_steps - cohort.steps_saved(),
                run_steps_done=start.run_steps_done + cohort.steps_taken(),
                stored=start.stored + len(cohort.finished),
                solved=start.solved + _solved_by(cohort, own),
                stopped=cohort.stopped(),
                cohorts_done=start.cohorts_done + bool(cohort.finished),
            )
            yield now
    return now


def _solved_by(cohort: CohortExecution, settings: Sequence[Setting]) -> int:
    """Count the solved runs of a cohort: by their last errors until it is finished."""
    if not cohort.finished:
        return sum(map(Setting.solves, settings, cohort.test_errors()))
    traces = (record.trace for record in cohort.finished)
    return sum(s.measure(trace).solved for s, trace in zip(settings, traces, strict=True))


def _solved_in(store: Store, found: Standing) -> int:
    runs = store.iterate(sorted(found.stored))
    return sum(found.settings[run.key].measure(run.trace).solved for run in runs)
