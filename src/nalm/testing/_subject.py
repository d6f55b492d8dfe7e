"""What the checks of a unit share: how to build it and what to feed it."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

import torch
from jaxtyping import Float
from torch import Tensor

from nalm._tensors import Inputs
from nalm.units import Unit

UnitFactory: TypeAlias = Callable[[int, int], Unit]
"""Returns a unit for (in_features, out_features): its class, or a function."""

SEED = 8689336


@dataclass(frozen=True)
class Subject:
    """A unit under test."""

    factory: UnitFactory
    in_features: int
    out_features: int
    true_gradients: bool = True

    @property
    def name(self) -> str:
        """The name to use in messages."""
        return getattr(self.factory, "__qualname__", repr(self.factory))

    def build(self, dtype: torch.dtype = torch.float64, seed: int = SEED) -> Unit:
        """Return a fresh unit whose parameters depend on the seed only."""
        unit = self.factory(self.in_features, self.out_features).to(dtype)
        unit.reset_parameters(torch.Generator().manual_seed(seed))
        return unit

    def discrete(self) -> Unit:
        """Return a unit in evaluation mode whose constrained parameters are integers."""
        unit = self.build().eval()
        # In random order: in that of the range, outputs could be alike, and swapped unnoticed.
        generator = torch.Generator().manual_seed(SEED)
        with torch.no_grad():
            for name, (low, high) in unit.constraints.items():
                parameter = unit.get_parameter(name)
                spread = torch.linspace(low, high, parameter.numel(), dtype=parameter.dtype)
                order = torch.randperm(parameter.numel(), generator=generator)
                parameter.copy_(spread.round()[order].reshape(parameter.shape))
        return unit

    def inputs(self, *batch: int, dtype: torch.dtype = torch.float64) -> Inputs:
        """Return inputs of both signs, away from 0 and from 1 in magnitude."""
        generator = torch.Generator().manual_seed(SEED)
        shape = (*batch, self.in_features)
        magnitude = 1.2 + torch.rand(shape, generator=generator, dtype=torch.float64)
        sign = torch.where(torch.rand(shape, generator=generator) < 0.5, -1.0, 1.0)
        return (magnitude * sign).to(dtype)


Check: TypeAlias = Callable[[Subject], None]
"""Raises if a promise is broken; its docstring is the promise."""


def parameters(unit: Unit) -> dict[str, Float[Tensor, "..."]]:
    """Return the parameters of a unit by name, detached."""
    return {name: value.detach() for name, value in unit.named_parameters()}


@contextmanager
def global_seed(seed: int) -> Generator[None, None, None]:
    """Seed PyTorch's global generator inside the block and restore it afterwards."""
    state = torch.get_rng_state()
    torch.default_generator.manual_seed(seed)
    try:
        yield
    finally:
        torch.set_rng_state(state)


def assert_close(found: Tensor, expected: Tensor, *, what: str, tolerance: float = 1e-9) -> None:
    """Raise unless two tensors agree to a relative and absolute tolerance."""
    torch.testing.assert_close(
        found,
        expected,
        rtol=tolerance,
        atol=tolerance,
        equal_nan=True,
        msg=lambda details: f"{what} differ. {details}",
    )


def require(condition: bool, message: str) -> None:
    """Raise `AssertionError` unless the condition holds; `assert` would vanish under -O."""
    if not condition:
        raise AssertionError(message)
