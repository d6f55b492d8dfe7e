"""How large the sequential digit tasks are: as in the paper, on small images, for a trial."""

from dataclasses import dataclass

from nalm.tasks import DigitSource, Grouping
from nalm.training import Adam, LinearRamp, Penalty, Recipe, UnitPenalty


@dataclass(frozen=True, kw_only=True)
class Scale:
    """How large an experiment is.

    Args:
        source: Where the images come from.
        grouping: Which training sequences there are.
        iterations: Optimiser steps.
        rate: Learning rate.
        ramp: Steps between which the sparsity regulariser grows to 10.
        batch_size: Sequences in a batch.
        evaluate_every: Steps between evaluations.
        rows: Sequences of the validation and of the test set.
    """

    source: DigitSource
    grouping: Grouping
    iterations: int
    rate: float
    ramp: tuple[float, float]
    batch_size: int = 64
    evaluate_every: int = 1000
    rows: int = 2000

    def recipe(self, penalties: tuple[Penalty, ...]) -> Recipe:
        """Return how a model trains."""
        start, end = self.ramp
        sparsity = Penalty(
            measure=UnitPenalty(), schedule=LinearRamp(scale=10.0, start=start, end=end)
        )
        return Recipe(
            iterations=self.iterations,
            batch_size=self.batch_size,
            evaluate_every=self.evaluate_every,
            evaluation_rows=self.rows,
            optimizer=Adam(learning_rate=self.rate),
            penalties=(sparsity, *penalties),
        )


PAPER = Scale(
    source=DigitSource.MNIST,
    grouping=Grouping.FIXED,
    iterations=387_000,
    rate=1e-3,
    ramp=(1e4, 1e5),
    evaluate_every=1935,
)
"""1000 epochs of the pairs of nonzero digits, evaluated every fifth; sums have fewer steps."""

SMALL = Scale(
    source=DigitSource.DIGITS_8X8,
    grouping=Grouping.FRESH,
    iterations=10_000,
    rate=3e-3,
    ramp=(3e3, 8e3),
    rows=200,
)

QUICK = Scale(
    source=DigitSource.DIGITS_8X8,
    grouping=Grouping.FRESH,
    iterations=200,
    rate=3e-3,
    ramp=(50, 150),
    batch_size=16,
    evaluate_every=100,
    rows=50,
)
