"""How to execute: what has no influence on the results."""

from collections.abc import Callable
from dataclasses import dataclass

from nalm.training import Evaluation

CHECKPOINT_SECONDS = 5.0
"""Least time between two checkpoints of a cohort: what a kill can lose."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """How to execute, without influence on the results.

    Args:
        device: Device name for PyTorch.
        compile: Whether to compile the training step.
        checkpoint_seconds: Least time between two checkpoints of a cohort.
        on_evaluation: Called after every evaluation of a cohort, in this process only.
        record_weights: Whether to store the weights of every evaluation, for
            ``nalm report NAME --view trajectories``.
    """

    device: str = "cpu"
    compile: bool = True
    checkpoint_seconds: float = CHECKPOINT_SECONDS
    on_evaluation: Callable[[Evaluation], None] | None = None
    record_weights: bool = False
