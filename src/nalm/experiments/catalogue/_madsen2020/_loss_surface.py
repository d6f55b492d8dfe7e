"""Figure 2: the loss surface of an addition unit below a multiplication unit."""

from collections.abc import Callable
from functools import partial

import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import torch
from torch import Tensor

from nalm.experiments._computation import Computation

X = (1.0, 1.2, 1.8, 2.0)
"""The one sample; its target is (x₁ + x₂)(x₁ + x₂ + x₃ + x₄)."""

EPSILONS = {"1e-7": 1e-7, "0.1": 0.1, "1": 1.0}
"""What the NAC• adds to the absolute value of an input."""

STEPS = 100
"""Points of the grid in a unit interval."""

Factor = Callable[[Tensor, Tensor], Tensor]
"""What an input z contributes to the product under a weight w."""


def experiments() -> list[Computation]:
    """List the computations of this file."""
    return [
        Computation(
            name="madsen2020/fig2",
            title="Error of a NAC+ below a NAC•, and of a NAU below an NMU, over two weights",
            source="Figure 2",
            compute=_compute,
            note=(
                "Computed in a second, as |t - y| of one sample, the root mean square of the "
                "caption; see madsen2020/fig2-squared for what the figure draws. Expected: a "
                "ridge at w1 = 0, w2 < 0 for the NAC•, which a larger ε makes lower, and none for "
                "the NMU."
            ),
        ),
        Computation(
            name="madsen2020/fig2-squared",
            title="Squared error of a NAC+ below a NAC•, and of a NAU below an NMU",
            source="Figure 2",
            compute=partial(_compute, squared=True),
            note=(
                "Computed in a second, as (t - y)² of one sample: what the script of the figure "
                "draws, on an axis from 0 to 500, though its caption says root mean square."
            ),
        ),
    ]


def _compute(*, squared: bool = False) -> pd.DataFrame:
    signed = torch.arange(-STEPS, STEPS + 1, dtype=torch.float64) / STEPS
    surfaces = [
        _surface(f"NAC• (ε = {text})", signed, partial(_power, epsilon=epsilon))
        for text, epsilon in EPSILONS.items()
    ]
    surfaces.append(_surface("NMU", signed[STEPS:], _gate))
    table = pd.concat(surfaces, ignore_index=True)
    if squared:
        table["error"] **= 2
    return table


def _power(z: Tensor, w: Tensor, *, epsilon: float) -> Tensor:
    return (z.abs() + epsilon) ** w


def _gate(z: Tensor, w: Tensor) -> Tensor:
    return w * z + 1 - w


def _surface(name: str, w2: Tensor, factor: Factor) -> pd.DataFrame:
    x = torch.tensor(X, dtype=torch.float64)
    sums = torch.stack([x[0] + x[1], x.sum()])
    w1 = torch.arange(-STEPS, STEPS + 1, dtype=torch.float64) / STEPS
    z = w1[:, None, None] * sums  # (w1, 1, hidden)
    y = factor(z, w2[:, None]).prod(-1)  # (w1, w2)
    error = (sums.prod() - y).abs().flatten()
    points = torch.cartesian_prod(w1, w2).numpy()
    return pd.DataFrame(
        {"unit": name, "w1": points[:, 0], "w2": points[:, 1], "error": error.numpy()}
    )
