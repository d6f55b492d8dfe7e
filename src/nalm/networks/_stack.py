"""Layers one after the other."""

from collections.abc import Callable, Sequence

from torch import nn

from nalm.networks._initial import Initial


def stack(*layers: Callable[[], nn.Module], initial: Sequence[Initial] = ()) -> nn.Sequential:
    """Build layers and chain them.

    Used through `functools.partial`, it describes a network as data.

    Args:
        layers: Build the layers, from the inputs to the outputs.
        initial: Initial values that replace the layers' own, applied in this order.

    Returns:
        The layers as a module; their parameters are named ``0.…``, ``1.…``.

    Raises:
        InvalidValueError: If an initial value matches no parameter.

    Example:
        >>> from functools import partial
        >>> from nalm import NAU, NMU
        >>> network = stack(partial(NAU, 100, 2), partial(NMU, 2, 1))
        >>> [name for name, _ in network.named_parameters()]
        ['0.weight', '1.weight']
    """
    network = nn.Sequential(*[layer() for layer in layers])
    for each in initial:
        each.apply_(network)
    return network
