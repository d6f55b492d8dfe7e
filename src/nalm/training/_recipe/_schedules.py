"""Schedules: the weight of a penalty, or the value of a buffer, as a function of the step."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from nalm.errors import InvalidValueError


class Schedule(ABC):
    """A penalty's weight, or a buffer's value, over time; computed inside the training program."""

    @abstractmethod
    def weight(self, step: Int[Tensor, ""], validation: Float[Tensor, ""]) -> Float[Tensor, ""]:
        """Return the weight.

        Args:
            step: Optimiser step, counted from 0.
            validation: The run's validation error at the last evaluation.
        """


@dataclass(frozen=True, kw_only=True)
class Constant(Schedule):
    """Keep one weight throughout."""

    value: float

    def weight(self, step: Tensor, validation: Tensor) -> Tensor:
        """Return the constant."""
        # The value is a number outside a program and a tensor inside: either becomes a tensor.
        return torch.zeros_like(validation) + self.value


@dataclass(frozen=True, kw_only=True)
class LinearRamp(Schedule):
    """Grow linearly from 0 at ``start`` to ``scale`` at ``end``, then stay.

    ``λ̂ · clip((t − start) / (end − start), 0, 1)``.

    References:
        Madsen and Johansen, Neural Arithmetic Units (2020), equation 9.
    """

    scale: float
    start: float
    end: float

    def __post_init__(self) -> None:
        """Check that the ramp has a length."""
        if not self.start < self.end:
            raise InvalidValueError(
                f"LinearRamp: expected start < end, found start={self.start}, end={self.end}. "
                "For a weight that is switched on at once, use Constant or OnceFitted."
            )

    def weight(self, step: Tensor, validation: Tensor) -> Tensor:
        """Return the ramp's height."""
        progress = (step.to(validation.dtype) - self.start) / (self.end - self.start)
        return self.scale * progress.clamp(0, 1)


@dataclass(frozen=True, kw_only=True)
class GeometricGrowth(Schedule):
    """Multiply by ``growth`` every ``every`` steps, from ``start`` until ``end``.

    ``β_t = min(start · growth^⌊t / every⌋, end)``. Where ``start > end`` the weight is divided
    instead and ``end`` is its floor.

    References:
        Heim, Pevný and Šmídl, Neural Power Units (2020), section 4.3.
    """

    start: float
    end: float
    every: float = 10_000.0
    growth: float = 10.0

    def weight(self, step: Tensor, validation: Tensor) -> Tensor:
        """Return the weight of the current stage."""
        stage = torch.floor(step.to(validation.dtype) / self.every)
        factor = self.growth**stage
        # Both ends may differ from run to run, so the direction is chosen without a branch in
        # Python.
        rising = (torch.zeros_like(stage) + self.start) <= self.end
        grown = (self.start * factor).clamp(max=self.end)
        shrunk = (self.start / factor).clamp(min=self.end)
        return torch.where(rising, grown, shrunk)


@dataclass(frozen=True, kw_only=True)
class GeometricRamp(Schedule):
    """Go from ``first`` at ``start`` to ``last`` at ``end`` along a line of logarithms, then stay.

    ``a · (b / a)^(c^p)`` with a ``first``, b ``last``, c = clip((t − start) / (end − start), 0, 1)
    and p ``power``: with p above 1 it leaves ``first`` slowly.

    Args:
        first: Value up to ``start``, positive.
        last: Value from ``end`` on, positive.
        start: Last step with ``first``.
        end: First step with ``last``, after ``start``.
        power: Exponent p of the progress, positive.

    Raises:
        InvalidValueError: If a number is out of its range.

    Example:
        >>> import torch
        >>> from nalm.training import GeometricRamp
        >>> fall = GeometricRamp(first=100.0, last=1.0, start=10.0, end=20.0)
        >>> fall.weight(torch.tensor(15), torch.tensor(torch.inf)).item()
        10.0

    References:
        Odrzywołek (2026), its code: the temperature, with a power of 2.
    """

    first: float
    last: float
    start: float
    end: float
    power: float = 1.0

    def __post_init__(self) -> None:
        """Check that the ramp has a length and a logarithm."""
        if not (self.start < self.end and min(self.first, self.last, self.power) > 0):
            raise InvalidValueError(
                "GeometricRamp: expected start < end, and a positive first, last and power; found "
                f"{self!r}. To begin or end at 0, use LinearRamp."
            )

    def weight(self, step: Tensor, validation: Tensor) -> Tensor:
        """Return the ramp's height."""
        progress = (step.to(validation.dtype) - self.start) / (self.end - self.start)
        return self.first * (self.last / self.first) ** (progress.clamp(0, 1) ** self.power)


@dataclass(frozen=True, kw_only=True)
class OnceFitted(Schedule):
    """Switch on while the run fits its validation data, and only after a first phase.

    ``value`` where ``step > after`` and the last validation error is below ``below``, else 0.

    References:
        Schlör, Ring and Hotho, iNALU (2020), section 3.3.4.
    """

    value: float
    after: float
    below: float

    def weight(self, step: Tensor, validation: Tensor) -> Tensor:
        """Return the weight that the run's own history asks for."""
        active = (step > self.after) & (validation < self.below)
        return torch.where(active, torch.zeros_like(validation) + self.value, 0.0)
