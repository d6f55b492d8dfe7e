"""Figure 3: the size of the gradient of three power units over two weights (section 3)."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import torch
from torch import Tensor
from torch.func import functional_call, grad, vmap

from nalm.experiments._chart import Chart, Mark
from nalm.experiments._computation import Computation
from nalm.units import NPU, RealNPU, Unit

EPSILON = 2.0**-52
"""The units' guard against zero in double precision."""

BATCH_SIZE = 32
LARGEST = 2.5
"""Where the paper cuts the colours."""

CODE_RANGE = (-0.05, 0.05)
PRINTED_RANGE = (0.0, 0.05)

Point = Callable[[Tensor], Tensor]
"""A gradient's norm as a function of (w1, w2)."""


def experiments() -> list[Computation]:
    """List the computations of this file."""
    return [
        _entry(
            "fig3",
            CODE_RANGE,
            note=(
                "Expected: for the naive unit a region without gradient above w2 = 0.75, for the "
                "NPU none, for the RealNPU with gate (1, 0) no influence of w2. The solution is "
                "(1, 0). The paper prints x2 from U(0, 0.05) and a sum of absolute errors; the "
                "figure comes from U(-0.05, 0.05) and the mean squared error."
            ),
        ),
        _entry(
            "fig3-printed",
            PRINTED_RANGE,
            note=(
                "x2 from U(0, 0.05) as the paper prints it, with the mean squared error as in "
                "heim2020/fig3. Expected: the region without gradient is gone."
            ),
        ),
    ]


def _entry(what: str, x2: tuple[float, float], *, note: str) -> Computation:
    return Computation(
        name=f"heim2020/{what}",
        title="Norm of the gradient when one of two inputs has to be ignored",
        source="Figure 3, section 3",
        compute=partial(gradient_norms, x2),
        note=f"Computed in a second: identity in x1 of a batch of 32, x1 from U(0, 2). {note}",
        chart=Chart(
            mark=Mark.HEATMAP,
            x="w1",
            y="w2",
            value="gradient",
            panel="unit",
            limits=(0.0, LARGEST),
            labels=(("w1", "w₁"), ("w2", "w₂"), ("gradient", "norm of the gradient")),
        ),
    )


def gradient_norms(x2: tuple[float, float]) -> pd.DataFrame:
    """Compute the three panels.

    Args:
        x2: Ends of the range of the input that has to be ignored.

    Returns:
        One row per unit and point, norms cut at `LARGEST`.
    """
    random = np.random.RandomState(0)
    bounds = ((0.0, 2.0), x2)
    x = torch.tensor(np.stack([random.uniform(*each, size=BATCH_SIZE) for each in bounds], axis=1))
    w1, w2 = torch.arange(71) * 0.05 - 1, torch.arange(61) * 0.02 - 0.2
    points = torch.cartesian_prod(w1.double(), w2.double())
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "unit": name,
                    "w1": points[:, 0].numpy().round(6),
                    "w2": points[:, 1].numpy().round(6),
                    "gradient": vmap(norm)(points).clamp(max=LARGEST).numpy(),
                }
            )
            for name, norm in _panels(x).items()
        ],
        ignore_index=True,
    )


def _panels(x: Tensor) -> dict[str, Point]:
    real, complex_ = RealNPU(2, 1, epsilon=EPSILON), NPU(2, 1, epsilon=EPSILON)
    both, first = torch.ones(2, dtype=x.dtype), torch.tensor([1.0, 0.0], dtype=x.dtype)

    def real_weights(w: Tensor) -> dict[str, Tensor]:
        return {"weight": w[None]}

    def complex_weights(w: Tensor) -> dict[str, Tensor]:
        return {"weight_real": w[None], "weight_imag": torch.zeros_like(w)[None]}

    return {
        "NaiveNPU (real)": _norm(real, real_weights, gate=both, x=x),
        "NPU": _norm(complex_, complex_weights, gate=0.5 * both, x=x),
        "RealNPU, gate (1, 0)": _norm(real, real_weights, gate=first, x=x),
    }


def _norm(
    unit: Unit, weights: Callable[[Tensor], dict[str, Tensor]], *, gate: Tensor, x: Tensor
) -> Point:
    def loss(parameters: dict[str, Tensor]) -> Tensor:
        y = functional_call(unit, {**parameters, "gate": gate}, (x,))
        return ((y[:, 0] - x[:, 0]) ** 2).mean()

    def norm(w: Tensor) -> Tensor:
        gradients = grad(loss)(weights(w))
        return torch.stack([(each**2).sum() for each in gradients.values()]).sum().sqrt()

    return norm
