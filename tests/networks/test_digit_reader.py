from functools import partial

import pytest
import torch
from torch.func import functional_call, vmap

from nalm.networks import (
    DigitNetwork,
    Recurrence,
    RunningSum,
    SequenceReader,
    SmallDigitNetwork,
    SoftArgmax,
)
from nalm.units import NAU


def reader(image=SmallDigitNetwork, side=8, sequence=RunningSum):
    return SequenceReader(image=partial(image, 1), sequence=sequence, side=side)


@pytest.mark.parametrize(("image", "side"), [(DigitNetwork, 28), (SmallDigitNetwork, 8)])
def test_it_accumulates_what_is_read_from_each_image(image, side):
    network = reader(image, side)
    images = torch.rand(2, 3, side, side)
    x = torch.cat([images.flatten(1), torch.zeros(2, 3)], dim=1)
    expected = network.image(images.reshape(6, 1, side, side)).reshape(2, 3).cumsum(1)
    assert torch.allclose(network(x), expected, atol=1e-6)


def test_the_answers_are_not_looked_at():
    network = reader()
    x = torch.rand(2, 3 * 65)
    other = x.clone()
    other[:, 3 * 64 :] = 9.0
    assert torch.equal(network(x), network(other))


def test_the_same_network_reads_any_length():
    network = reader()
    x = torch.rand(1, 5, 64)
    long = network(torch.cat([x.flatten(1), torch.zeros(1, 5)], dim=1))
    short = network(torch.cat([x[:, :2].flatten(1), torch.zeros(1, 2)], dim=1))
    assert torch.allclose(long[:, :2], short, atol=1e-6)


def test_the_small_network_pools_as_max_pooling_does():
    network = SmallDigitNetwork(2)
    x = torch.rand(4, 1, 8, 8)
    pooled = torch.max_pool2d(network.convolution(x).relu(), 2)
    expected = network.output(network.hidden(pooled.flatten(1)).relu())
    assert torch.equal(network(x), expected)


def test_many_networks_at_once_are_each_its_own():
    build = partial(Recurrence, partial(NAU, 2, 1))
    networks = [reader(sequence=build) for _ in range(3)]
    stacked = {
        name: torch.stack([dict(each.named_parameters())[name].detach() for each in networks])
        for name, _ in networks[0].named_parameters()
    }
    x = torch.rand(3, 4, 2 * 65)
    together = vmap(lambda p, x: functional_call(networks[0], p, (x,)))(stacked, x)
    alone = torch.stack([network(each) for network, each in zip(networks, x, strict=True)])
    assert torch.allclose(together, alone, atol=1e-5)


def test_a_number_is_the_mean_of_the_classes_values():
    scores = torch.tensor([[0.0, 0.0, 0.0], [0.0, 50.0, 0.0]])
    assert torch.allclose(SoftArgmax((1.0, 2.0, 6.0))(scores), torch.tensor([[3.0], [2.0]]))


def test_the_values_have_the_precision_of_the_network():
    network = SoftArgmax((1, 2)).double()
    assert network(torch.zeros(1, 2, dtype=torch.float64)).dtype is torch.float64
