from functools import partial

import pytest
import torch

from nalm.networks import LSTM, AtOnce, Quotient, Recurrence, RunningProduct, RunningSum
from nalm.units import NALU, NAU, NMU, NACMul

X = torch.tensor([[[2.0], [3.0], [4.0]], [[1.0], [5.0], [0.5]]])


def solved(unit, **options):
    network = Recurrence(partial(unit, 2, 1), **options)
    with torch.no_grad():
        for parameter in network.cell.parameters():
            parameter.fill_(20.0 if unit is NACMul else 1.0)
    return network


@pytest.mark.parametrize(
    ("network", "reference"),
    [
        (solved(NMU, start=1.0), RunningProduct()),
        (solved(NACMul, start=1.0), RunningProduct()),
        (solved(NAU), RunningSum()),
    ],
)
def test_a_solved_unit_is_an_accumulator(network, reference):
    assert torch.allclose(network(X), reference(X), rtol=1e-5)


def test_a_product_that_starts_at_zero_stays_there():
    assert solved(NMU)(X).count_nonzero() == 0


def test_a_start_is_learnt_only_where_it_is_asked_for():
    assert [name for name, _ in solved(NAU).named_parameters()] == ["cell.weight"]
    network = solved(NAU, states=1, learns_start=True)
    assert [name for name, _ in network.named_parameters()] == ["start", "cell.weight"]
    network(X).sum().backward()
    assert network.start.grad.item() == 6.0  # three steps of two samples


@pytest.mark.parametrize(
    "network", [Recurrence(partial(NALU, 7, 3), states=3), LSTM(4, 3)], ids=["unit", "lstm"]
)
def test_a_state_depends_on_what_came_before_and_on_nothing_after(network):
    x = torch.rand(2, 6, 4, generator=torch.Generator().manual_seed(0))
    states = network(x)
    assert states.shape == (2, 6, 3)
    assert torch.allclose(network(x[:, :4]), states[:, :4])
    changed = x.clone()
    changed[:, 0] += 1
    assert (network(changed)[:, -1] != states[:, -1]).any()


def test_the_lstm_is_that_of_pytorch():
    ours, theirs = LSTM(4, 3), torch.nn.LSTM(4, 3, batch_first=True)
    with torch.no_grad():
        theirs.weight_ih_l0.copy_(ours.weight[:, :4])
        theirs.weight_hh_l0.copy_(ours.weight[:, 4:])
        theirs.bias_ih_l0.copy_(ours.bias)
        theirs.bias_hh_l0.zero_()
    x = torch.rand(2, 6, 4)
    assert torch.allclose(ours(x), theirs(x)[0], atol=1e-6)


def test_a_unit_reads_all_elements_at_once():
    network = AtOnce(partial(NAU, 6, 2))
    x = torch.rand(4, 3, 2)
    assert torch.equal(network(x)[:, 0], network.unit(x.reshape(4, 6)))
    assert network(x).shape == (4, 1, 2)


def test_a_quotient_divides_the_first_by_the_second():
    assert Quotient()(torch.tensor([[6.0, 3.0], [1.0, 4.0]])).tolist() == [[2.0], [0.25]]
