from dataclasses import replace

import pytest
import torch
from torch import nn

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._schloer2020._recipe import Saturation, recipe
from nalm.units import INALU
from tests.experiments.catalogue._training import train

ENTRIES = entries()


def test_saturation_is_the_inalus_own_penalty():
    torch.manual_seed(0)
    network = nn.Sequential(INALU(3, 2), INALU(2, 1))
    expected = sum(layer.penalty() for layer in network)
    assert Saturation()(network).item() == pytest.approx(expected.item())


def test_an_epoch_is_a_thousand_batches_of_the_same_data():
    found = recipe(epochs=100)
    assert (found.iterations, found.batches, found.evaluate_every) == (100_000, 1000, 1000)


@pytest.mark.parametrize("unit", ["NALU (m)", "NALU (v)", "iNALU (sw)", "iNALU (iw)"])
def test_weights_move_in_eight_batches_of_ten_and_gates_in_two(unit):
    setting = ENTRIES["schloer2020/experiment1"].where({"unit": unit}).settings[0]
    short = {"evaluate_every": 10, "evaluation_rows": 10}
    states = [train(setting, iterations=n, **short)[0].stored.parameters for n in (0, 8, 10)]
    for before, after, moving in ((states[0], states[1], "hat"), (states[1], states[2], "gate")):
        for name in before:
            assert (before[name] != after[name]).any() == (moving in name), name


def test_fitted_runs_are_saturated():
    setting = ENTRIES["schloer2020/experiment1"].where({"unit": "iNALU (iw)", "task": "add"})
    free = setting.settings[0]
    (penalty_step,) = free.recipe.penalty_steps
    early = (replace(penalty_step, after=0.0, below=1e9),)
    short = {"iterations": 100, "evaluate_every": 100, "evaluation_rows": 10}
    sizes = [
        sum(
            abs(value).sum()
            for value in train(free, penalty_steps=each, **short)[0].stored.parameters.values()
        )
        for each in ((), early)
    ]
    assert sizes[1] > sizes[0]
