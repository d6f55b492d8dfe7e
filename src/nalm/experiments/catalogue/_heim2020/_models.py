"""The layers of the paper's experiments as its code has them, and the networks of two layers.

The code's addition unit is a linear layer without bias, neither clipped nor regularised, and its
NMU clips in the equation, where Madsen and Johansen clamp after each step.
"""

from collections.abc import Callable
from functools import partial

from torch import nn

from nalm.networks import GlorotUniform, Initial, Uniform, stack
from nalm.training import RMSprop
from nalm.units import (
    INALU,
    NALU,
    NMU,
    NPU,
    Activation,
    Dense,
    INALUGate,
    NaiveNPU,
    NMUClip,
    RealNPU,
)

Layer = Callable[[int, int], nn.Module]
"""Builds a layer from its numbers of inputs and outputs."""

CLIPPED_NMU = partial(NMU, clip=NMUClip.EQUATION)
BIASED_NALU = partial(NALU, gate_bias=True)
GATED_INALU = partial(INALU, selection=INALUGate.INPUT)

LINEAR = partial(nn.Linear, bias=False)
"""The code's addition unit."""

GLOROT = GlorotUniform()
UNIT_INTERVAL = Uniform(low=0.0, high=1.0)


def power_network(kind: Layer, sizes: tuple[int, int, int]) -> Callable[[], nn.Module]:
    """Describe a power unit that is followed by an addition unit.

    Args:
        kind: The power unit.
        sizes: Numbers of inputs, of hidden values and of outputs.
    """
    return _two_layers(kind, LINEAR, sizes=sizes, initial=(_glorot("1.weight"),))


def nmu_network(sizes: tuple[int, int, int]) -> Callable[[], nn.Module]:
    """Describe an NMU, drawn from U[0, 1), that is followed by an addition unit."""
    initial = (Initial(parameters="0.weight", draw=UNIT_INTERVAL), _glorot("1.weight"))
    return _two_layers(CLIPPED_NMU, LINEAR, sizes=sizes, initial=initial)


def nalu_network(sizes: tuple[int, int, int]) -> Callable[[], nn.Module]:
    """Describe two NALUs with a bias in the gate, all drawn after Glorot."""
    return _two_layers(BIASED_NALU, BIASED_NALU, sizes=sizes, initial=(_glorot("*"),))


def inalu_network(sizes: tuple[int, int, int]) -> Callable[[], nn.Module]:
    """Describe two iNALUs whose gates depend on the inputs, all drawn after Glorot."""
    return _two_layers(GATED_INALU, GATED_INALU, sizes=sizes, initial=(_glorot("*"),))


def dense_network(sizes: tuple[int, int, int]) -> Callable[[], nn.Module]:
    """Describe a dense network with two hidden layers of sigmoids of one size."""
    inputs, hidden, outputs = sizes
    sigmoid = partial(Dense, activation=Activation.SIGMOID)
    return partial(
        stack,
        partial(sigmoid, inputs, hidden),
        partial(sigmoid, hidden, hidden),
        partial(Dense, hidden, outputs),
    )


def rmsprop(learning_rate: float) -> RMSprop:
    """Return RMSprop with the decay of Flux, 0.9."""
    return RMSprop(learning_rate=learning_rate, alpha=0.9)


NPU_NETWORK = partial(power_network, NPU)
REAL_NPU_NETWORK = partial(power_network, RealNPU)
NAIVE_NPU_NETWORK = partial(power_network, NaiveNPU)


def _glorot(parameters: str) -> Initial:
    return Initial(parameters=parameters, draw=GLOROT)


def _two_layers(
    first: Layer, second: Layer, *, sizes: tuple[int, int, int], initial: tuple[Initial, ...]
) -> Callable[[], nn.Module]:
    inputs, hidden, outputs = sizes
    return partial(
        stack, partial(first, inputs, hidden), partial(second, hidden, outputs), initial=initial
    )
