"""Modules of PyTorch that the tests of this folder train in cohorts."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from functools import partial

import numpy as np
import torch
from torch import Tensor, nn

from nalm.tasks import Operation, Range, SingleModuleTask, from_arrays
from nalm.training import SGD, Recipe, Run
from tests.training._runs import batch_of

INPUTS = 4


def layers(*modules: Callable[[], nn.Module]) -> nn.Module:
    """Put modules between two linear layers."""
    made = [module() for module in modules]
    return nn.Sequential(nn.Linear(INPUTS, 8), *made, nn.Tanh(), nn.Linear(8, 1))


def image(*modules: Callable[[], nn.Module]) -> nn.Module:
    """Put modules behind a convolution of images of 2 × 2 pixels."""
    made = [module() for module in modules]
    return nn.Sequential(
        nn.Unflatten(1, (1, 2, 2)),
        nn.Conv2d(1, 3, 2, padding=1, bias=False),
        *made,
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Linear(3, 1),
    )


def transformer(dropout: float = 0.0) -> nn.Module:
    """Make a sequence of two vectors, on which one layer attends."""
    layer = nn.TransformerEncoderLayer(2, 1, 8, batch_first=True, dropout=dropout)
    return nn.Sequential(nn.Unflatten(1, (2, 2)), layer, nn.Flatten(), nn.Linear(INPUTS, 1))


class Words(nn.Module):
    """Reads whole numbers as words."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(6, 3)
        self.linear = nn.Linear(3 * INPUTS, 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.linear(self.embedding(x.long()).flatten(-2))


class Counting(nn.Module):
    """Puts another tensor in the place of its buffer."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(INPUTS, 1)
        self.register_buffer("total", torch.zeros(()))
        self.register_buffer("scale", torch.ones(()))

    def forward(self, x: Tensor) -> Tensor:
        if self.training:
            self.total = self.total + x.detach().mean()
        return self.scale * self.linear(x)


NORM = partial(nn.BatchNorm1d, 8)
DROPOUT = partial(nn.Dropout, 0.3)

WITHOUT_NOISE: dict[str, Callable[[], nn.Module]] = {
    "batch norm": partial(layers, NORM),
    "layer norm": partial(layers, partial(nn.LayerNorm, 8)),
    "convolutions": partial(image, partial(nn.BatchNorm2d, 3)),
    "embedding": Words,
    "attention": transformer,
    "counting": Counting,
}


def module_runs(count: int, network: Callable[[], nn.Module], **changes: object) -> list[Run]:
    """Make runs that differ in their seed."""
    fields: dict[str, object] = {
        "iterations": 20,
        "batch_size": 16,
        "evaluate_every": 10,
        "evaluation_rows": 32,
        "optimizer": SGD(learning_rate=0.02, momentum=0.9),  # Adam would enlarge rounding errors
        "dtype": torch.float64,
    }
    return [
        Run(
            network=network,
            task=SingleModuleTask(operation=Operation.ADD, in_features=INPUTS),
            interpolation=Range.interval(1, 2),
            extrapolation=Range.interval(2, 5),
            recipe=Recipe(**(fields | changes)),
            seed=seed,
        )
        for seed in range(count)
    ]


def recorded_runs(count: int, rows: int = 20, **changes: object) -> list[Run]:
    """Make runs on arrays: 30 rows of four inputs and two targets, the last ones held out."""
    random = np.random.RandomState(0)
    X = random.randn(rows + 10, INPUTS)
    y = np.column_stack([X.sum(1), X[:, 0] * X[:, 1]])
    data = from_arrays(
        X[:rows],
        y[:rows],
        validation=(X[rows : rows + 4], y[rows : rows + 4]),
        test=(X[rows + 4 :], y[rows + 4 :]),
    )
    like = module_runs(count, partial(nn.Linear, INPUTS, 2), **changes)
    return [replace(run, **data) for run in like]


def loop(
    run: Run,
    around: Callable[[int], object] = lambda _: nullcontext(),
    batch: Callable[[Run, int], tuple[Tensor, Tensor]] = batch_of,
) -> nn.Module:
    """Train one run as a user would, and return its network.

    Args:
        run: What to train.
        around: Gives the context of each step's call of the network.
        batch: Gives inputs and targets of each step.
    """
    with torch.random.fork_rng():
        torch.manual_seed(run.seed)
        network = run.network().to(run.recipe.dtype)
    rule = run.recipe.optimizer
    optimizer = torch.optim.SGD(network.parameters(), lr=rule.learning_rate, momentum=rule.momentum)
    for step in range(run.recipe.iterations):
        x, t = batch(run, step)
        with around(step):
            loss = nn.functional.mse_loss(network(x), t)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return network


def assert_ends_as(parameters: Mapping[str, object], network: nn.Module, rtol: float) -> None:
    """Check an outcome's parameters and buffers against those of a network."""
    for name, value in parameters.items():
        expected = network.state_dict()[name]
        torch.testing.assert_close(torch.as_tensor(value), expected, rtol=rtol, atol=rtol)
