"""Execution: train what a store lacks, checkpoint on the way, store each cohort at once."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nalm.experiments._experiment import Experiment
from nalm.experiments._plan import Plan, plan
from nalm.experiments._setting import Setting
from nalm.results import Store, StoredRun, Trace
from nalm.training import Outcome, Run, Trainer

CHECKPOINT_SECONDS = 20.0
"""Least time between two checkpoints of a cohort: what a kill can lose."""


@dataclass(frozen=True, kw_only=True)
class Progress:
    """Where an execution stands.

    Args:
        runs: Runs of the experiment.
        stored: Runs in the store.
        solved: Runs, stored or in training, whose last test error is below their threshold.
        run_steps: Optimiser steps to be taken by this execution.
        run_steps_done: Steps taken so far.
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
    """

    device: str = "cpu"
    compile: bool = True
    checkpoint_seconds: float = CHECKPOINT_SECONDS


def execute(
    experiment: Experiment, store: Store, options: Options | None = None
) -> Iterator[Progress]:
    """Train the runs of an experiment that a store lacks.

    Stopping the iteration, by an exception, Ctrl-C or a kill, loses at most what was trained since
    the last checkpoint; executing again goes on from there.

    Args:
        experiment: What to train.
        store: Where finished runs and checkpoints go.
        options: How to execute.

    Yields:
        Progress after every evaluation of a cohort.
    """
    options = options or Options()
    owners = {
        setting.run(seed).key: setting
        for setting in experiment.settings
        for seed in range(experiment.seeds)
    }
    stored = store.keys() & owners.keys()
    plans = plan(experiment.runs(), stored)
    total = sum(run.recipe.iterations for each in plans for run in each.runs)
    solved, done = _solved_in(store, owners, stored), 0
    for each in plans:
        trainer = _resume(each, store, options)
        name = owners[each.runs[0].key].unit
        iterations = each.runs[0].recipe.iterations
        for step in _train(trainer, each, store, options):
            now = _solved_now(trainer, [owners[run.key] for run in each.runs])
            yield Progress(
                runs=len(owners),
                stored=len(stored),
                solved=solved + now,
                run_steps=total,
                run_steps_done=done + step * len(each.runs),
                cohort=name,
                step=step,
            )
            if step == iterations:
                solved += now
        done += iterations * len(each.runs)
        stored = stored | {run.key for run in each.runs}


def _resume(each: Plan, store: Store, options: Options) -> Trainer:
    trainer = Trainer(each.runs, device=options.device, compile=options.compile)
    checkpoint = store.load_checkpoint(each.key)
    if checkpoint is not None:
        trainer.restore(checkpoint.arrays)
    return trainer


def _train(trainer: Trainer, each: Plan, store: Store, options: Options) -> Iterator[int]:
    """Train one cohort to its end and store it before the last step is reported."""
    started = saved = time.monotonic()
    last = each.runs[0].recipe.iterations
    step = -1
    for step in trainer:
        if step < last:
            if time.monotonic() - saved >= options.checkpoint_seconds:
                members = [run.key for run in each.runs]
                store.save_checkpoint(
                    each.key, members, step=step, arrays=trainer.snapshot()
                )
                saved = time.monotonic()
            yield step
    seconds = (time.monotonic() - started) / len(each.runs)
    outcomes = zip(each.runs, trainer.outcomes(), strict=True)
    store.finish(each.key, [_record(run, outcome, seconds) for run, outcome in outcomes])
    yield last


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


def _solved_now(trainer: Trainer, settings: Sequence[Setting]) -> int:
    test = trainer.errors[-1, 1]
    return sum(each.solves(float(error)) for error, each in zip(test, settings, strict=True))


def _solved_in(store: Store, owners: Mapping[str, Setting], stored: set[str]) -> int:
    runs = store.iterate(sorted(stored))
    return sum(owners[run.key].measure(run.trace).solved for run in runs)
