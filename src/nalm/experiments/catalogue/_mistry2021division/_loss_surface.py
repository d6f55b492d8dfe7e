"""Figure 7: the loss surface of an addition unit below a division unit (section 7)."""

from collections.abc import Callable

import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import torch
from torch import Tensor
from torch.func import functional_call, vmap

from nalm.experiments._computation import Computation
from nalm.units import NAU, NMRU, NRU, RealNPU, Unit

X = (1.0, 1.2, 1.8, 2.0)
"""The one sample; its target is (x₁ + x₂)(x₁ + x₂ + x₃ + x₄)."""

FIRST = ((1.0, 1.0, 0.0, 0.0), (1.0, 1.0, 1.0, 1.0))
"""Entries of the addition unit's matrix that are w₁; the others are 0."""

STEPS = 100
"""Points of the grid in a unit interval."""


def experiments() -> list[Computation]:
    """List the computations of this file."""
    return [
        Computation(
            name="mistry2021division/fig7",
            title="Error of a NAU stacked with a Real NPU, an NRU or an NMRU over two weights",
            source="Figure 7, section 7",
            compute=_compute,
            note=(
                "Computed in a second, as |t - y| of the units in training mode. Expected: a "
                "ridge without bound at w1 = 0, w2 < 0 for the Real NPU and the NRU, none for the "
                "NMRU. Exactly on the ridge the NRU is 0, because it multiplies by the sign of 0."
            ),
        )
    ]


def _compute() -> pd.DataFrame:
    signed = torch.arange(-STEPS, STEPS + 1, dtype=torch.float64) / STEPS
    unsigned = signed[STEPS:]
    return pd.concat(
        [
            _surface("Real NPU", RealNPU(2, 1), _real_npu_parameters, signed, signed),
            _surface("NRU", NRU(2, 1), _nru_parameters, signed, signed),
            _surface("NMRU", NMRU(2, 1), _nmru_parameters, signed, unsigned),
        ],
        ignore_index=True,
    )


def _surface(
    name: str,
    unit: Unit,
    parameters: Callable[[Tensor], dict[str, Tensor]],
    w1: Tensor,
    w2: Tensor,
) -> pd.DataFrame:
    x = torch.tensor(X, dtype=torch.float64)
    first = torch.tensor(FIRST, dtype=torch.float64)
    t = (x[0] + x[1]) * x.sum()
    nau = NAU(4, 2)

    def error(w1: Tensor, w2: Tensor) -> Tensor:
        z = functional_call(nau, {"weight": w1 * first}, (x,))
        y = functional_call(unit, parameters(w2), (z,))
        return (t - y).abs().squeeze(-1)

    errors = vmap(vmap(error, in_dims=(None, 0)), in_dims=(0, None))(w1, w2)
    points = torch.cartesian_prod(w1, w2).numpy()
    return pd.DataFrame(
        {"unit": name, "w1": points[:, 0], "w2": points[:, 1], "error": errors.flatten().numpy()}
    )


def _real_npu_parameters(w2: Tensor) -> dict[str, Tensor]:
    return {"weight": w2.expand(1, 2), "gate": torch.ones_like(w2).expand(2)}


def _nru_parameters(w2: Tensor) -> dict[str, Tensor]:
    return {"weight": w2.expand(1, 2)}


def _nmru_parameters(w2: Tensor) -> dict[str, Tensor]:
    weight = w2.expand(1, 2)
    return {"weight": torch.cat([weight, torch.zeros_like(weight)], dim=1)}
