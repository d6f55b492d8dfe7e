import pytest
import torch
from torch import nn
from torch.func import functional_call, grad, vmap

import nalm
from nalm import NAU, NMU, RealNPU
from nalm.errors import InvalidValueError
from nalm.training import Constant, L1Norm, L2Norm, LargestWeight, Penalty, UnitPenalty
from nalm.training._spec import describe, numbers

MEASURES = [UnitPenalty(), L1Norm(), L2Norm(), LargestWeight()]


@pytest.fixture
def network():
    torch.manual_seed(0)
    return nn.Sequential(NAU(3, 2), nn.Linear(2, 2), NMU(2, 1)).double()


class Measured(nn.Module):
    def __init__(self, network, measure):
        super().__init__()
        self.network, self.measure = network, measure

    def forward(self):
        return self.measure(self.network)


def test_the_unit_penalty_is_the_sum_over_units(network):
    expected = network[0].penalty() + network[2].penalty()
    assert UnitPenalty()(network) == expected == nalm.penalty(network)


def test_norms_are_sums_over_all_parameters():
    linear = nn.Linear(2, 1)
    linear.weight.data = torch.tensor([[3.0, -4.0]])
    linear.bias.data = torch.tensor([-2.0])
    assert L1Norm()(linear).item() == 9
    assert L2Norm()(linear).item() == 7  # 5 + 2: neither squared nor taken over all at once


def test_norms_may_be_of_chosen_parameters():
    linear = nn.Linear(2, 1)
    linear.weight.data = torch.tensor([[3.0, -4.0]])
    network = nn.Sequential(linear)
    assert L1Norm(parameters="*weight")(network).item() == 7
    assert L2Norm(parameters="0.weight")(network).item() == 5
    with pytest.raises(InvalidValueError, match="a pattern that matches"):
        L1Norm(parameters="weight")(network)


def test_a_norm_of_all_parameters_is_described_as_before_there_was_a_choice():
    assert describe(L1Norm()) == {"type": "nalm.training.L1Norm"}


@pytest.mark.parametrize("measure", MEASURES, ids=str)
def test_measures_are_differentiable(network, measure):
    parameters = dict(network.named_parameters())

    def value(*tensors):
        return functional_call(
            Measured(network, measure),
            {f"network.{n}": t for n, t in zip(parameters, tensors, strict=True)},
            (),
        )

    assert torch.autograd.gradcheck(value, tuple(parameters.values()))


@pytest.mark.parametrize("measure", [L1Norm(), L2Norm()], ids=str)
def test_a_parameter_that_is_wholly_zero_has_no_gradient(measure):
    """A unit may start with a matrix of zeros, such as the imaginary weights of the NPU."""
    unit = RealNPU(2, 1)
    first = next(iter(dict(unit.named_parameters())))
    parameters = {name: p.detach().clone() for name, p in unit.named_parameters()}
    parameters[first].zero_()
    stacked = {name: torch.stack([p, p + 1]) for name, p in parameters.items()}

    def value(parameters):
        named = {f"network.{name}": p for name, p in parameters.items()}
        return functional_call(Measured(unit, measure), named, ())

    gradients = vmap(grad(value))(stacked)
    assert torch.equal(gradients[first][0], torch.zeros_like(parameters[first]))
    assert all(gradient.isfinite().all() for gradient in gradients.values())


@pytest.mark.parametrize("measure", MEASURES, ids=str)
def test_measures_work_per_run(network, measure):
    stacks = {
        f"network.{name}": torch.stack([p.detach(), 2 * p.detach()])
        for name, p in network.named_parameters()
    }
    found = vmap(lambda state: functional_call(Measured(network, measure), state, ()))(stacks)
    for run in range(2):
        alone = functional_call(
            Measured(network, measure), {name: s[run] for name, s in stacks.items()}, ()
        )
        torch.testing.assert_close(found[run], alone)


def test_a_penalty_has_the_numbers_of_its_schedule():
    assert numbers(Penalty(measure=L1Norm(), schedule=Constant(value=0.5))) == [0.5]


def test_the_largest_weight_of_each_row_counts(network):
    network[0].weight.data = torch.tensor([[0.5, -0.25, 0.0], [0.0, -1.0, 0.3]]).double()
    measure = LargestWeight(parameters="0.weight")
    assert measure.residuals(network).tolist() == [0.5, 0.0]
    assert measure(network).item() == 0.125


def test_a_row_of_zeros_is_pulled_away_from_zero():
    nau = NAU(2, 1)
    nau.weight.data = torch.tensor([[1e-3, 0.0]])
    LargestWeight()(nau).backward()
    assert nau.weight.grad[0, 0] < -1.9
