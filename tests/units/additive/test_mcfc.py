import pytest
import torch

from nalm import MCFC


def test_the_outputs_share_an_input_and_gates_keep_a_part():
    unit = MCFC(1, 2)
    unit.junction.data = torch.tensor([[0.0], [0.0]])
    unit.gate.data, unit.bias.data = torch.tensor([0.0, 2.0]), torch.tensor([0.0, -2.0])
    assert unit(torch.tensor([8.0])).tolist() == [2.0, 2.0]


def test_one_output_gets_every_input_whole():
    unit = MCFC(3, 1)
    unit.bias.data = 20 - unit.gate.data
    assert unit(torch.tensor([1.0, -2.0, 4.0])).item() == pytest.approx(3)


def test_open_gates_conserve_the_mass():
    unit = MCFC(4, 3).double()
    unit.bias.data = 40 - unit.gate.data
    x = torch.rand(5, 4, dtype=torch.float64)
    assert unit(x).sum(-1).tolist() == pytest.approx(x.sum(-1).tolist())


def test_the_sparsity_error_is_the_mean_of_shares_and_gate():
    unit = MCFC(2, 1)
    unit.gate.data = torch.tensor([0.0])
    assert unit.sparsity_error().item() == pytest.approx(0.25)  # 0 of J, 0.5 of o
