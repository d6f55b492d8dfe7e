from functools import partial

import pytest
import torch
from torch import nn

from nalm.errors import InvalidValueError
from nalm.training import Trainer, train
from nalm.training._steps._probe import Traits, probe
from tests._tiers import kept
from tests.training._modules import (
    DROPOUT,
    INPUTS,
    NORM,
    WITHOUT_NOISE,
    Counting,
    Words,
    assert_ends_as,
    image,
    layers,
    loop,
    module_runs,
)
from tests.training._runs import assert_same

MOMENTS = {"1.running_mean", "1.running_var", "1.num_batches_tracked"}


def traits(network):
    (run,) = module_runs(1, network)
    return probe(network(), run, device=torch.device("cpu"))


def frozen():
    network = layers(NORM)
    network[1].eval()
    network[1].train = lambda mode: network[1]
    return network


@pytest.mark.parametrize(
    ("network", "draws", "written"),
    [
        (Words, False, set()),
        (partial(layers, DROPOUT), True, set()),
        (partial(layers, NORM), False, MOMENTS),
        (partial(layers, NORM, DROPOUT), True, MOMENTS),
        (frozen, False, set()),
        (Counting, False, {"total"}),
    ],
)
def test_it_sees_draws_and_written_buffers(network, draws, written):
    assert traits(network) == Traits(draws=draws, written=frozenset(written))


def test_it_leaves_the_network_and_the_random_state_alone():
    (run,) = module_runs(1, partial(layers, NORM, DROPOUT))
    network = run.network()
    before = {name: value.clone() for name, value in network.state_dict().items()}
    random = torch.get_rng_state()
    probe(network, run, device=torch.device("cpu"))
    assert torch.equal(random, torch.get_rng_state())
    assert network.training
    assert all(torch.equal(before[name], value) for name, value in network.state_dict().items())


class Recurrent(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.inner = nn.ModuleDict({"memory": kind(INPUTS, 1)})

    def forward(self, x):
        return self.inner["memory"](x)[0]


class Branching(nn.Linear):
    def forward(self, x):
        return super().forward(x if x.sum() > 0 else -x)


class AlwaysNoisy(nn.Module):
    def forward(self, x):
        return x + torch.randn_like(x)


class Ordering(nn.Module):
    def forward(self, x):
        return x[:, torch.randperm(x.shape[1])]


@pytest.mark.parametrize(
    ("network", "message"),
    [
        (partial(Recurrent, nn.GRU), r"`inner.memory` \(torch.nn.modules.rnn.GRU\).*nalm.networks"),
        (partial(Recurrent, nn.LSTM), r"`inner.memory` \(torch.nn.modules.rnn.LSTM\)"),
        (partial(layers, partial(Branching, 8, 8)), r"`1` \(.*Branching\).*data-dependent"),
        (partial(layers, partial(nn.Linear, 7, 8)), r"`1` \(torch.nn.modules.linear.Linear\)"),
        (partial(layers, partial(nn.BatchNorm1d, 8, momentum=None)), r"`1` \(.*BatchNorm1d\)"),
        (partial(layers, nn.RReLU), r"`1` \(.*RReLU\)"),
        (partial(layers, AlwaysNoisy), "in evaluation mode.*self.training"),
        (partial(layers, Ordering), r"`1` \(.*Ordering\).*randperm"),
        (partial(nn.Linear, INPUTS, 2), r"shape \(batch, 1\).*found \('batch', 2\)"),
    ],
)
def test_what_cannot_train_is_named_before_the_training(network, message):
    with pytest.raises(InvalidValueError, match=f"(?s)network: .*{message}"):
        Trainer(module_runs(2, network), compile=False)


@pytest.mark.parametrize("name", kept(WITHOUT_NOISE, "batch norm", "attention", "counting"))
def test_modules_end_where_they_end_in_a_plain_loop(name):
    runs = module_runs(2, WITHOUT_NOISE[name])
    for run, outcome in zip(runs, train(runs, compile=False), strict=True):
        network = loop(run)
        assert outcome.parameters.keys() >= dict(network.named_parameters()).keys()
        assert_ends_as(outcome.parameters, network, rtol=1e-10)


def test_a_buffer_of_a_run_is_its_own():
    outcomes = train(module_runs(3, partial(layers, NORM)), compile=False)
    means = [outcome.parameters["1.running_mean"].tolist() for outcome in outcomes]
    assert means[0] != means[1] != means[2]
    assert [int(each.parameters["1.num_batches_tracked"]) for each in outcomes] == [20, 20, 20]


@pytest.mark.parametrize("network", [partial(layers, NORM, DROPOUT)])
def test_buffers_are_in_a_snapshot(network):
    whole = train(module_runs(2, network), compile=False)
    first, second = (Trainer(module_runs(2, network), compile=False) for _ in range(2))
    steps = iter(first)
    next(steps), next(steps)
    second.restore(first.snapshot())
    assert list(second) == [20]
    for expected, found in zip(whole, second.outcomes(), strict=True):
        assert_same(expected, found)


@pytest.mark.compile
@pytest.mark.thorough
@pytest.mark.parametrize(
    "network", [partial(layers, NORM, DROPOUT), partial(image, partial(nn.BatchNorm2d, 3))]
)
def test_compiled_modules_end_where_uncompiled_ones_do(network):
    runs = module_runs(2, network)
    for first, second in zip(train(runs, compile=False), train(runs), strict=True):
        assert_same(first, second, tolerance=1e-7)
