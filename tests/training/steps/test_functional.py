import torch
from torch import nn
from torch.func import grad

import nalm
from nalm import NAU, NMU
from nalm.training._steps._functional import measuring, within


def test_tensors_are_named_from_outside():
    tensor = torch.zeros(1)
    assert within("network", {"0.weight": tensor}) == {"network.0.weight": tensor}


def test_a_network_is_measured_with_other_parameters_and_keeps_its_own():
    network = nn.Sequential(NAU(2, 2), NMU(2, 1))
    before = {name: tensor.clone() for name, tensor in network.state_dict().items()}
    halves = {name: torch.full_like(tensor, 0.5) for name, tensor in before.items()}
    assert measuring(network)(nalm.sparsity_error, halves).item() == 0.5
    assert all(torch.equal(network.state_dict()[name], before[name]) for name in before)


def test_what_is_measured_has_a_gradient():
    network = NAU(2, 1)
    measured = measuring(network)
    weight = torch.tensor([[0.25, -0.5]])
    slope = grad(lambda each: measured(lambda module: module.weight.square().sum(), each))
    torch.testing.assert_close(slope({"weight": weight})["weight"], 2 * weight)
