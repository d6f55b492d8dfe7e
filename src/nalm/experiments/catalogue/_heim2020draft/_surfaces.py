"""Figures 3 to 5: the loss of three products of inputs over two weights."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import torch
from torch import Tensor
from torch.func import functional_call, vmap

from nalm._typing import FloatArray
from nalm.experiments._chart import Chart, Mark
from nalm.experiments._computation import Computation
from nalm.units import NMU, RealNPU

EPSILON = 2.0**-52
"""The units' guard against zero in double precision."""

FIRST = ((1.0, 1.0, 0.0, 0.0), (1.0, 1.0, 1.0, 1.0))
"""Entries of the first layer's matrix that are w1; the others are 0."""

POINT = (1.0, 1.2, 1.8, 2.0)
STEPS = 50
"""Points of the grid in a unit interval, for the figures of two layers."""

IDENTITY_STEPS = 20

Product = Callable[[Tensor, Tensor], Tensor]
"""A unit without its gate's choice: inputs (batch, 2) and weights (2) to outputs (batch)."""


def _power(gate: float) -> Product:
    unit = RealNPU(2, 1, epsilon=EPSILON)

    def product(x: Tensor, w: Tensor) -> Tensor:
        parameters = {"weight": w[None], "gate": torch.full_like(w, gate)}
        return functional_call(unit, parameters, (x,))[..., 0]

    return product


def _nmu() -> Product:
    unit = NMU(2, 1)

    def product(x: Tensor, w: Tensor) -> Tensor:
        return functional_call(unit, {"weight": w[None]}, (x,))[..., 0]

    return product


def _units() -> dict[str, Product]:
    """Return the panels of a figure; the draft calls the first two gated NPU and NPU."""
    return {"RealNPU": _power(0.5), "RealNaiveNPU": _power(1.0), "NMU": _nmu()}


def experiments() -> list[Computation]:
    """List the computations of this file."""
    return [
        _entry(
            "fig3",
            "(x1 + x2)(x1 + x2 + x3 + x4) at one point",
            compute=partial(two_layers, np.array([POINT])),
            largest=300.0,
            note=(
                "The squared error at x = (1, 1.2, 1.8, 2). Expected: 148.8 at (0, 0); off the "
                "scale at (-1, 1) for the gated unit."
            ),
        ),
        _entry(
            "fig4",
            "(x1 + x2)(x1 + x2 + x3 + x4) on a batch",
            compute=partial(two_layers, _uniform(32, (1.0, 1.0, 1.0, 1.0))),
            largest=4.0,
            note="The mean squared error of 32 points from U(-1, 1); the range is inferred.",
        ),
        _entry(
            "fig5",
            "the identity in one of two inputs",
            compute=partial(identity, _uniform(500, (3.0, 0.05))),
            largest=4.2,
            note=(
                "The mean squared error of 500 points, x1 from U(-3, 3), read off the figure, x2 "
                "from U(-0.05, 0.05)."
            ),
        ),
    ]


def two_layers(x: FloatArray) -> pd.DataFrame:
    """Compute the error of (x1 + x2)(x1 + x2 + x3 + x4) by a linear layer and a unit.

    Args:
        x: Inputs, four per row.

    Returns:
        One row per unit and point: all first weights are w1 or 0, both exponents are w2.
    """
    inputs, first = torch.tensor(x), torch.tensor(FIRST, dtype=torch.float64)
    t = (inputs[:, 0] + inputs[:, 1]) * inputs.sum(1)

    def error(unit: Product, w: Tensor) -> Tensor:
        y = unit(inputs @ (w[0] * first).T, w[1].expand(2))
        return ((y - t) ** 2).mean()

    return _surface(error, STEPS)


def identity(x: FloatArray) -> pd.DataFrame:
    """Compute the error of x1 by a unit.

    Args:
        x: Inputs, two per row.

    Returns:
        One row per unit and point (w1, w2), the unit's weights.
    """
    inputs = torch.tensor(x)

    def error(unit: Product, w: Tensor) -> Tensor:
        return ((unit(inputs, w) - inputs[:, 0]) ** 2).mean()

    return _surface(error, IDENTITY_STEPS)


def _entry(
    what: str, function: str, *, compute: Callable[[], pd.DataFrame], largest: float, note: str
) -> Computation:
    return Computation(
        name=f"heim2020draft/{what}",
        title=f"Loss surfaces of {function}",
        source=what.replace("fig", "Figure "),
        compute=compute,
        note=f"Computed in a second. {note}",
        chart=Chart(
            mark=Mark.HEATMAP,
            x="w1",
            y="w2",
            value="error",
            better="low",
            panel="unit",
            limits=(0.0, largest),
            labels=(("w1", "w₁"), ("w2", "w₂"), ("error", "squared error")),
        ),
    )


def _surface(error: Callable[[Product, Tensor], Tensor], steps: int) -> pd.DataFrame:
    axis = torch.arange(-steps, steps + 1, dtype=torch.float64) / steps
    points = torch.cartesian_prod(axis, axis)
    w1, w2 = points.numpy().T
    return pd.concat(
        [
            pd.DataFrame(
                {"unit": n, "w1": w1, "w2": w2, "error": vmap(partial(error, u))(points).numpy()}
            )
            for n, u in _units().items()
        ],
        ignore_index=True,
    )


def _uniform(rows: int, bounds: tuple[float, ...]) -> FloatArray:
    return np.random.RandomState(0).uniform(-1, 1, size=(rows, len(bounds))) * bounds
