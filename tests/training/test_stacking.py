from functools import partial

import pytest
import torch
from torch import nn

from nalm import NMRU
from nalm.errors import InvalidValueError
from nalm.training._stacking import check_registered, initialise, replace_, stack, stack_buffers

CPU = torch.device("cpu")


class Buffered(nn.Module):
    def __init__(self, size: int = 2) -> None:
        super().__init__()
        self.linear = nn.Linear(size, 1)
        self.register_buffer("shift", torch.randn(size))
        self.register_buffer("count", torch.tensor(3))


def networks(seeds=range(3)):
    return [initialise(Buffered, seed) for seed in seeds]


def test_a_network_depends_on_its_seed_alone():
    torch.manual_seed(1)
    first = initialise(Buffered, 7).state_dict()
    torch.manual_seed(2)
    second, other = initialise(Buffered, 7).state_dict(), initialise(Buffered, 8).state_dict()
    assert all(torch.equal(first[name], second[name]) for name in first)
    assert not torch.equal(first["linear.weight"], other["linear.weight"])


def test_it_is_the_network_that_a_user_gets_from_manual_seed():
    torch.manual_seed(7)
    expected = NMRU(3, 1).weight
    assert torch.equal(initialise(lambda: NMRU(3, 1), 7).weight, expected)


@pytest.mark.parametrize("seed", [0, 2**31, 2**32 - 1])
def test_the_global_random_state_stays(seed):
    torch.manual_seed(0)
    expected = torch.rand(3)
    torch.manual_seed(0)
    initialise(Buffered, seed)
    assert torch.equal(torch.rand(3), expected)


def test_the_global_random_state_stays_when_building_fails():
    torch.manual_seed(0)
    before = torch.get_rng_state()

    def broken():
        torch.rand(1)
        raise RuntimeError("no network")

    with pytest.raises(RuntimeError, match="no network"):
        initialise(broken, 3)
    assert torch.equal(torch.get_rng_state(), before)


def test_each_run_is_one_slice():
    modules = networks()
    stacks = stack(modules, torch.float64, CPU)
    assert {name: tuple(s.shape) for name, s in stacks.items()} == {
        "linear.weight": (3, 1, 2),
        "linear.bias": (3, 1),
    }
    for run, module in enumerate(modules):
        for name, parameter in module.named_parameters():
            assert torch.equal(stacks[name][run], parameter.double())
    assert not any(tensor.requires_grad for tensor in stacks.values())


def test_stacks_do_not_share_memory_with_the_modules():
    modules = networks([0])
    before = modules[0].linear.weight.detach().clone()
    stack(modules, torch.float32, CPU)["linear.weight"].zero_()
    assert torch.equal(modules[0].linear.weight, before)


def test_whole_numbers_stay_whole_in_buffers():
    buffers = stack_buffers(networks(), torch.float64, CPU)
    assert buffers["shift"].dtype == torch.float64
    assert buffers["count"].dtype == torch.int64
    assert buffers["count"].tolist() == [3, 3, 3]


def test_networks_of_different_shapes_are_refused():
    with pytest.raises(InvalidValueError, match=r"network: .* for run 1\. Train networks"):
        stack([Buffered(2), Buffered(3)], torch.float32, CPU)


def test_one_run_is_replaced_in_place():
    stacks = stack(networks(), torch.float64, CPU)
    before = {name: tensor.clone() for name, tensor in stacks.items()}
    addresses = {name: tensor.data_ptr() for name, tensor in stacks.items()}
    new = initialise(Buffered, 99)
    replace_(stacks, 1, new)
    for name, parameter in new.named_parameters():
        assert stacks[name].data_ptr() == addresses[name]
        assert torch.equal(stacks[name][1], parameter.double())
        assert torch.equal(stacks[name][[0, 2]], before[name][[0, 2]])


class Masked(nn.Module):
    def __init__(self, attribute):
        super().__init__()
        self.linear = nn.Linear(2, 1)
        self.attribute = attribute()


@pytest.mark.parametrize(
    "attribute",
    [
        lambda: torch.rand(2),
        lambda: [torch.randperm(9)],
        lambda: float(torch.rand(())),
        lambda: {"a": torch.rand(2).numpy()},
        lambda: nn.ParameterList([torch.rand(2)])[0].detach(),
    ],
)
def test_what_differs_between_seeds_has_to_be_registered(attribute):
    networks = [initialise(partial(Masked, attribute), seed) for seed in range(2)]
    with pytest.raises(InvalidValueError, match=r"'attribute' to be the same .*register_buffer"):
        check_registered(networks)


@pytest.mark.parametrize("value", [torch.ones(2), float("nan"), [1, 2], None, "text", True])
def test_what_is_the_same_for_every_seed_may_be_an_attribute(value):
    check_registered([initialise(partial(Masked, lambda: value), seed) for seed in range(3)])
    check_registered(networks())
