"""The interface that every unit implements."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import TypeVar

import torch
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.errors import InvalidTypeError, InvalidValueError

S = TypeVar("S")
"""Anything that knows arithmetic: a number, a tensor, a SymPy expression."""


class Unit(nn.Module, ABC):
    """Map vectors to vectors with weights that can be read as arithmetic.

    A unit is pure: it stores no activations, logs nothing and never branches on the value of a
    tensor, so it works under `torch.func.vmap`, `torch.compile` and `torch.export`.

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.

    Raises:
        InvalidTypeError: a size is not an integer.
        InvalidValueError: a size is less than 1.
    """

    constraints: Mapping[str, tuple[float, float]] = MappingProxyType({})
    """The interval of each constrained parameter; `nalm.project_` clamps to it after a step."""

    def __init__(self, in_features: int, out_features: int) -> None:
        super().__init__()
        self.in_features = _check_size("in_features", in_features)
        self.out_features = _check_size("out_features", out_features)

    @abstractmethod
    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw every parameter anew.

        Args:
            generator: source of the random numbers; PyTorch's global one if `None`.
        """

    @abstractmethod
    def forward(self, x: Inputs) -> Outputs:
        """Compute the unit's equation for a batch of input vectors."""

    @abstractmethod
    def penalty(self) -> Scalar:
        """Return the paper's sparsity regulariser, unscaled; 0 where the paper has none."""

    @abstractmethod
    def sparsity_error(self) -> Scalar:
        """Return the distance of the worst effective weight from -1, 0 and 1."""

    @abstractmethod
    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return the formula of each output, with the current weights.

        Only arithmetic is applied to the symbols, so they may be SymPy symbols, numbers or
        tensors. A weight that is exactly an integer appears as an integer, one that removes its
        input removes it from the formula, and guards against zero (the units' small epsilon)
        are left out; weights are not rounded.

        Args:
            symbols: one per input.

        Raises:
            InvalidValueError: the number of symbols differs from the number of inputs.
        """

    def extra_repr(self) -> str:
        """Return the sizes and the options, for `print`."""
        options = [
            f"{name}={value}" for name, value in vars(self).items() if isinstance(value, Enum)
        ]
        return ", ".join([f"{self.in_features}, {self.out_features}", *options])

    def _check_input(self, x: Tensor) -> None:
        if not x.is_floating_point():
            raise InvalidTypeError(
                f"x: expected a tensor of floating-point numbers, found {x.dtype}; "
                "convert it, for example with x.float()."
            )
        if x.ndim == 0 or x.shape[-1] != self.in_features:
            raise InvalidValueError(
                f"x: expected shape (*batch, {self.in_features}), found {tuple(x.shape)}; "
                f"put the {self.in_features} inputs of {type(self).__name__} last."
            )

    def _check_symbols(self, symbols: Sequence[object]) -> None:
        if len(symbols) != self.in_features:
            raise InvalidValueError(
                f"symbols: expected one per input ({self.in_features}), found {len(symbols)}; "
                "pass a sequence with a symbol for each input."
            )


def check_option(kind: type[Enum], /, **option: object) -> None:
    """Raise `InvalidTypeError` unless an option, given by its name, is a member of `kind`."""
    for name, value in option.items():
        if not isinstance(value, kind):
            members = ", ".join(str(member) for member in kind)
            raise InvalidTypeError(
                f"{name}: expected one of {members}, found {value!r}; pass one of these."
            )


def _check_size(name: str, size: int) -> int:
    if isinstance(size, bool) or not hasattr(size, "__index__"):
        raise InvalidTypeError(f"{name}: expected an integer, found {size!r}; pass an int.")
    if size < 1:
        raise InvalidValueError(f"{name}: expected at least 1, found {size}; pass a positive int.")
    return int(size)
