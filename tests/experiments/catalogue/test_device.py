"""Every experiment of the catalogue trains on a GPU as it does on the CPU."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from nalm.experiments import Options, execute, quick
from nalm.results import Store
from tests.experiments.catalogue.test_quick import EXPERIMENTS

needs_cuda = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")


@pytest.mark.gpu
@needs_cuda
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_a_step_on_a_gpu_equals_one_on_the_cpu(name, tmp_path):
    experiment = one_step(EXPERIMENTS[name])
    here, there = (runs(experiment, device, tmp_path) for device in ("cpu", "cuda"))
    for first, second in zip(here, there, strict=True):
        for which in ("validation", "test", "sparsity"):
            expected, found = (getattr(run.trace, which) for run in (first, second))
            rounding = 1e-6 * max(1.0, abs(expected[0])) if np.isfinite(expected[0]) else 0
            np.testing.assert_allclose(found, expected, rtol=1e-2, atol=rounding, err_msg=which)


def one_step(experiment):
    """Cut an experiment to one step: in ten, sequences turn rounding into other networks."""
    trial = quick(experiment)
    return replace(
        trial,
        settings=tuple(
            replace(each, recipe=replace(each.recipe, iterations=1, evaluate_every=1))
            for each in trial.settings
        ),
    )


def runs(experiment, device, folder):
    """Return the finished runs of an experiment, trained on a device."""
    keys = sorted(run.key for run in experiment.runs())
    with Store(folder / f"{device}.db") as store:
        list(execute(experiment, store, options=Options(device=device, compile=False)))
        return store.load(keys)
