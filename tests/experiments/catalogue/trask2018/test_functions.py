import numpy as np
import pytest
import torch
from torch import nn

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._trask2018._functions import VECTOR, Score, mean_error
from tests.experiments.catalogue._training import train, values

EXPERIMENT = entries()["trask2018/functions"]


def chosen(unit, task):
    (found,) = (s for s in EXPERIMENT.settings if (s.unit, s.task.name) == (unit, task))
    return found


def test_every_model_learns_every_function():
    assert len(EXPERIMENT.settings) == 24
    assert len({(s.unit, s.task.name) for s in EXPERIMENT.settings}) == 24


def test_inputs_are_sums_of_five_different_numbers_of_one_vector():
    training, test = (np.array(d.values) for d in (
        EXPERIMENT.settings[0].interpolation, EXPERIMENT.settings[0].extrapolation,
    ))  # fmt: skip
    assert training.shape == (500, 2)
    assert test.shape == (50, 2)
    vector = np.sort(np.random.RandomState(VECTOR).uniform(5, 10, VECTOR))
    ends = vector[:5].sum(), vector[-5:].sum()
    for sums in (training, test):
        assert ends[0] <= sums.min() < sums.max() <= ends[1]
    # Of 100 numbers from U(5, 10), five others are added each time.
    assert training.std() == pytest.approx(np.sqrt(5 * vector.var()), rel=0.1)
    assert len(np.unique(training)) > 900


@pytest.mark.parametrize("setting", EXPERIMENT.settings, ids=lambda s: f"{s.unit} {s.task.name}")
def test_networks_have_two_layers_that_start_where_the_code_starts_them(setting):
    torch.manual_seed(0)
    network = setting.network()
    assert [(each.in_features, each.out_features) for each in network] == [(2, 2), (2, 1)]
    size = {"w_hat": 3**0.5, "m_hat": 3**0.5}
    for name, parameter in network.named_parameters():
        assert 0 < parameter.abs().max() <= size.get(name.split(".")[1], 2**-0.5)


def test_an_untrained_network_scores_about_a_hundred():
    setting = chosen("ReLU6", "add")
    (metric,) = EXPERIMENT.measurements
    assert isinstance(metric, Score)
    (begun,) = train(setting, seeds=1, iterations=1, evaluate_every=1)
    assert 50 < values(metric, begun)["score"] < 150


def test_the_error_is_that_of_the_test_samples():
    class Truth(nn.Module):
        def forward(self, x):
            return x.sum(-1, keepdim=True) + 0.5

    assert mean_error(Truth(), chosen("NAC", "add"), seed=0) == pytest.approx(0.5, rel=1e-4)
