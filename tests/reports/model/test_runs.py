import math
from dataclasses import replace

import numpy as np

from nalm.reports import list_runs
from nalm.results import Store, StoredRun, Trace
from tests.cli.examples import small_experiment


def stored(run, *, test, diverged=False):
    errors = np.array([1e31, *test])
    return StoredRun(
        key=run.key,
        description=run.description(),
        seed=run.seed,
        trace=Trace(step=np.array([0, 2, 4]), validation=errors, test=errors, sparsity=errors),
        parameters={"W": np.ones(3)},
        seconds=0.25,
        diverged=diverged,
    )


def one_setting(**changed):
    experiment = small_experiment()
    setting = replace(experiment.settings[0], threshold=1e-3, **changed)
    return replace(experiment, settings=(setting,))


def test_rows_say_what_the_store_has(tmp_path):
    experiment = one_setting()
    first, second = experiment.runs()
    with Store(tmp_path / "a.db") as store:
        store.add([stored(second, test=[5.0, math.nan], diverged=True), stored(first, test=[1, 0])])
        (setting,) = list_runs(experiment, store)
    assert setting.labels["interpolation"] == str(experiment.settings[0].interpolation)
    assert setting.expected == 2
    assert [row.seed for row in setting.rows] == [0, 1]
    good, bad = setting.rows
    assert (good.solved, good.solved_at, good.test_error, good.seconds) == (True, 4.0, 0.0, 0.25)
    assert (bad.solved, bad.diverged, bad.test_error) == (False, True, 5.0)
    assert math.isnan(bad.solved_at)
    assert good.key == first.key


def test_without_a_threshold_nothing_is_solved_or_unsolved(tmp_path):
    experiment = one_setting()
    unjudged = replace(experiment.settings[0], threshold=math.nan)
    with Store(tmp_path / "a.db") as store:
        store.add([stored(run, test=[1.0, 0.0]) for run in experiment.runs()])
        (setting,) = list_runs(replace(experiment, settings=(unjudged,)), store)
    assert [row.solved for row in setting.rows] == [None, None]


def test_settings_without_runs_stay_in_their_place(tmp_path):
    experiment = small_experiment()
    with Store(tmp_path / "a.db") as store:
        store.add([stored(experiment.runs()[-1], test=[1.0, 1.0])])
        found = list_runs(experiment, store)
    assert [len(each.rows) for each in found] == [0] * (len(found) - 1) + [1]
