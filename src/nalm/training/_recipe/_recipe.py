"""The training procedure as data."""

from dataclasses import dataclass, field

import torch

from nalm.errors import InvalidValueError
from nalm.training._arguments import Expected, check_count, check_fields
from nalm.training._recipe._alternating_updates import AlternatingUpdate
from nalm.training._recipe._clipping import Clipping
from nalm.training._recipe._early_stopping import EarlyStopping
from nalm.training._recipe._losses import Loss, MeanSquaredError, SquaredLoss
from nalm.training._recipe._optimizers import Adam, Optimizer
from nalm.training._recipe._penalties import Penalty, SquaredMeasure
from nalm.training._recipe._penalty_steps import PenaltyStep
from nalm.training._recipe._polishing import Polishing
from nalm.training._recipe._restart import Restart
from nalm.training._recipe._scheduled_buffers import ScheduledBuffer
from nalm.training._spec import ADDED, described_as

_EXPECTED = {
    "optimizer": Expected(kind=Optimizer, call="Adam(learning_rate=0.001)"),
    "loss": Expected(kind=Loss, call="SmoothL1(beta=1.0)"),
    "penalties": Expected(
        kind=Penalty,
        call="Penalty(measure=UnitPenalty(), schedule=Constant(value=0.1))",
        several=True,
    ),
    "clipping": Expected(kind=Clipping, call="GlobalNorm(limit=1.0)", several=True),
    "restart": Expected(kind=Restart, call="PlateauRestart()", optional=True),
    "alternating_updates": Expected(
        kind=AlternatingUpdate,
        call='AlternatingUpdate(steps=10, parameters=("*weight",))',
        several=True,
    ),
    "penalty_steps": Expected(
        kind=PenaltyStep,
        call="PenaltyStep(measure=UnitPenalty(), weight=0.05, after=1000, below=1.0)",
        several=True,
    ),
    "early_stopping": Expected(
        kind=EarlyStopping, call="EarlyStopping(threshold=1e-9)", optional=True
    ),
    "polishing": Expected(kind=Polishing, call="LBFGS()", optional=True),
    "scheduled_buffers": Expected(
        kind=ScheduledBuffer,
        call='ScheduledBuffer(buffers="*temperature", schedule=Constant(value=1.0))',
        several=True,
    ),
}


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """Everything that decides how a run trains, apart from its network, its task and its data.

    One iteration draws a batch, adds the penalties to the loss, clips the gradients in the
    order given, takes an optimiser step and clamps the units' constrained parameters.

    Args:
        iterations: Optimiser steps.
        batch_size: Samples drawn for each step.
        evaluate_every: Steps between two evaluations on the fixed validation and test sets.
        evaluation_rows: Rows of each of those sets.
        optimizer: The update rule and its rates.
        loss: What is minimised on the training batch. Evaluation is always by mean squared error.
        penalties: What is added to the loss.
        clipping: Gradient clippings, applied one after the other.
        restart: Policy that starts stuck runs again; `None` for never.
        dtype: Precision of parameters and data.
        batches: Different batches of a fixed training set, gone through in the same order again
            and again; `None` where every batch is fresh.
        alternating_updates: Which parameters the steps update, repeated in their order; without
            any, every step updates all parameters.
        penalty_steps: Steps on a penalty alone, one after the other.
        early_stopping: When solved runs stop; `None` for never.
        polishing: After the last step, on that step's batch; `None` for none.
        scheduled_buffers: Numbers of the network that follow the step, such as a temperature.

    Example:
        >>> from nalm.training import Adam, GlobalNorm, LinearRamp, Penalty, Recipe, UnitPenalty
        >>> recipe = Recipe(
        ...     iterations=50_000,
        ...     optimizer=Adam(learning_rate=1e-2),
        ...     penalties=(
        ...         Penalty(
        ...             measure=UnitPenalty(),
        ...             schedule=LinearRamp(scale=10, start=20_000, end=35_000),
        ...         ),
        ...     ),
        ...     clipping=(GlobalNorm(limit=1.0),),
        ... )
        >>> recipe.batch_size
        128
    """

    iterations: int
    batch_size: int = 128
    evaluate_every: int = 1000
    evaluation_rows: int = 10_000
    optimizer: Optimizer = field(default_factory=Adam)
    loss: Loss = field(default_factory=MeanSquaredError)
    penalties: tuple[Penalty, ...] = ()
    clipping: tuple[Clipping, ...] = ()
    restart: Restart | None = None
    dtype: torch.dtype = torch.float32
    batches: int | None = field(default=None, metadata=ADDED)
    alternating_updates: tuple[AlternatingUpdate, ...] = field(
        default=(), metadata=ADDED | described_as("turns")
    )
    penalty_steps: tuple[PenaltyStep, ...] = field(
        default=(), metadata=ADDED | described_as("corrections")
    )
    polishing: Polishing | None = field(default=None, metadata=ADDED | described_as("finish"))
    early_stopping: EarlyStopping | None = field(default=None, metadata=ADDED)
    scheduled_buffers: tuple[ScheduledBuffer, ...] = field(default=(), metadata=ADDED)

    def __post_init__(self) -> None:
        """Check what can be wrong before any training starts."""
        check_fields(self, _EXPECTED)
        for name in ("iterations", "batch_size", "evaluate_every", "evaluation_rows"):
            check_count(
                f"Recipe.{name}",
                getattr(self, name),
                least=0 if name == "iterations" else 1,
                call=f"{name}=1000",
            )
        batches = self.batches
        if not (batches is None or (isinstance(batches, int) and batches >= 1)):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidValueError(
                f"Recipe.batches: expected a positive whole number, found {self.batches!r}. Leave "
                "it out for fresh batches."
            )
        if self.dtype not in (torch.float32, torch.float64):
            raise InvalidValueError(
                f"Recipe.dtype: expected torch.float32 or torch.float64, found {self.dtype!r}."
            )
        if self.polishing is not None and self.polishing.needs_squares:
            self._check_squares(type(self.polishing).__name__)

    def _check_squares(self, polishing: str) -> None:
        if not isinstance(self.loss, SquaredLoss):
            raise InvalidValueError(
                f"Recipe.loss: {polishing} expects a SquaredLoss, such as MeanSquaredError(), "
                f"found {self.loss!r}. Change the loss, or polish with LBFGS()."
            )
        for penalty in self.penalties:
            if not isinstance(penalty.measure, SquaredMeasure):
                raise InvalidValueError(
                    f"Recipe.penalties: {polishing} expects a SquaredMeasure, such as "
                    f"LargestWeight(), found {penalty.measure!r}. Leave the penalty away, or "
                    "polish with LBFGS()."
                )

    def evaluation_steps(self) -> list[int]:
        """List the steps of the evaluations: 0, every interval, the last, and after polishing."""
        steps = list(range(0, self.iterations + 1, self.evaluate_every))
        steps = steps if steps[-1] == self.iterations else [*steps, self.iterations]
        # Polishing takes no optimiser steps; its evaluation has a step of its own to be stored
        # under.
        return steps if self.polishing is None else [*steps, self.last_step]

    @property
    def needs_losses(self) -> bool:
        """Whether the loss of each batch is needed by itself, not only its gradient."""
        watched = self.restart is not None and self.restart.watches_losses
        return watched or bool(self.penalty_steps)

    @property
    def last_step(self) -> int:
        """Step of the last evaluation."""
        return self.iterations + (0 if self.polishing is None else self.polishing.steps)
