"""Experiments of a second, hand-made runs, and what the tests of this folder look at in a store."""

import sqlite3
from contextlib import closing
from functools import partial

import numpy as np

from nalm import NAU, NMU, RealNPU
from nalm.experiments import Experiment, Options, Setting, execute
from nalm.results import Store, StoredRun, Trace
from nalm.tasks import Operation, Range, SingleModuleTask
from nalm.training import Adam, PlateauRestart, Recipe

EAGER = Options(compile=False)
EVERY_EVALUATION = Options(compile=False, checkpoint_seconds=0)
NEVER = Options(compile=False, checkpoint_seconds=float("inf"))
INTERVAL = 10
STEPS = 80
RESTART = PlateauRestart(every=10, patience=20, threshold=1e-9)


def recipe(**changes):
    fields = {
        "iterations": STEPS,
        "evaluate_every": INTERVAL,
        "evaluation_rows": 32,
        "batch_size": 16,
        "optimizer": Adam(learning_rate=0.05),
    }
    return Recipe(**(fields | changes))


def setting(kind=NAU, operation=Operation.ADD, low=1, **changes):
    fields = {
        "unit": kind.__name__,
        "network": partial(kind, 2, 1),
        "task": SingleModuleTask(operation=operation),
        "interpolation": Range.interval(low, low + 1),
        "extrapolation": Range.interval(low + 1, low + 5),
        "recipe": recipe(),
        "threshold": 1e-3,
    }
    return Setting(**(fields | changes))


def experiment(*settings, seeds=3):
    return Experiment(
        name="paper2020/tiny", title="Tiny", source="Table 1", settings=settings, seeds=seeds
    )


THREE_COHORTS = experiment(
    setting(),
    setting(NMU, Operation.MUL),
    setting(low=3),
    setting(RealNPU, Operation.DIV, recipe=recipe(restart=RESTART)),
)
"""Additions in two ranges, a product, and a division that starts again all the time."""


def record(run, *, solved_at=None, sparsity=0.1, diverged=False):
    """Make a stored run of five evaluations whose test error falls to 0 at an evaluation."""
    step = np.arange(5) * INTERVAL
    test = np.ones(5) if solved_at is None else np.where(step >= solved_at, 0.0, 1.0)
    return StoredRun(
        key=run.key,
        description=run.description(),
        seed=run.seed,
        trace=Trace(
            step=step,
            validation=np.full(5, np.nan) if diverged else test - step / 1000,
            test=np.full(5, np.nan) if diverged else test,
            sparsity=np.full(5, sparsity),
        ),
        parameters={},
        seconds=1.0,
        diverged=diverged,
    )


def contents(experiment, path):
    """Return everything a store holds of an experiment but the seconds, to compare exactly."""
    keys = [run.key for run in experiment.runs()]
    with Store(path, read_only=True) as store:
        runs = store.load(keys)
    assert [run.key for run in runs] == keys
    return [
        (
            run.key,
            run.description,
            run.seed,
            run.diverged,
            {name: array.tobytes() for name, array in run.trace.arrays().items()},
            {name: array.tobytes() for name, array in run.parameters.items()},
        )
        for run in runs
    ]


def count(path, table):
    with closing(sqlite3.connect(path)) as connection:
        # Another process makes the file first, and then its tables.
        made = "SELECT count(*) FROM sqlite_master WHERE name = ?"
        if not connection.execute(made, (table,)).fetchone()[0]:
            return 0
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def assert_complete(experiment, path):
    """Every run is there once, and nothing else."""
    assert count(path, "run") == len({run.key for run in experiment.runs()})
    assert count(path, "checkpoint") == 0


def main(path):
    """Execute in a process that is killed: one line per evaluation, after its checkpoint."""
    with Store(path) as store:
        for progress in execute(THREE_COHORTS, store, options=EVERY_EVALUATION):
            print(progress.stored, progress.step, flush=True)
