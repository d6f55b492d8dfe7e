import pytest
import torch
from torch import nn

import nalm
from nalm import NAU, NMU, RealNPU


def model():
    torch.manual_seed(0)
    return nn.Sequential(NAU(4, 2), nn.ReLU(), nn.Sequential(NMU(2, 1), nn.Linear(1, 1)))


def test_penalty_is_the_sum_and_carries_gradients():
    net = model()
    penalty = nalm.penalty(net)
    assert penalty.item() == pytest.approx((net[0].penalty() + net[2][0].penalty()).item())
    penalty.backward()
    assert net[0].weight.grad.abs().sum() > 0


def test_a_unit_that_occurs_twice_counts_once():
    nau = NAU(2, 2)
    nau.weight.data.fill_(0.25)
    assert nalm.penalty(nn.Sequential(nau, nau)).item() == 0.25


def test_sparsity_error_is_the_maximum():
    net = model()
    net[0].weight.data.fill_(1.0)
    net[2][0].weight.data = torch.tensor([[0.75, 1.0]])
    assert nalm.sparsity_error(net).item() == 0.25


def test_project_clamps_every_unit_and_nothing_else():
    net = model()
    for parameter in net.parameters():
        parameter.data.fill_(-3.0)
    assert nalm.project_(net) is None
    assert net[0].weight.unique().tolist() == [-1]
    assert net[2][0].weight.unique().tolist() == [0]
    assert net[2][1].weight.item() == -3


def test_a_network_without_units():
    for net in (nn.Linear(2, 1).double(), nn.ReLU()):
        assert nalm.penalty(net).item() == 0
        with pytest.raises(nalm.errors.InvalidValueError, match=f"found {type(net).__name__} with"):
            nalm.sparsity_error(net)
        nalm.project_(net)
    assert nalm.penalty(nn.Linear(2, 1).double()).dtype is torch.float64


def test_three_lines_train_a_product():
    torch.manual_seed(0)
    net = NMU(3, 1)
    optimizer = torch.optim.Adam(net.parameters(), lr=0.02)
    for step in range(600):
        x = 1 + torch.rand(64, 3)
        loss = (net(x).squeeze(-1) - x[:, 0] * x[:, 2]).square().mean()
        loss = loss + (0.1 if step > 300 else 0) * nalm.penalty(net)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        nalm.project_(net)
    assert net.weight.tolist() == [[1, 0, 1]]


def test_penalty_without_terms_is_exactly_zero():
    assert nalm.penalty(nn.Sequential(RealNPU(2, 1))).item() == 0
