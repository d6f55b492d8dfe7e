import pytest
import torch
from torch import nn

import nalm
from nalm import NAU, NMU
from nalm.training._steps._errors import sparsity_errors, squared_errors


def test_evaluation_sums_squared_errors_of_each_run():
    network = NAU(2, 1).double()
    W = torch.tensor([[[1.0, 1.0]], [[1.0, -1.0]]], dtype=torch.float64)
    sets = torch.tensor([[[1.0, 2.0], [3.0, 5.0]], [[0.0, 1.0], [1.0, 1.0]]], dtype=torch.float64)
    targets = torch.ones(2, 2, 1, dtype=torch.float64)
    found = squared_errors(network)({"weight": W}, sets, torch.tensor([0, 1]), targets)
    assert found.tolist() == [9.0 + 36.0, 4.0 + 1.0]


def test_sparsity_is_each_runs_own():
    network = nn.Sequential(NAU(2, 2), NMU(2, 1))
    stacks = {name: torch.stack([p, p * 0.5]) for name, p in network.state_dict().items()}
    found = sparsity_errors(network)(stacks)
    assert found[0].item() == pytest.approx(nalm.sparsity_error(network).item())
    for parameter in network.parameters():
        parameter.data *= 0.5
    assert found[1].item() == pytest.approx(nalm.sparsity_error(network).item())


def test_a_network_without_units_has_no_sparsity_error():
    network = nn.Linear(2, 1)
    stacks = {name: torch.stack([p, p]) for name, p in network.state_dict().items()}
    assert sparsity_errors(network)(stacks).isnan().tolist() == [True, True]
