"""Penalty steps: optimiser steps on a penalty alone."""

from dataclasses import dataclass
from typing import ClassVar

from jaxtyping import Bool, Float, Int
from torch import Tensor

from nalm.training._recipe._penalties import Measure


@dataclass(frozen=True, kw_only=True)
class PenaltyStep:
    """A penalty step: once a run fits its batch, follow a step by one on a penalty alone.

    From step ``after`` on, where the loss of the batch was below ``below``: take one more optimiser
    step, on the gradient of ``weight`` times the measure at the new parameters, with the same
    clipping and what the optimiser stores. Adam corrects its moments as in the step before. All
    parameters take part, also with alternating updates; an iNALU's two extra steps, one for its
    weights and one for its gates, are the same as this one, because each changes other parameters.

    Args:
        measure: What is penalised.
        weight: Its weight.
        after: First step that may be followed by a penalty step, counted from 0.
        below: Loss of a batch, without penalties, below which a run counts as fitted.

    Example:
        >>> from nalm.training import PenaltyStep, UnitPenalty
        >>> PenaltyStep(measure=UnitPenalty(), weight=0.05, after=11_000, below=1).weight
        0.05

    References:
        Schlör, Ring and Hotho, iNALU: Improved Neural Arithmetic Logic Unit (2020), its code.
    """

    description_name: ClassVar[str] = "Correction"

    measure: Measure
    weight: float = 1.0
    after: float
    below: float

    def is_due(self, step: Int[Tensor, ""], loss: Float[Tensor, ""]) -> Bool[Tensor, ""]:
        """Say whether a run takes the extra step.

        Args:
            step: The step just taken, counted from 0.
            loss: The loss of its batch.
        """
        return (step >= self.after) & (loss < self.below)
