"""Losses: what a run minimises besides its penalties."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional as F

# The spacing of single-precision numbers at 1.
EPSILON = 2.0**-23

SMALLEST = 1e-30
"""What is added to |t| before its logarithm is taken."""


class Loss(ABC):
    """A differentiable error between a batch of predictions and its targets."""

    @abstractmethod
    def __call__(
        self,
        prediction: Float[Tensor, "batch outputs"],
        target: Float[Tensor, "batch outputs"],
        step: Int[Tensor, ""],
    ) -> Float[Tensor, ""]:
        """Return the loss of one batch at an optimiser step."""


class SquaredLoss(Loss):
    """A loss that is a mean of squares, as `LevenbergMarquardt` asks for."""

    @abstractmethod
    def residuals(
        self, prediction: Float[Tensor, "batch outputs"], target: Float[Tensor, "batch outputs"]
    ) -> Float[Tensor, "batch outputs"]:
        """Return the numbers whose mean square is the loss, with their true derivative."""


@dataclass(frozen=True, kw_only=True)
class MeanSquaredError(SquaredLoss):
    """Average the squared error over batch and outputs: ``mean((t − y)²)``."""

    def __call__(self, prediction: Tensor, target: Tensor, step: Tensor) -> Tensor:
        """Return the mean squared error."""
        return ((prediction - target) ** 2).mean()

    def residuals(self, prediction: Tensor, target: Tensor) -> Tensor:
        """Return the errors."""
        return prediction - target


@dataclass(frozen=True, kw_only=True)
class ChordalError(SquaredLoss):
    """Average the squared chord between prediction and target on the circle ℝ ∪ {∞}.

    ``mean(r²)`` with ``r = σ (y − t) / √((σ² + y²)(σ² + t²))``, where σ is the geometric mean of
    |t| over the finite targets of the batch. It is for quotients: where a denominator passes
    through 0, y passes through infinity, and the chord stays below 1. A target that is not finite
    counts as reached.

    The gradient takes the two roots for constants. The true one vanishes where y is large, so that
    a pole could not be left again; `residuals` have the true one.

    Example:
        >>> import torch
        >>> near, far = torch.tensor([[1.0]]), torch.tensor([[1e9]])
        >>> loss = ChordalError()
        >>> [round(float(loss(y, -near, torch.tensor(0))), 3) for y in (near, far)]
        [1.0, 0.5]

    References:
        This project's own; the chord is that of the stereographic projection.
    """

    def __call__(self, prediction: Tensor, target: Tensor, step: Tensor) -> Tensor:
        """Return the mean squared chord."""
        return (self._chord(prediction, target, true=False) ** 2).mean()

    def residuals(self, prediction: Tensor, target: Tensor) -> Tensor:
        """Return the chords, negative where the prediction is below the target."""
        return self._chord(prediction, target, true=True)

    def _chord(self, y: Tensor, t: Tensor, *, true: bool) -> Tensor:
        known, pole = torch.isfinite(t), torch.isinf(y)
        t = torch.where(known, t, 0.0)
        logs = torch.where(known, (t.abs() + SMALLEST).log(), 0.0)
        scale = (logs.sum(0, keepdim=True) / known.sum(0, keepdim=True).clamp(min=1)).exp()
        to_pole = scale / torch.hypot(scale, t)
        # Two quotients, since y² (σ² + t²) may overflow where the chord does not.
        near = torch.where(pole, 0.0, y)
        chord = (near - t) / torch.hypot(scale, near if true else near.detach()) * to_pole
        return torch.where(known, torch.where(pole, y.sign() * to_pole, chord), 0.0)


@dataclass(frozen=True, kw_only=True)
class MeanAbsoluteError(Loss):
    """Average the absolute error over batch and outputs: ``mean(|t − y|)`` (L1)."""

    def __call__(self, prediction: Tensor, target: Tensor, step: Tensor) -> Tensor:
        """Return the mean absolute error."""
        return (prediction - target).abs().mean()


@dataclass(frozen=True, kw_only=True)
class SmoothL1(Loss):
    """Average ``d²/2β`` where ``|d| < β`` and ``|d| − β/2`` elsewhere.

    Args:
        beta: Width of the quadratic part, in units of the target, positive.
    """

    beta: float = 1.0

    def __call__(self, prediction: Tensor, target: Tensor, step: Tensor) -> Tensor:
        """Return the smooth L1 error."""
        distance = (prediction - target).abs()
        quadratic = 0.5 * distance**2 / self.beta
        return torch.where(distance < self.beta, quadratic, distance - 0.5 * self.beta).mean()


@dataclass(frozen=True, kw_only=True)
class PearsonCorrelation(Loss):
    """Maximise the correlation of predictions and targets over the batch (PCC).

    ``1 − mean((y − ȳ)/(σ_y + ε) · (t − t̄)/(σ_t + ε))`` with ``σ = √max(var, ε)``, ``ε = 2⁻²³``.

    References:
        Learning Division with Neural Arithmetic Logic Modules, Appendix J.
    """

    def __call__(self, prediction: Tensor, target: Tensor, step: Tensor) -> Tensor:
        """Return one minus the correlation."""
        return 1 - (_standardise(prediction) * _standardise(target)).mean()


@dataclass(frozen=True, kw_only=True)
class MeanAbsolutePercentageError(Loss):
    """Average the error relative to the target: ``mean(|t − y| / |t|)`` (MAPE)."""

    def __call__(self, prediction: Tensor, target: Tensor, step: Tensor) -> Tensor:
        """Return the mean absolute relative error."""
        return ((target - prediction) / target).abs().mean()


@dataclass(frozen=True, kw_only=True)
class PearsonThenSquared(Loss):
    """Train on the correlation up to a step and on the mean squared error from then on.

    Args:
        until: First step of the mean squared error.
    """

    until: float = 25_000.0

    def __call__(self, prediction: Tensor, target: Tensor, step: Tensor) -> Tensor:
        """Return the loss that is due at this step."""
        correlation = PearsonCorrelation()(prediction, target, step)
        # The step is a tensor of the program, which computes both losses and selects one.
        # The gradient of the other loss is multiplied by 0, so it has to be finite as well.
        return torch.where(step < self.until, correlation, F.mse_loss(prediction, target))


def _standardise(values: Tensor) -> Tensor:
    centred = values - values.mean(0, keepdim=True)
    variance = (centred**2).mean(0, keepdim=True)
    # Clamped before the root, whose slope is infinite at 0: constant predictions would otherwise
    # have gradients that are not numbers.
    return centred / (variance.clamp(min=EPSILON).sqrt() + EPSILON)
