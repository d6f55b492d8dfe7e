from functools import partial

import torch
from torch import nn

from nalm import NAU, NSR
from nalm.networks import Conditional


def network():
    branch = partial(NAU, 2, 1)
    built = Conditional(condition=partial(NSR, 2, 1), then=branch, otherwise=branch)
    built.condition.first.data = torch.tensor([[[90.0, 0.0]]])
    built.condition.second.data = torch.tensor([[[0.0, 90.0]]])
    built.condition.sign.data, built.condition.zero.data = torch.tensor([[[200.0]], [[-100.0]]])
    built.then.weight.data, built.otherwise.weight.data = torch.tensor([[[1.0, 1]], [[1.0, -1]]])
    built.biases.data = torch.tensor([4.0, -1.0])
    return built


def test_the_condition_chooses_a_branch_with_its_bias():
    x = torch.tensor([[30.0, 2.0], [2.0, 30.0], [5.0, 5.0]])
    assert network()(x)[:, 0].tolist() == [36.0, -29.0, -1.0]


def test_a_condition_between_mixes():
    built = Conditional(
        condition=lambda: nn.Sigmoid(), then=nn.Identity, otherwise=lambda: nn.Softplus()
    )
    x = torch.tensor([[0.0]])
    assert built(x).item() == torch.nn.functional.softplus(x).item() / 2


def test_branches_are_built_apart():
    names = {name for name, _ in network().named_parameters()}
    assert {"then.weight", "otherwise.weight", "biases", "condition.bias"} <= names
