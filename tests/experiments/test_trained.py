"""Trained networks are made again exactly, from what the store keeps."""

from functools import partial

import numpy as np
import pytest
import torch
from torch import nn

from nalm.experiments import execute, trained
from nalm.networks import stack
from nalm.results import Store
from nalm.tasks import TEST_SEED, evaluation_set
from nalm.units import NAU, NMU
from tests.experiments._tiny import EAGER, experiment, recipe, setting


def normalised():
    return nn.Sequential(nn.Linear(2, 4), nn.BatchNorm1d(4), nn.Dropout(0.1), nn.Linear(4, 1))


THREE = experiment(
    setting(),
    setting(network=normalised),
    setting(network=partial(stack, partial(NAU, 2, 2), partial(NMU, 2, 1))),
    setting(low=3, recipe=recipe(dtype=torch.float64)),
    seeds=2,
)


def stored(tmp_path, seeds=2):
    store = Store(tmp_path / "runs.db")
    for _ in execute(THREE.with_seeds(seeds), store, options=EAGER):
        pass
    return store


@pytest.mark.thorough
def test_the_network_has_the_error_that_was_stored(tmp_path):
    with stored(tmp_path) as store:
        runs = list(trained(THREE, store))
    assert [run.seed for run in runs] == [0, 1] * 4
    for run in runs:
        setting = run.setting
        dtype = np.float64 if setting.recipe.dtype is torch.float64 else np.float32
        data = evaluation_set(
            setting.task,
            setting.extrapolation,
            seed=run.seed,
            stream=TEST_SEED,
            rows=setting.recipe.evaluation_rows,
            dtype=dtype,
        )
        network = run.network()
        assert not network.training
        with torch.no_grad():
            errors = (network(torch.tensor(data.inputs)) - torch.tensor(data.targets)) ** 2
        np.testing.assert_allclose(errors.mean().item(), run.stored.trace.test[-1], rtol=1e-4)
        assert run.metrics.test_error == setting.measure(run.stored.trace).test_error
