from functools import partial

import torch

from nalm.networks import LastState, Recurrence, Translator
from nalm.units import NAU, NMU


def test_the_output_is_that_of_the_last_state():
    network = LastState(
        sequence=partial(Recurrence, partial(NAU, 5, 2), states=2),
        output=partial(NMU, 2, 1),
        inputs=3,
    )
    x = torch.rand(4, 7, 3)
    expected = network.output(network.sequence(x)[:, -1])
    assert torch.equal(network(x.flatten(1)), expected)


def translator():
    return Translator(partial(NAU, 3, 1), words=30)


def test_the_end_of_the_words_freezes_the_answer():
    network = translator()
    short = network(torch.tensor([[4.0, 7.0, 0.0]]))
    filled = network(torch.tensor([[4.0, 7.0, 0.0, 0.0, 0.0]]))
    assert torch.equal(short, filled)
    assert not torch.equal(network(torch.tensor([[4.0, 7.0, 3.0, 0.0]])), short)


def test_a_translator_does_not_look_at_the_answer():
    network = translator()
    words = torch.tensor([[4.0, 7.0, 3.0, 0.0, 0.0, 0.0]])
    other = words.clone()
    other[0, -1] = 407.0
    assert torch.equal(network(words), network(other))
