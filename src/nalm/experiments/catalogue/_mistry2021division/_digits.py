"""Two images of digits are read and divided, on the 8 × 8 digits of scikit-learn."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from torch import nn

from nalm.experiments._chart import Chart, Mark
from nalm.experiments._experiment import Entry, Experiment
from nalm.experiments._parameter import Parameter
from nalm.experiments._setting import Setting
from nalm.experiments._view import View
from nalm.experiments.catalogue._mistry2021division._digit_accuracy import accuracies
from nalm.experiments.catalogue._mistry2021division._models import (
    GRADIENT_CLIPPING,
    MODIFIED,
    ramp,
)
from nalm.networks import (
    AtOnce,
    Quotient,
    SequenceReader,
    SmallDigitNetwork,
    SoftArgmax,
    stack,
)
from nalm.tasks import DigitPairs, DigitPart, DigitSource, FixedSubsets, Operation
from nalm.training import Adam, Clipping, Recipe
from nalm.units import NMRU, NRU, SPU, Activation, Dense, RealNPU

IMAGES = DigitSource.DIGITS_8X8
FOLDS = range(10)
DIGITS = tuple(range(1, 10))
ITERATIONS = 8_000
HIDDEN = 256
"""Units in each of the two hidden layers of the baseline, as in the published code."""

SCALE = 2.0
"""Weight of the units' penalties at its end, as in the published code."""

WINDOW = (0.4 * ITERATIONS, 0.6 * ITERATIONS)

NOTE = (
    f"300 runs of {ITERATIONS:,} steps. Published for MNIST, as figures only: mean accuracies over "
    "ten folds, of a larger image network with dropout after 570,000 steps. Here: the digits that "
    "come with scikit-learn, a small image network, and five seeds of each fold. A fold holds out "
    "8 or 9 of the 81 pairs of digits. No digit is 0, so that nothing is divided by it. The MLP "
    "has no weight decay, and the SPU is not in the paper."
)


@dataclass(frozen=True, kw_only=True)
class Dividing:
    """What makes a quotient of two numbers that were read.

    Args:
        unit: The figure's name.
        layer: Builds it, two inputs and one output.
        regularised: Whether its own penalty is added to the loss.
        clipping: Clipping of gradients.
    """

    unit: str
    layer: Callable[[], nn.Module]
    regularised: bool = True
    clipping: tuple[Clipping, ...] = ()

    def on(self, fold: int) -> Setting:
        """Return the setting that holds out one fold."""
        pairs = DigitPairs(images=IMAGES, fold=float(fold))
        digits = pairs.in_features - 2
        return Setting(
            unit=self.unit,
            network=partial(
                SequenceReader,
                image=partial(stack, partial(SmallDigitNetwork, 9), partial(SoftArgmax, DIGITS)),
                sequence=partial(AtOnce, self.layer),
                side=IMAGES.side,
            ),
            task=FixedSubsets(
                operation=Operation.DIV,
                in_features=pairs.in_features,
                subsets=((digits, digits + 1), (digits + 1, digits + 2)),
            ),
            interpolation=pairs,
            extrapolation=DigitPairs(images=IMAGES, fold=float(fold), part=DigitPart.TEST),
            recipe=Recipe(
                iterations=ITERATIONS,
                batch_size=64,
                evaluation_rows=1000,
                optimizer=Adam(learning_rate=3e-3),
                penalties=(ramp(SCALE, WINDOW),) if self.regularised else (),
                clipping=self.clipping,
            ),
            parameter=Parameter(name="fold", value=float(fold)),
        )


def experiments() -> list[Entry]:
    """List the experiment of this file and its view."""
    experiment = Experiment(
        name="mistry2021division/digits-8x8",
        title="The quotient of two images of digits (8×8 digits), trained on quotients alone",
        source="Digit division of the version in TMLR, on other images",
        settings=tuple(model.on(fold) for model in _models() for fold in FOLDS),
        seeds=5,
        note=NOTE,
    )
    return [experiment, _view(experiment)]


def _models() -> list[Dividing]:
    mlp = partial(
        stack,
        partial(Dense, 2, HIDDEN, activation=Activation.RELU),
        partial(Dense, HIDDEN, HIDDEN, activation=Activation.RELU),
        partial(Dense, HIDDEN, 1),
    )
    real_npu = partial(
        RealNPU, 2, 1, clip=MODIFIED.clip, discretise=MODIFIED.discretise, init=MODIFIED.init
    )
    return [
        Dividing(unit="Division", layer=Quotient, regularised=False),
        Dividing(unit="MLP", layer=mlp, regularised=False),
        Dividing(unit="Real NPU (modified)", layer=real_npu),
        Dividing(unit="NRU", layer=partial(NRU, 2, 1), clipping=GRADIENT_CLIPPING),
        Dividing(unit="NMRU", layer=partial(NMRU, 2, 1)),
        Dividing(unit="SPU", layer=partial(SPU, 2, 1), clipping=GRADIENT_CLIPPING),
    ]


def _view(experiment: Experiment) -> View:
    return View(
        name=f"{experiment.name}-accuracy",
        title="Accuracy of digits and quotients: two images (8×8 digits), quotients alone",
        source=experiment.source,
        experiment=experiment,
        compute=accuracies,
        chart=Chart(
            mark=Mark.POINTS,
            x="unit",
            y="mean",
            low="low",
            high="high",
            series="pairs",
            panel="accuracy",
            limits=(-0.03, 1.03),
            labels=(("mean", "accuracy"),),
        ),
        note=(
            "Digits rounded to whole numbers, outputs to 2 and to 4 decimals; the paper has 4 and "
            "5. " + NOTE
        ),
    )
