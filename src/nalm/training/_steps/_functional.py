"""Calling a network with parameters that are given from outside."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import cast

from torch import Tensor, nn
from torch.func import functional_call
from torch.nn.attention import SDPBackend, sdpa_kernel

Tensors = Mapping[str, Tensor]
"""Name of a parameter or buffer → its value."""


def batched_attention() -> AbstractContextManager[object]:
    """Return the context in which attention is made of operations that PyTorch can batch."""
    return cast("AbstractContextManager[object]", sdpa_kernel(SDPBackend.MATH))


def within(module: str, tensors: Tensors) -> dict[str, Tensor]:
    """Name tensors as seen from a module that holds theirs as a child."""
    return {f"{module}.{name}": tensor for name, tensor in tensors.items()}


# `functional_call` swaps tensors in during a `forward` only, and a measure is none.
class _View(nn.Module):
    """Exposes what is measured on a network to one functional call."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, measure: Callable[[nn.Module], Tensor]) -> Tensor:
        return measure(self.network)


def measuring(network: nn.Module) -> Callable[[Callable[[nn.Module], Tensor], Tensors], Tensor]:
    """Build the function that measures a network with other parameters and buffers.

    It takes what is measured and the tensors by their names in the network.
    """
    view = _View(network)

    def measured(measure: Callable[[nn.Module], Tensor], tensors: Tensors) -> Tensor:
        return functional_call(view, within("network", tensors), (measure,))

    return measured
