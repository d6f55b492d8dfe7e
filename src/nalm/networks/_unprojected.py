"""Networks whose units are not clamped after a step."""

from collections.abc import Callable
from typing import TypeVar

from torch import nn

from nalm.units import units

Network = TypeVar("Network", bound=nn.Module)


def unprojected(network: Callable[[], Network]) -> Network:
    """Build a network and take the constraints from its units.

    Training then leaves the parameters free. A unit that also clamps its weight inside its
    equation, as the NAU does, still computes with a weight inside the interval. Used through
    `functools.partial`, it describes a network as data.

    Args:
        network: Builds the network.

    Returns:
        The network; `nalm.project_` does nothing to it.

    Example:
        >>> from functools import partial
        >>> from nalm.units import NAU
        >>> dict(NAU(2, 1).constraints), dict(unprojected(partial(NAU, 2, 1)).constraints)
        ({'weight': (-1.0, 1.0)}, {})

    References:
        Madsen and Johansen (2020), "Neural Arithmetic Units", ICLR, the ablation study.
    """
    built = network()
    for unit in units(built):
        unit.constraints = {}
    return built
