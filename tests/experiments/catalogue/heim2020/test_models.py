"""The layers are drawn, clipped and regularised as the paper's code does it."""

import math

import pytest
import torch
from torch import nn

from nalm.experiments.catalogue._heim2020 import _models as models
from nalm.units import INALUGate, NMUClip

SIZES = (2, 6, 4)
BOUND = math.sqrt(6 / 10)

NETWORKS = {
    "NPU": models.NPU_NETWORK(SIZES),
    "RealNPU": models.REAL_NPU_NETWORK(SIZES),
    "NaiveNPU": models.NAIVE_NPU_NETWORK(SIZES),
    "NMU": models.nmu_network(SIZES),
    "NALU": models.nalu_network(SIZES),
    "iNALU": models.inalu_network(SIZES),
    "Dense": models.dense_network((2, 10, 4)),
}


def parameters(name, networks=200):
    """Return every parameter of many networks, stacked."""
    torch.manual_seed(0)
    many = [dict(NETWORKS[name]().named_parameters()) for _ in range(networks)]
    return {key: torch.stack([each[key].detach() for each in many]) for key in many[0]}


@pytest.mark.parametrize("name", NETWORKS)
def test_networks_map_two_numbers_to_four(name):
    assert NETWORKS[name]()(torch.ones(7, 2)).shape == (7, 4)


@pytest.mark.parametrize("name", ["NPU", "RealNPU", "NaiveNPU", "NMU"])
def test_the_addition_unit_is_an_unclipped_linear_layer_after_glorot(name):
    second = NETWORKS[name]()[1]
    assert type(second) is nn.Linear
    assert second.bias is None
    weight = parameters(name)["1.weight"]
    assert 0.98 * BOUND < weight.max() <= BOUND
    assert -BOUND <= weight.min() < -0.98 * BOUND


def test_the_nmu_is_drawn_from_the_unit_interval_and_clips_in_its_equation():
    weight = parameters("NMU")["0.weight"]
    assert 0 <= weight.min() < 0.02
    assert 0.98 < weight.max() <= 1
    assert NETWORKS["NMU"]()[0].clip is NMUClip.EQUATION


@pytest.mark.parametrize("name", ["NALU", "iNALU"])
def test_gated_units_are_drawn_after_glorot(name):
    for key, values in parameters(name).items():
        outputs, inputs = (*values.shape[1:], 1)[:2]
        bound = math.sqrt(6 / (inputs + outputs))
        assert 0.95 * bound < values.abs().max() <= bound, key


def test_the_gate_of_the_inalu_sees_the_inputs_and_that_of_the_nalu_has_a_bias():
    assert NETWORKS["iNALU"]()[0].selection is INALUGate.INPUT
    assert [layer.bias.shape for layer in NETWORKS["NALU"]()] == [(6,), (4,)]


def test_power_units_start_with_half_open_gates_and_no_imaginary_weights():
    first = NETWORKS["NPU"]()[0]
    assert first.gate.tolist() == [0.5, 0.5]
    assert not first.weight_imag.any()


def test_the_dense_network_has_two_hidden_layers_of_sigmoids():
    network = NETWORKS["Dense"]()
    assert [layer.out_features for layer in network] == [10, 10, 4]
    hidden = network[:2](torch.randn(5, 2))
    assert 0 < hidden.min() < hidden.max() < 1


def test_rmsprop_has_the_decay_of_flux():
    rule = models.rmsprop(5e-3)
    assert (rule.learning_rate, rule.alpha, rule.epsilon) == (5e-3, 0.9, 1e-8)
