"""Optimisers as pure functions on one run's tensors; `vmap` gives every run its own rate.

Each is equal, in the order of its floating-point operations, to its `torch.optim` namesake.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

import torch
from jaxtyping import Int
from torch import Tensor

from nalm.training._spec import ADDED, STRUCTURAL

Tensors = Mapping[str, Tensor]
State = dict[str, dict[str, Tensor]]


class Optimizer(ABC):
    """A rule that turns gradients into new parameters and a new state."""

    @abstractmethod
    def initial(self, parameters: Tensors) -> State:
        """Return the state before the first step: slot name → parameter name → tensor."""

    @abstractmethod
    def update(
        self, gradients: Tensors, state: State, parameters: Tensors, step: Int[Tensor, ""]
    ) -> tuple[dict[str, Tensor], State]:
        """Return parameters and state after the step that is counted from 0."""


@dataclass(frozen=True, kw_only=True)
class Adam(Optimizer):
    """Scale the mean gradient by its root mean square (Kingma and Ba, 2015).

    Args:
        learning_rate: Step size, positive.
        betas: Decay rates of the two moments, in [0, 1).
        epsilon: Added to the root of the second moment.
    """

    learning_rate: float = 1e-3
    betas: tuple[float, float] = field(default=(0.9, 0.999), metadata=STRUCTURAL)
    epsilon: float = field(default=1e-8, metadata=STRUCTURAL)

    def initial(self, parameters: Tensors) -> State:
        """Return both moments at zero."""
        return {slot: _zeros(parameters) for slot in ("mean", "square")}

    def update(
        self, gradients: Tensors, state: State, parameters: Tensors, step: Tensor
    ) -> tuple[dict[str, Tensor], State]:
        """Return the parameters after one Adam step."""
        return _adam(self, gradients, state, parameters, step)


@dataclass(frozen=True, kw_only=True)
class AdamW(Optimizer):
    """Adam with weight decay that is no part of the gradient: ``θ ← (1 − η λ) θ``, then Adam.

    Args:
        learning_rate: Step size η, positive.
        betas: Decay rates of the two moments, in [0, 1).
        epsilon: Added to the root of the second moment.
        weight_decay: Decay λ of every parameter, at least 0.

    References:
        Loshchilov and Hutter, Decoupled Weight Decay Regularization (2019).
    """

    learning_rate: float = 1e-3
    betas: tuple[float, float] = field(default=(0.9, 0.999), metadata=STRUCTURAL)
    epsilon: float = field(default=1e-8, metadata=STRUCTURAL)
    weight_decay: float = 1e-2

    def initial(self, parameters: Tensors) -> State:
        """Return both moments at zero."""
        return {slot: _zeros(parameters) for slot in ("mean", "square")}

    def update(
        self, gradients: Tensors, state: State, parameters: Tensors, step: Tensor
    ) -> tuple[dict[str, Tensor], State]:
        """Return the parameters after a decay and one Adam step."""
        kept = 1 - self.learning_rate * self.weight_decay
        decayed = {name: theta * kept for name, theta in parameters.items()}
        return _adam(self, gradients, state, decayed, step)


@dataclass(frozen=True, kw_only=True)
class SGD(Optimizer):
    """Follow the gradient, with optional momentum: ``v ← μ v + g``, ``θ ← θ − η v``.

    Args:
        learning_rate: Step size η, positive.
        momentum: Decay μ of the velocity, in [0, 1).
    """

    learning_rate: float = 1e-2
    momentum: float = 0.0

    def initial(self, parameters: Tensors) -> State:
        """Return the velocity at zero."""
        return {"velocity": _zeros(parameters)}

    def update(
        self, gradients: Tensors, state: State, parameters: Tensors, step: Tensor
    ) -> tuple[dict[str, Tensor], State]:
        """Return the parameters after one step along the velocity."""
        velocity = {
            name: self.momentum * state["velocity"][name] + gradient
            for name, gradient in gradients.items()
        }
        moved = {name: p - self.learning_rate * velocity[name] for name, p in parameters.items()}
        return moved, {"velocity": velocity}


@dataclass(frozen=True, kw_only=True)
class RMSprop(Optimizer):
    """Scale the gradient by its root mean square.

    ``s ← α s + (1 − α) g²`` and ``θ ← θ − η g / (√s + ε)``. TensorFlow 1 starts with ``s = 1`` and
    divides by ``√(s + ε)``: `start` 1 and `epsilon_inside`, with α = 0.9 and ε = 10⁻¹⁰.

    Args:
        learning_rate: Step size, positive.
        alpha: Decay rate of the mean square, in [0, 1). PyTorch's default is 0.99; the
            papers that use TensorFlow or Flux mean 0.9.
        epsilon: Added to the root.
        start: Mean square before the first step.
        epsilon_inside: Whether ε is added to the mean square instead, inside the root.
    """

    learning_rate: float = 1e-2
    alpha: float = field(default=0.99, metadata=STRUCTURAL)
    epsilon: float = field(default=1e-8, metadata=STRUCTURAL)
    start: float = field(default=0.0, metadata=STRUCTURAL | ADDED)
    epsilon_inside: bool = field(default=False, metadata=ADDED)

    def initial(self, parameters: Tensors) -> State:
        """Return the mean square at its start."""
        start = {name: torch.full_like(theta, self.start) for name, theta in parameters.items()}
        return {"square": start}

    def update(
        self, gradients: Tensors, state: State, parameters: Tensors, step: Tensor
    ) -> tuple[dict[str, Tensor], State]:
        """Return the parameters after one RMSprop step."""
        squares: dict[str, Tensor] = {}
        moved: dict[str, Tensor] = {}
        for name, theta in parameters.items():
            gradient = gradients[name]
            square = state["square"][name] * self.alpha + (1 - self.alpha) * gradient * gradient
            moved[name] = theta - self.learning_rate * (gradient / self._root(square))
            squares[name] = square
        return moved, {"square": squares}

    def _root(self, square: Tensor) -> Tensor:
        inside, epsilon = self.epsilon_inside, self.epsilon
        return (square + epsilon).sqrt() if inside else square.sqrt() + epsilon


def _zeros(parameters: Tensors) -> dict[str, Tensor]:
    return {name: torch.zeros_like(parameter) for name, parameter in parameters.items()}


def _adam(
    rule: Adam | AdamW, gradients: Tensors, state: State, parameters: Tensors, step: Tensor
) -> tuple[dict[str, Tensor], State]:
    first, second = rule.betas
    # In double precision, like the Python numbers of PyTorch's Adam: in single precision 1 -
    # 0.999ⁿ would lose three of its seven digits in the first steps.
    count = step.to(torch.float64) + 1
    corrections = torch.stack([1 - first**count, (1 - second**count).sqrt()])
    new: State = {"parameters": {}, "mean": {}, "square": {}}
    for name, theta in parameters.items():
        gradient, mean, square = gradients[name], state["mean"][name], state["square"][name]
        # PyTorch's `lerp`, rounded in its order.
        mean = mean + (1 - first) * (gradient - mean)
        square = square * second + (1 - second) * gradient * gradient
        correction = corrections.to(theta.dtype)  # of both moments
        denominator = square.sqrt() / correction[1] + rule.epsilon
        move = rule.learning_rate / correction[0] * (mean / denominator)
        new["parameters"][name] = theta - move
        new["mean"][name], new["square"][name] = mean, square
    return new.pop("parameters"), new
