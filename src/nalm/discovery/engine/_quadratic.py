"""What a step needs of a cohort's costs: each one's quadratic approximation."""

from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor

from nalm.discovery.engine._model import Fit


@dataclass(frozen=True, kw_only=True)
class Quadratic:
    """Costs about the present parameters, by the residuals r and their Jacobian J.

        rows · cost(d) ≈ |r + J d|² = |r|² + 2 d · Jᵀr + d · JᵀJ d

    Attributes:
        cost: |r|² / rows `(starts,)`.
        linear: The linear parameters, which the others have been solved for `(starts, linear)`.
        gradient: Jᵀr `(starts, parameters)`.
        curvature: JᵀJ `(starts, parameters, parameters)`.
    """

    cost: Tensor
    linear: Tensor
    gradient: Tensor
    curvature: Tensor

    @classmethod
    def of(cls, fit: Fit) -> Self:
        """Approximate; what is no number in J or r counts as 0."""
        gradient, curvature = _products(fit.jacobian, fit.residual)
        if not (gradient.isfinite().all() and curvature.isfinite().all()):
            finite = (
                torch.nan_to_num(each, 0.0, 0.0, 0.0) for each in (fit.jacobian, fit.residual)
            )
            gradient, curvature = _products(*finite)
        return cls(cost=fit.cost, linear=fit.linear, gradient=gradient, curvature=curvature)

    def take(self, index: Tensor) -> Self:
        """Keep some of the starts."""
        return type(self)(**{name: value[index] for name, value in vars(self).items()})

    def where(self, which: Tensor, other: "Quadratic") -> Self:
        """Take another's starts where `which` is false `(starts,)`."""

        def choose(mine: Tensor, its: Tensor) -> Tensor:
            return torch.where(which.reshape(-1, *([1] * (mine.ndim - 1))), mine, its)

        mine = vars(self).items()
        return type(self)(**{name: choose(value, getattr(other, name)) for name, value in mine})


def _products(jacobian: Tensor, residual: Tensor) -> tuple[Tensor, Tensor]:
    return (jacobian @ residual[:, :, None])[:, :, 0], jacobian @ jacobian.mT
