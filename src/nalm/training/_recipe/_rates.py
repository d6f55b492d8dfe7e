"""Learning-rate schedules: factors that scale an optimiser's rate from step to step.

Each is equal to the scheduler of `torch.optim.lr_scheduler` that it names, stepped once a step.
"""

import copy
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.training._recipe._optimizers import Optimizer, State, Tensors


class RateSchedule(ABC):
    """The factor of a learning rate over time, computed inside the training program."""

    @abstractmethod
    def factor(self, step: Float[Tensor, ""]) -> Float[Tensor, ""]:
        """Return the factor of a step.

        Args:
            step: Steps since this schedule began, from 0 on, in double precision.
        """


@dataclass(frozen=True, kw_only=True)
class LinearWarmup(RateSchedule):
    """Grow linearly from ``start`` to 1, then stay: ``s + (1 − s) · min(t / n, 1)``, ``LinearLR``.

    Args:
        steps: Length n, positive.
        start: First factor s, at least 0.

    Raises:
        InvalidValueError: If a number is out of its range.
    """

    steps: float
    start: float = 0.1

    def __post_init__(self) -> None:
        _check("LinearWarmup", self.steps, ("start", self.start))

    def factor(self, step: Tensor) -> Tensor:
        """Return the factor of a step."""
        return self.start + (1 - self.start) * (step / self.steps).clamp(max=1)


@dataclass(frozen=True, kw_only=True)
class CosineDecay(RateSchedule):
    """Fall from 1 to ``floor`` along half a cosine, then stay.

    ``f + (1 − f) (1 + cos(π min(t / n, 1))) / 2``: ``CosineAnnealingLR`` up to its ``T_max``.

    Args:
        steps: Length n, positive.
        floor: Last factor f, at least 0.

    Raises:
        InvalidValueError: If a number is out of its range.

    References:
        Loshchilov and Hutter, SGDR: Stochastic Gradient Descent with Warm Restarts (2017),
        equation 5.
    """

    steps: float
    floor: float = 0.0

    def __post_init__(self) -> None:
        _check("CosineDecay", self.steps, ("floor", self.floor))

    def factor(self, step: Tensor) -> Tensor:
        """Return the factor of a step."""
        wave = (1 + torch.cos(math.pi * (step / self.steps).clamp(max=1))) / 2
        return self.floor + (1 - self.floor) * wave


@dataclass(frozen=True, kw_only=True)
class PolynomialDecay(RateSchedule):
    """Fall from 1 to ``floor`` along a power, then stay: ``max(f, (1 − min(t / n, 1))^p)``.

    With a floor of 0 it is ``PolynomialLR``.

    Args:
        steps: Length n, positive.
        power: Exponent p, at least 0.
        floor: Least factor f, at least 0.

    Raises:
        InvalidValueError: If a number is out of its range.

    References:
        Odrzywołek (2026), its code: p = 2, f = 0.01.
    """

    steps: float
    power: float = 1.0
    floor: float = 0.0

    def __post_init__(self) -> None:
        _check("PolynomialDecay", self.steps, ("power", self.power), ("floor", self.floor))

    def factor(self, step: Tensor) -> Tensor:
        """Return the factor of a step."""
        falling = (1 - step / self.steps).clamp(min=0) ** self.power
        return torch.maximum(falling, torch.zeros_like(falling) + self.floor)


@dataclass(frozen=True, kw_only=True)
class RateSequence(RateSchedule):
    """Follow one schedule by another, which counts its steps anew: ``SequentialLR``.

    Args:
        schedules: The schedules, at least one.
        milestones: Step at which each but the first begins, ascending.

    Raises:
        InvalidValueError: If there is not one milestone between two schedules.
    """

    schedules: tuple[RateSchedule, ...]
    milestones: tuple[float, ...]

    def __post_init__(self) -> None:
        steps = [float(step) for step in self.milestones]
        if len(self.schedules) != len(steps) + 1 or steps != sorted(set(steps)):
            raise InvalidValueError(
                "RateSequence.milestones: expected ascending steps, one less than schedules "
                f"({len(self.schedules)}), found {self.milestones}. Say where each but the first "
                "begins."
            )
        # One kind of number, so that whole ones may differ from run to run as well.
        object.__setattr__(self, "milestones", tuple(steps))

    def factor(self, step: Tensor) -> Tensor:
        """Return the factor of a step."""
        found = self.schedules[0].factor(step)
        for begin, schedule in zip(self.milestones, self.schedules[1:], strict=True):
            found = torch.where(step < begin, found, schedule.factor(step - begin))
        return found


@dataclass(frozen=True, kw_only=True)
class Scheduled(Optimizer):
    """Scale the learning rate of an optimiser by a schedule.

    Args:
        optimizer: Any optimiser that has a field ``learning_rate``.
        rate: The factor of that rate over time.

    Raises:
        InvalidTypeError: If the optimiser has no such field.

    Example:
        >>> from nalm.training import AdamW, CosineDecay, LinearWarmup, RateSequence, Scheduled
        >>> warm, fall = LinearWarmup(steps=100), CosineDecay(steps=900)
        >>> rate = RateSequence(schedules=(warm, fall), milestones=(100,))
        >>> Scheduled(optimizer=AdamW(learning_rate=0.01), rate=rate).optimizer.learning_rate
        0.01
    """

    optimizer: Optimizer
    rate: RateSchedule

    def __post_init__(self) -> None:
        if not hasattr(self.optimizer, "learning_rate"):
            raise InvalidTypeError(
                "Scheduled.optimizer: expected an optimiser with a field `learning_rate`, found "
                f"{self.optimizer!r}. Call the rate of yours so."
            )

    def initial(self, parameters: Tensors) -> State:
        """Return the optimiser's state before the first step."""
        return self.optimizer.initial(parameters)

    def update(
        self, gradients: Tensors, state: State, parameters: Tensors, step: Int[Tensor, ""]
    ) -> tuple[dict[str, Tensor], State]:
        """Return the parameters after a step at the scaled rate."""
        factor = self.rate.factor(step.to(torch.float64))
        like = next(iter(parameters.values()))
        # A copy whose rate is a tensor: the constructor would take numbers only.
        optimizer = copy.copy(self.optimizer)
        rate = getattr(self.optimizer, "learning_rate") * factor.to(like.dtype)  # noqa: B009
        object.__setattr__(optimizer, "learning_rate", rate)
        return optimizer.update(gradients, state, parameters, step)


def _check(name: str, steps: float, *factors: tuple[str, float]) -> None:
    wrong: Sequence[tuple[str, float]] = [pair for pair in factors if not pair[1] >= 0]
    if not steps > 0 or wrong:
        raise InvalidValueError(
            f"{name}: expected positive steps and a factor of at least 0, found steps={steps}, "
            f"{', '.join(f'{key}={value}' for key, value in factors)}. Count steps from 1, and "
            "factors from 0."
        )
