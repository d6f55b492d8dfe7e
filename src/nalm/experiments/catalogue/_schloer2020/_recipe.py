"""The training procedure, the same for all four models."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from nalm.training import (
    AlternatingUpdate,
    LossPlateauRestart,
    Measure,
    PenaltyStep,
    Recipe,
    RMSprop,
    Value,
)

BATCHES = 1000
"""Of 64 samples each: the training set, an epoch."""

SATURATION = 20.0

UPDATES = (
    AlternatingUpdate(steps=8, parameters=("*w_hat*", "*m_hat*")),
    AlternatingUpdate(steps=2, parameters=("*gate",)),
)
"""In every ten batches, eight update the weights and two the gates."""


@dataclass(frozen=True, kw_only=True)
class Saturation(Measure):
    """Sum over all parameters p the mean of max(20 − |p|, 0), which is 0 for saturated ones.

    It is the iNALU's penalty, here for every model.
    """

    def __call__(self, network: nn.Module) -> Tensor:
        """Return the sum."""
        parameters = network.parameters()
        return torch.stack([torch.relu(SATURATION - p.abs()).mean() for p in parameters]).sum()


def recipe(*, epochs: int) -> Recipe:
    """Return the procedure of the published code, with an evaluation after every epoch.

    After the eleventh epoch a step on a batch that is fitted is followed by one on the penalty;
    the optimiser is TensorFlow's first RMSProp.
    """
    return Recipe(
        iterations=epochs * BATCHES,
        batch_size=64,
        evaluate_every=BATCHES,
        optimizer=RMSprop(
            learning_rate=0.01, alpha=0.9, epsilon=1e-10, start=1.0, epsilon_inside=True
        ),
        clipping=(Value(limit=0.1),),
        restart=LossPlateauRestart(),
        batches=BATCHES,
        alternating_updates=UPDATES,
        penalty_steps=(
            PenaltyStep(
                measure=Saturation(), weight=1 / SATURATION, after=11.0 * BATCHES, below=1.0
            ),
        ),
    )
