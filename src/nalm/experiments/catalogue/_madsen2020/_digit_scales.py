"""How large the sequential digit tasks are: as in the paper, shorter, on small images, a trial."""

from dataclasses import dataclass, replace

from nalm.tasks import DigitSource, Grouping
from nalm.training import Adam, LinearRamp, Penalty, Recipe, UnitPenalty

NOTE = (
    "Every run trains on the same groups of images, drawn with replacement, where the paper "
    "permutes the groups of each seed epoch by epoch; lengths are judged after the last step, "
    "where the paper takes the best validation error. MNIST is read from the folder NALM_DATA, or "
    "fetched by scikit-learn."
)


@dataclass(frozen=True, kw_only=True)
class Scale:
    """How large an experiment is.

    Args:
        label: What its experiments are called by in titles.
        suffix: End of their names.
        note: How they differ from the paper's.
        seeds: How many of them.
        source: Where the images come from.
        grouping: Which training sequences there are.
        iterations: Optimiser steps.
        rate: Learning rate.
        ramp: Steps between which the sparsity regulariser grows to 10.
        batch_size: Sequences in a batch.
        evaluate_every: Steps between evaluations.
        rows: Sequences of the validation and of the test set.
    """

    label: str
    suffix: str
    note: str
    seeds: int
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
    label="MNIST",
    suffix="",
    note=NOTE,
    seeds=10,
    source=DigitSource.MNIST,
    grouping=Grouping.FIXED,
    iterations=387_000,
    rate=1e-3,
    ramp=(1e4, 1e5),
    evaluate_every=1935,
)
"""1000 epochs of the pairs of nonzero digits, evaluated every fifth; sums have fewer steps."""

BRIEF = replace(
    PAPER,
    label="MNIST, ten epochs",
    suffix="-10-epochs",
    note="Not in the paper: 10 of its 1000 epochs. " + NOTE,
    seeds=3,
    iterations=3870,
    ramp=(1200.0, 3100.0),
    evaluate_every=387,
)

SMALL = Scale(
    label="8×8 digits",
    suffix="-8x8",
    note=(
        "Not in the paper: its task on the 8 × 8 digits of scikit-learn, with a small image "
        "network, far fewer steps and freshly grouped training images. With 400 test images, "
        "products of more than ten digits are too few and too large: there even the LSTM is below "
        "the threshold."
    ),
    seeds=5,
    source=DigitSource.DIGITS_8X8,
    grouping=Grouping.FRESH,
    iterations=10_000,
    rate=3e-3,
    ramp=(3e3, 8e3),
    rows=200,
)

QUICK = replace(
    SMALL,
    suffix="-quick",
    iterations=200,
    ramp=(50, 150),
    batch_size=16,
    evaluate_every=100,
    rows=50,
)
