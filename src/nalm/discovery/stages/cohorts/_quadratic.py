"""What a step needs of a cohort's costs: each one's quadratic approximation."""

from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor

from nalm.discovery.stages.cohorts._model import Fit
from nalm.discovery.stages.cohorts._per_start import PerStart


@dataclass(frozen=True, kw_only=True)
class Quadratic(PerStart):
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
        # Copies of the Jacobian take as long as the products: they are made only where they are
        # needed.
        if not (gradient.isfinite().all() and curvature.isfinite().all()):
            finite = (
                torch.nan_to_num(each, 0.0, 0.0, 0.0) for each in (fit.jacobian, fit.residual)
            )
            gradient, curvature = _products(*finite)
        return cls(cost=fit.cost, linear=fit.linear, gradient=gradient, curvature=curvature)


def _products(jacobian: Tensor, residual: Tensor) -> tuple[Tensor, Tensor]:
    return (jacobian @ residual[:, :, None])[:, :, 0], jacobian @ jacobian.mT
