"""Section 2: multilayer perceptrons fail at the identity outside of their training range."""

from nalm.experiments._experiment import Entry, Experiment
from nalm.experiments._setting import Setting
from nalm.experiments._view import View
from nalm.experiments.catalogue._trask2018._identity import CHART, IdentityCurves, IdentityError
from nalm.experiments.catalogue._trask2018._perceptron import perceptron
from nalm.tasks import EvenlySpaced, Range, SignedSum
from nalm.training import SGD, Recipe
from nalm.units import Activation

ACTIVATIONS = (
    *(Activation.RELU, Activation.SIGMOID, Activation.TANH, Activation.RELU6),
    *(Activation.LEAKY_RELU, Activation.ELU, Activation.SELU, Activation.PRELU, Activation.SWISH),
)
"""In the order of the report."""

RECIPE = Recipe(
    iterations=10_000, batch_size=64, evaluation_rows=301, optimizer=SGD(learning_rate=1e-3)
)
"""The report states the loss and SGD; the rate is one from which no activation diverges."""


def entries() -> list[Entry]:
    """List the section's training and its curves."""
    experiment = Experiment(
        name="kollanur2022/section2",
        title="Identity from numbers in (-10,10), tested on (-10,20), with nine activations",
        source="Section 2",
        settings=tuple(_setting(activation) for activation in ACTIVATIONS),
        seeds=100,
        note=(
            "900 runs of 10,000 steps. The report shows curves and no numbers, and states neither "
            "rate nor steps. Expected: every activation fails above 10; PReLU is the most linear, "
            "sigmoid and tanh saturate."
        ),
        measurements=(IdentityError(low=-10, high=20, inside=(-10, 10), far=(20,)),),
    )
    curves = View(
        name="kollanur2022/section2-curves",
        title="Mean error of nine activations at each number from -10 to 20",
        source="Section 2",
        experiment=experiment,
        compute=IdentityCurves(low=-10, high=20),
        chart=CHART,
        note="The band spans the 10 % and 90 % quantiles over the seeds.",
    )
    return [experiment, curves]


def _setting(activation: Activation) -> Setting:
    return Setting(
        unit=activation.value,
        network=perceptron(activation, hidden_layers=2),
        task=SignedSum(in_features=1, signs=(1,)),
        interpolation=Range.interval(-10, 10),
        extrapolation=EvenlySpaced(low=-10.0, high=20.0),
        recipe=RECIPE,
    )
