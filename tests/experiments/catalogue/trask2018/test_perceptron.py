import pytest
import torch

from nalm.experiments.catalogue._trask2018._perceptron import perceptron
from nalm.units import Activation, Dense


def test_layers_and_activations():
    network = perceptron(Activation.TANH, hidden_layers=3)()
    assert all(isinstance(layer, Dense) for layer in network)
    assert [(each.in_features, each.out_features) for each in network] == [
        (1, 8), (8, 8), (8, 8), (8, 1),
    ]  # fmt: skip
    assert [each.activation for each in network] == [Activation.TANH] * 3 + [Activation.LINEAR]


def test_weights_and_biases_start_within_the_root_of_the_fan_in():
    torch.manual_seed(0)
    network = perceptron(Activation.RELU, hidden_layers=2)()
    for layer in network:
        for parameter in (layer.weight, layer.bias):
            assert parameter.abs().max() <= layer.in_features**-0.5
            assert parameter.abs().max() > 0


@pytest.mark.parametrize("hidden_layers", [2, 4])
def test_one_slope_serves_all_layers(hidden_layers):
    network = perceptron(Activation.PRELU, hidden_layers=hidden_layers)()
    assert len({id(layer.slope) for layer in network[:-1]}) == 1
    assert sum("slope" in name for name, _ in network.named_parameters()) == 1
