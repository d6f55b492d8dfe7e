"""Parameters that several places of a network share."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from torch import nn

from nalm.errors import InvalidValueError

Network = TypeVar("Network", bound=nn.Module)


def tied(network: Callable[[], Network], *, ties: Sequence[tuple[str, str]]) -> Network:
    """Build a network in which one parameter serves in several places.

    Used through `functools.partial`, it describes a network as data.

    Args:
        network: Builds the network, each place with a parameter of its own.
        ties: Pairs (place, source): the place uses the parameter of the source from now on.

    Returns:
        The network; the places' own parameters are gone from `named_parameters`.

    Raises:
        InvalidValueError: If a name is no parameter, or the two differ in shape.

    Example:
        >>> from functools import partial
        >>> from nalm.units import NALU, NALUWeights
        >>> separate = partial(NALU, 2, 1, weights=NALUWeights.SEPARATE)
        >>> shared = tied(separate, ties=(("w_hat_mul", "w_hat"), ("m_hat_mul", "m_hat")))
        >>> [name for name, _ in shared.named_parameters()]
        ['w_hat', 'm_hat', 'gate']
    """
    built = network()
    named = dict(built.named_parameters())
    for place, source in ties:
        for name in (place, source):
            if name not in named:
                raise InvalidValueError(
                    f"ties: expected names of parameters, one of {list(named)}, found {name!r}. "
                    "Correct the name."
                )
        if named[place].shape != named[source].shape:
            raise InvalidValueError(
                f"ties: expected parameters of one shape, found {place!r} of shape "
                f"{tuple(named[place].shape)} and {source!r} of shape "
                f"{tuple(named[source].shape)}. Tie others."
            )
        if source in (known for known, _ in ties):
            raise InvalidValueError(
                f"ties: expected sources that are not tied themselves, found {source!r}. "
                "Tie every place to the parameter that stays."
            )
        path, _, name = place.rpartition(".")
        setattr(built.get_submodule(path), name, named[source])
    return built
