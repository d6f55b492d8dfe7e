"""Training in one call."""

from collections.abc import Sequence

import torch

from nalm.training._outcome import Outcome
from nalm.training._run import Run
from nalm.training._trainer import Trainer
from nalm.training._watching import OnEvaluation


def train(
    runs: Sequence[Run],
    *,
    device: str | torch.device = "cpu",
    compile: bool = True,
    on_evaluation: OnEvaluation | None = None,
) -> list[Outcome]:
    """Train runs of one signature to their end.

    Args:
        runs: See `Trainer`.
        device: Where they train.
        compile: Whether to compile the step.
        on_evaluation: Called after every evaluation.

    Returns:
        One outcome per run, in the order given.

    Example:
        >>> from functools import partial
        >>> from nalm import NAU
        >>> from nalm.tasks import Operation, Range, SingleModuleTask
        >>> from nalm.training import Adam, Recipe, Run, train
        >>> runs = [
        ...     Run(
        ...         network=partial(NAU, 2, 1),
        ...         task=SingleModuleTask(operation=Operation.ADD),
        ...         interpolation=Range.interval(1, 2),
        ...         extrapolation=Range.interval(2, 6),
        ...         recipe=Recipe(iterations=500, optimizer=Adam(learning_rate=0.05)),
        ...         seed=seed,
        ...     )
        ...     for seed in range(3)
        ... ]
        >>> [bool(outcome.test[-1] < 1e-5) for outcome in train(runs, compile=False)]
        [True, True, True]
    """
    trainer = Trainer(runs, device=device, compile=compile, on_evaluation=on_evaluation)
    for _ in trainer:
        pass
    return trainer.outcomes()
