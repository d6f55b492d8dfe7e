"""From stored runs to the rows of a table."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nalm._typing import FloatArray
from nalm.experiments._experiment import Experiment
from nalm.experiments._setting import Setting
from nalm.results import Store
from nalm.statistics import Interval, Mode, solved_at, sparsity_error, success_rate


@dataclass(frozen=True, kw_only=True)
class Row:
    """One row of a table: a setting and what its runs came to.

    Speed and sparsity describe the solved runs only, as in the papers.

    Args:
        experiment: Name of the experiment.
        unit: Name of the model, variant included.
        task: What it had to learn.
        interpolation: Range it was trained on.
        extrapolation: Range it was tested on.
        parameter: What a sweep varies, with its value; empty outside of sweeps.
        runs: Stored runs.
        expected_runs: Runs that the experiment asks for.
        solved: Runs below the threshold.
        diverged: Runs that ended with a value that is not finite.
        success: Success rate with its Wilson interval; NaN where there is no threshold.
        solved_at: Mean step of the first solution with its Gamma interval.
        solved_at_median: Median of the same.
        sparsity: Mean sparsity error with its Beta interval.
        sparsity_median: Median of the same.
        milliseconds: Median training time of a run for 1000 of the steps that it took, as its share
            of the time of its cohort; NaN without runs or steps.
    """

    experiment: str
    unit: str
    task: str
    interpolation: str
    extrapolation: str
    parameter: str
    runs: int
    expected_runs: int
    solved: int
    diverged: int
    success: Interval
    solved_at: Interval
    solved_at_median: float
    sparsity: Interval
    sparsity_median: float
    milliseconds: float


def summarise(experiment: Experiment, store: Store, *, mode: Mode = Mode.FIXED) -> list[Row]:
    """Summarise an experiment's stored runs, one row per setting, in the experiment's order.

    Args:
        experiment: What to summarise; runs that are not stored are counted as missing.
        store: Where the runs are.
        mode: Whether the sparsity interval has the published quirk (`Mode.PAPER`) or not.
    """
    return [_row(experiment, setting, store, mode) for setting in experiment.settings]


def _row(experiment: Experiment, setting: Setting, store: Store, mode: Mode) -> Row:
    keys = [run.key for run in setting.runs(experiment.seed_range)]
    runs = store.load(keys, parameters=False)
    metrics = [setting.measure(run.trace) for run in runs]
    solved = [each for each in metrics if each.solved]
    steps = np.array([each.solved_at for each in solved])
    errors = np.array([each.sparsity_error for each in solved])
    last = setting.recipe.iterations  # what polishes after them has steps of another length
    # Of 1000 steps in milliseconds: seconds × 1000 / (steps / 1000).
    taken = [min(int(run.trace.step[-1]), last) for run in runs]
    times = [1e6 * run.seconds / n for run, n in zip(runs, taken, strict=True) if n]
    return Row(
        experiment=experiment.name,
        **setting.labels(),
        runs=len(runs),
        expected_runs=experiment.seeds,
        solved=len(solved),
        diverged=sum(run.diverged for run in runs),
        success=success_rate(len(solved), 0 if math.isnan(setting.threshold) else len(runs)),
        solved_at=solved_at(steps),
        solved_at_median=_median(steps),
        sparsity=sparsity_error(errors, mode),
        sparsity_median=_median(errors),
        milliseconds=_median(times),
    )


def _median(values: Sequence[float] | FloatArray) -> float:
    return float(np.median(values)) if len(values) else math.nan
