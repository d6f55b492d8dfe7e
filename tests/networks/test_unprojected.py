from functools import partial

import torch

from nalm import NAU, NMU, project_
from nalm.networks import stack, unprojected

NETWORK = partial(stack, partial(NAU, 3, 2), partial(NMU, 2, 1))


def test_nothing_is_clamped():
    network = unprojected(NETWORK)
    for parameter in network.parameters():
        parameter.data.fill_(5.0)
    project_(network)
    assert {value for p in network.parameters() for value in p.flatten().tolist()} == {5.0}


def test_other_networks_keep_their_constraints():
    unprojected(NETWORK)
    assert dict(NETWORK()[1].constraints) == {"weight": (0.0, 1.0)}


def test_the_parameters_are_those_of_the_network():
    torch.manual_seed(0)
    expected = NETWORK()
    torch.manual_seed(0)
    found = unprojected(NETWORK)
    assert [name for name, _ in found.named_parameters()] == ["0.weight", "1.weight"]
    for a, b in zip(found.parameters(), expected.parameters(), strict=True):
        assert torch.equal(a, b)
