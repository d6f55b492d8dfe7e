"""The single runs behind the numbers of a report."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from nalm.experiments import Experiment, Setting
from nalm.results import Store, StoredRun


@dataclass(frozen=True, kw_only=True)
class RunRow:
    """Hold what a list shows of one run.

    Args:
        seed: Its seed.
        solved: Whether it counts as solved; None where the paper knows no success.
        solved_at: First step with a test error below the threshold; NaN if there is none.
        test_error: Test error at the selected evaluation.
        sparsity_error: Sparsity error at the selected evaluation.
        seconds: Its share of the training time.
        diverged: Whether it stopped being finite.
        key: Its key in the store.
    """

    seed: int
    solved: bool | None
    solved_at: float
    test_error: float
    sparsity_error: float
    seconds: float
    diverged: bool
    key: str


@dataclass(frozen=True, kw_only=True)
class SettingRuns:
    """Hold the stored runs of one setting.

    Args:
        labels: What tells the setting from the others, from `nalm.experiments.Setting.labels`.
        expected: Runs that the experiment asks for.
        rows: Its stored runs, by seed.
    """

    labels: Mapping[str, str]
    expected: int
    rows: tuple[RunRow, ...]


def list_runs(experiment: Experiment, store: Store) -> tuple[SettingRuns, ...]:
    """List the stored runs of an experiment.

    Args:
        experiment: What to look for.
        store: Where the runs are.

    Returns:
        One entry per setting, in the experiment's order; settings without runs have no rows.

    Example:
        >>> import tempfile
        >>> from pathlib import Path
        >>> nothing = Experiment(name="paper/what", title="", source="", settings=())
        >>> with tempfile.TemporaryDirectory() as folder, Store(Path(folder, "a.db")) as store:
        ...     list_runs(nothing, store)
        ()
    """
    return tuple(_setting(each, experiment.seed_range, store) for each in experiment.settings)


def _setting(setting: Setting, seeds: range, store: Store) -> SettingRuns:
    keys = [run.key for run in setting.runs(seeds)]
    found = store.iterate(keys)
    rows = tuple(_row(setting, run) for run in found)
    return SettingRuns(labels=setting.labels(), expected=len(seeds), rows=rows)


def _row(setting: Setting, run: StoredRun) -> RunRow:
    metrics = setting.measure(run.trace)
    return RunRow(
        seed=run.seed,
        solved=None if math.isnan(setting.threshold) else metrics.solved,
        solved_at=metrics.solved_at,
        test_error=metrics.test_error,
        sparsity_error=metrics.sparsity_error,
        seconds=run.seconds,
        diverged=run.diverged,
        key=run.key,
    )
