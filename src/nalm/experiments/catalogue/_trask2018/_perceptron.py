"""The multilayer perceptrons that are asked for the identity."""

from collections.abc import Callable
from functools import partial

from torch import nn

from nalm.networks import Initial, Uniform, stack, tied
from nalm.units import Activation, Dense

WIDTH = 8
"""Neurons of every hidden layer."""


def perceptron(activation: Activation, *, hidden_layers: int) -> Callable[[], nn.Module]:
    """Describe a network 1 → 8 → … → 8 → 1 whose output is linear.

    Weights and biases start in U(±1/√fan-in), and one learnt slope serves all layers, as in the
    public code of the figure.

    Args:
        activation: Follows every hidden layer.
        hidden_layers: How many.
    """
    inputs = (1, *[WIDTH] * hidden_layers)
    hidden = [partial(Dense, size, WIDTH, activation=activation) for size in inputs[:-1]]
    network = partial(
        stack,
        *hidden,
        partial(Dense, WIDTH, 1),
        initial=tuple(each for k, size in enumerate(inputs) for each in _initial(k, size)),
    )
    if activation is not Activation.PRELU:
        return network
    return partial(
        tied, network, ties=tuple((f"{k}.slope", "0.slope") for k in range(1, hidden_layers))
    )


def _initial(layer: int, inputs: int) -> list[Initial]:
    draw = Uniform(low=-(inputs**-0.5), high=inputs**-0.5)
    return [Initial(parameters=f"{layer}.{name}", draw=draw) for name in ("weight", "bias")]
