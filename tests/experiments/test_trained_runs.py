"""The stored runs of an experiment are listed setting by setting."""

import torch

from nalm.experiments import execute, trained
from nalm.results import Store
from tests.experiments._tiny import EAGER, experiment, recipe, setting

TWO = experiment(setting(), setting(low=3, recipe=recipe(dtype=torch.float64)), seeds=2)


def stored(tmp_path, seeds=2):
    store = Store(tmp_path / "runs.db")
    for _ in execute(TWO.with_seeds(seeds), store, options=EAGER):
        pass
    return store


def test_runs_come_setting_by_setting_and_seed_by_seed(tmp_path):
    with stored(tmp_path) as store:
        runs = list(trained(TWO, store))
    assert [(run.setting, run.seed) for run in runs] == [
        (each, seed) for each in TWO.settings for seed in range(2)
    ]
    assert [run.stored.key for run in runs] == [run.key for run in TWO.runs()]


def test_only_what_is_stored_is_yielded(tmp_path):
    with stored(tmp_path, seeds=1) as store:
        assert [run.seed for run in trained(TWO, store)] == [0, 0]
