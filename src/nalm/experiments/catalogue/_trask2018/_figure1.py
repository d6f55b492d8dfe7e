"""Figure 1: multilayer perceptrons fail at the identity outside of their training range."""

from functools import partial

from nalm.experiments._experiment import Entry, Experiment
from nalm.experiments._setting import Setting
from nalm.experiments._view import View
from nalm.experiments.catalogue._trask2018._identity import CHART, IdentityCurves, IdentityError
from nalm.experiments.catalogue._trask2018._perceptron import perceptron
from nalm.tasks import Distribution, EvenlySpaced, Range, SignedSum
from nalm.training import Adam, Recipe, RMSprop
from nalm.units import Activation

ACTIVATIONS = (
    *(Activation.HARDTANH, Activation.SIGMOID, Activation.RELU6, Activation.TANH),
    *(Activation.TANHSHRINK, Activation.HARDSHRINK, Activation.LEAKY_RELU),
    *(Activation.SOFTSHRINK, Activation.SOFTSIGN, Activation.RELU, Activation.PRELU),
    *(Activation.SOFTPLUS, Activation.ELU, Activation.SELU),
)
"""In the order of the public code."""

SEEDS = 100
ROWS = 41
"""Test points: the integers from -20 to 20."""

TEST = EvenlySpaced(low=-20.0, high=20.0)
_recipe = partial(Recipe, iterations=10_000, evaluation_rows=ROWS)

BATCHES = _recipe(batch_size=64, optimizer=RMSprop(learning_rate=0.01))
INTEGERS = _recipe(batch_size=11, optimizer=RMSprop(learning_rate=0.01))
INTEGERS_ADAM = _recipe(batch_size=11, optimizer=Adam(learning_rate=0.01))

NOTE = (
    "1,400 runs of 10,000 steps. The paper shows curves and no numbers. Expected: outside of the "
    "range the saturating activations (hardtanh, tanh, softsign, ReLU6, sigmoid) fail worst and "
    "PReLU least; at |x| = 20 a network that saturates at 5 is wrong by 15."
)


def entries() -> list[Entry]:
    """List the figure's training, its variants, and its curves."""
    uniform = _experiment(
        "fig1",
        "Identity from numbers in [-5,5], tested on [-20,20], with 14 activations",
        _settings(Range.interval(-5, 5), BATCHES, hidden_layers=3),
        note=f"{NOTE} Batches of 64 uniform numbers, because the paper states none.",
    )
    integers = _experiment(
        "fig1-integers",
        "Identity from the integers -5 to 5, tested on [-20,20], with 14 activations",
        _settings(EvenlySpaced(low=-5.0, high=5.0), INTEGERS, hidden_layers=3),
        note=f"{NOTE} As the public code trains: all eleven integers in every step.",
    )
    adam = _experiment(
        "fig1-adam",
        "Identity from the integers -5 to 5, four hidden layers and Adam, with 14 activations",
        _settings(EvenlySpaced(low=-5.0, high=5.0), INTEGERS_ADAM, hidden_layers=4),
        note=(
            f"{NOTE} As the picture beside the public code was made, before its last version; "
            "its values, read by eye to within 0.2, are the published ones here."
        ),
    )
    return [uniform, _curves(uniform), integers, _curves(integers), adam, _curves(adam)]


def _experiment(what: str, title: str, settings: tuple[Setting, ...], *, note: str) -> Experiment:
    return Experiment(
        name=f"trask2018/{what}",
        title=title,
        source="Figure 1",
        settings=settings,
        seeds=SEEDS,
        note=note,
        measurements=(IdentityError(low=-20, high=20, inside=(-5, 5), far=(-20, 20)),),
    )


def _settings(
    interpolation: Distribution, recipe: Recipe, *, hidden_layers: int
) -> tuple[Setting, ...]:
    return tuple(
        Setting(
            unit=activation.value,
            network=perceptron(activation, hidden_layers=hidden_layers),
            task=SignedSum(in_features=1, signs=(1,)),
            interpolation=interpolation,
            extrapolation=TEST,
            recipe=recipe,
        )
        for activation in ACTIVATIONS
    )


def _curves(experiment: Experiment) -> View:
    return View(
        name=f"{experiment.name}-curves",
        title=f"Curves of {experiment.name}: mean error at each number",
        source="Figure 1",
        experiment=experiment,
        compute=IdentityCurves(low=-20, high=20),
        chart=CHART,
        note="The band spans the 10 % and 90 % quantiles over the seeds.",
    )
