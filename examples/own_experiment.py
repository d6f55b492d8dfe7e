"""A unit and a task of one's own, beside NMRU and a small network.

nalm run examples/own_experiment.py:rate       # a minute or two; --quick tries whether it runs
nalm report examples/own_experiment.py:rate
"""

from dataclasses import dataclass
from functools import partial
from math import prod

import torch
from torch import nn

from nalm import NMRU, Unit
from nalm.experiments import Experiment, Setting
from nalm.tasks import Range, Task
from nalm.training import Adam, Constant, Penalty, Recipe, UnitPenalty


class Powers(Unit):
    """Multiply powers of the inputs' absolute values: y_o = Π_i |x_i|^{W_oi}, W in [-1, 1]."""

    def __init__(self, in_features, out_features):
        super().__init__(in_features, out_features)
        self.weight = nn.Parameter(torch.empty(out_features, in_features))
        self.constraints = {"weight": (-1.0, 1.0)}
        self.reset_parameters()

    def reset_parameters(self, generator=None):
        nn.init.uniform_(self.weight, -0.5, 0.5, generator=generator)

    def forward(self, x):
        self._check_input(x)
        return torch.exp(x.abs().log() @ self.weight.T)

    def distances(self):
        """Return how far each weight is from -1, 0 and 1."""
        return torch.minimum(self.weight.abs(), 1 - self.weight.abs())

    def penalty(self):
        return self.distances().mean()

    def sparsity_error(self):
        return self.distances().amax().detach()

    def express(self, symbols):
        self._check_symbols(symbols)
        rows = self.weight.tolist()
        return [prod(abs(x) ** w for x, w in zip(symbols, row, strict=True)) for row in rows]


@dataclass(frozen=True, kw_only=True)
class Rate(Task):
    """Learn t = x_0 x_1 / x_2, as in a reaction with an inhibitor."""

    in_features: int = 3
    out_features: int = 1
    name = "rate"

    def instance(self, seed):
        return {}

    def target(self, x, instance):
        return (x[..., 0] * x[..., 1] / x[..., 2])[..., None]


def small_network():
    return nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))


def setting(name, network):
    return Setting(
        unit=name,
        network=network,
        task=Rate(),
        interpolation=Range.interval(1, 2),
        extrapolation=Range.interval(2, 6),
        recipe=Recipe(
            iterations=5_000,
            optimizer=Adam(learning_rate=0.01),
            penalties=(Penalty(measure=UnitPenalty(), schedule=Constant(value=0.1)),),
        ),
        threshold=1e-5,
    )


rate = Experiment(
    name="own/rate",
    title="x₀ x₁ / x₂: powers of one's own, NMRU and a small network",
    source="examples/own_experiment.py",
    settings=(
        setting("Powers", partial(Powers, 3, 1)),
        setting("NMRU", partial(NMRU, 3, 1)),
        setting("MLP", small_network),
    ),
    seeds=10,
)
