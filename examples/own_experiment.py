"""A unit and a task of one's own beside NMRU and MLP: nalm run examples/own_experiment.py:rate."""

from functools import partial

from torch import nn

from nalm import NMRU
from nalm.experiments import Experiment, Setting
from nalm.tasks import FunctionTask, Range
from nalm.training import Adam, Recipe


class Powers(nn.Module):
    """Multiply powers; docs/tutorial-new-unit.md adds a penalty and the formula."""

    def __init__(self, in_features, out_features):
        super().__init__()
        self.powers = nn.Linear(in_features, out_features, bias=False)

    def forward(self, x):
        return self.powers(x.abs().log()).exp()


def inhibited(substrate, enzyme, inhibitor):
    return substrate * enzyme / inhibitor


def mlp():
    return nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))


NETWORKS = {"Powers": partial(Powers, 3, 1), "NMRU": partial(NMRU, 3, 1), "MLP": mlp}
SHARED = {
    "task": FunctionTask(function=inhibited, in_features=3),
    "interpolation": Range.interval(1, 2),
    "extrapolation": Range.interval(2, 6),
    "recipe": Recipe(iterations=5_000, optimizer=Adam(learning_rate=0.01)),
}
settings = tuple(Setting(unit=u, network=n, threshold=1e-5, **SHARED) for u, n in NETWORKS.items())
rate = Experiment(name="own/rate", title="A rate", source="own", settings=settings, seeds=10)
