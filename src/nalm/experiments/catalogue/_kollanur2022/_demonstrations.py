"""Sections 6.1 and 7.1: three arguments of the report, with numbers."""

import math
from functools import partial

import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import torch
from torch import nn

from nalm.experiments._chart import Chart, Mark
from nalm.experiments._computation import Computation
from nalm.networks import Constant, Draw, GlorotUniform, Initial, Normal, stack
from nalm.training import initialise
from nalm.units import NALU

LAYERS = 4
WIDTH = 4
NETWORKS = 200

STARTS: dict[str, dict[str, Draw]] = {
    "all inputs multiplied": {
        "*_hat": Constant(value=20.0),
        "*.gate": Constant(value=-20.0),
    },
    "hats N(1, 0.1)": {
        "*_hat": Normal(mean=1.0, deviation=0.1),
        "*.gate": Normal(mean=0.0, deviation=0.1),
    },
    "Glorot": {"*": GlorotUniform()},
}
"""The report's worst case, and two initialisations that are in use."""

INPUTS = (2.0, 10.0, 100.0)

SMALL_WEIGHTS = (-1e-5, -1e-2, -1.0)
A = B = 10.0
LOG_EPSILON = 1e-7
CLOSED = 1e-4
"""What the gate leaves to the product, 1 - g."""


def entries() -> list[Computation]:
    """List the computations of this file."""
    return [_exploding(), _conflicting(), _leaking()]


def _exploding() -> Computation:
    return Computation(
        name="kollanur2022/section6.1-layers",
        title="Largest value after each of four NALUs with four inputs and outputs",
        source="Section 6.1",
        compute=_layers,
        chart=Chart(
            mark=Mark.LINE, x="layer", y="magnitude", series="x", panel="start", log_y=True
        ),
        note=(
            "Computed in a second: the median over 200 networks, and the share of them with a "
            "value beyond single precision. Expected in the worst case: x to the power of "
            "4, 16, 64 and 256."
        ),
    )


def _conflicting() -> Computation:
    return Computation(
        name="kollanur2022/section7.1-conflict",
        title="Error of the two paths of a NALU over a shared weight, for a product",
        source="Section 7.1",
        compute=_conflict,
        chart=Chart(mark=Mark.LINE, x="w", y="error", series="path"),
        note=(
            "Computed in a second, for a and b from -10 to -1, y = a b and W = (w, w). "
            "Expected: the sum is nearest at w = -1, the product at w = 1."
        ),
    )


def _leaking() -> Computation:
    return Computation(
        name="kollanur2022/section7.1-leaky-gate",
        title="Error of a nearly closed gate over an input that should not count",
        source="Section 7.1",
        compute=_leaky_gate,
        chart=Chart(mark=Mark.LINE, x="c", y="error", series="w_c", log_x=True, log_y=True),
        note=(
            "Computed in a second, for a = b = 10, y = a + b and a gate of 0.9999. The "
            "report's weight of -1e-5 divides by c to the power of 1e-5, which is near 1 for "
            "every c; the sum is off by 0.008 all the same, because the product a b leaks. "
            "Only a weight near -1 divides by c itself."
        ),
    )


def _layers() -> pd.DataFrame:
    rows = [
        {"start": start, "x": f"x = {x:g}", **row}
        for start, draws in STARTS.items()
        for x in INPUTS
        for row in _magnitudes(draws, x)
    ]
    return pd.DataFrame(rows)


def _magnitudes(draws: dict[str, Draw], x: float) -> list[dict[str, float]]:
    initial = [Initial(parameters=name, draw=draw) for name, draw in draws.items()]
    deterministic = all(isinstance(draw, Constant) for draw in draws.values())
    build = partial(stack, *[partial(NALU, WIDTH, WIDTH)] * LAYERS, initial=initial)
    seeds = range(1 if deterministic else NETWORKS)
    values = np.array([_through(initialise(build, seed), x) for seed in seeds])
    finite = np.isfinite(values)
    capped = np.where(finite, values, math.inf)
    return [
        {
            "layer": layer + 1,
            "magnitude": float(np.median(capped[:, layer])),
            "overflow": float(1 - finite[:, layer].mean()),
        }
        for layer in range(LAYERS)
    ]


@torch.no_grad()
def _through(network: nn.Module, x: float) -> list[float]:
    y = torch.full((1, WIDTH), x)
    largest: list[float] = []
    for layer in network.children():
        y = layer(y)
        largest.append(y.abs().max().item())
    return largest


def _conflict() -> pd.DataFrame:
    side = np.linspace(-10, -1, 50)
    a, b = (each.ravel() for each in np.meshgrid(side, side))
    w = np.linspace(-1, 1, 81)[:, None]
    paths = {"sum": w * (a + b), "product": np.exp(w * (np.log(-a) + np.log(-b)))}
    frames = [
        pd.DataFrame({"path": path, "w": w[:, 0], "error": np.abs(y - a * b).mean(axis=1)})
        for path, y in paths.items()
    ]
    return pd.concat(frames, ignore_index=True)


def _leaky_gate() -> pd.DataFrame:
    c = np.logspace(-7, 3, 101)
    frames: list[pd.DataFrame] = []
    for w_c in SMALL_WEIGHTS:
        total = A + B + w_c * c
        leak = CLOSED * A * B * (c + LOG_EPSILON) ** w_c
        y = (1 - CLOSED) * total + leak
        columns = {"w_c": f"{w_c:g}", "c": c, "error": np.abs(y - A - B), "leak": leak}
        frames.append(pd.DataFrame(columns))
    return pd.concat(frames, ignore_index=True)
