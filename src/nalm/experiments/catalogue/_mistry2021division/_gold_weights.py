"""Figure 5: what division near zero costs a unit that has nothing left to learn (section 6.2)."""

from functools import cache, partial

import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import torch
from torch.nn import functional as F

from nalm.experiments._computation import Computation
from nalm.tasks import SMALL_NUMBER_TASKS, Range, evaluation_set
from nalm.units import NMRU, NRU, RealNPU

UPPER = (1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8)
"""Upper ends of the ranges from 0 on, from the easiest on; the figure's axis is reversed."""

_UNITS = {
    "Real NPU": RealNPU,
    "Real NPU (eps = 0)": partial(RealNPU, epsilon=0.0),
    "NRU": NRU,
    "NMRU": NMRU,
}

_REAL_NPU = {
    "easy": {"weight": [[-1.0]], "gate": [1.0]},
    "medium": {"weight": [[-1.0, 1.0]], "gate": [1.0, 0.0]},
    "hard": {"weight": [[1.0, -1.0]], "gate": [1.0, 1.0]},
}

_GOLD = {
    "Real NPU": _REAL_NPU,
    "Real NPU (eps = 0)": _REAL_NPU,
    "NRU": {
        "easy": {"weight": [[-1.0]]},
        "medium": {"weight": [[-1.0, 0.0]]},
        "hard": {"weight": [[1.0, -1.0]]},
    },
    "NMRU": {
        "easy": {"weight": [[0.0, 1.0]]},
        "medium": {"weight": [[0.0, 0.0, 1.0, 0.0]]},
        "hard": {"weight": [[1.0, 0.0, 0.0, 1.0]]},
    },
}


@cache
def gold_mse(unit: str, task: str, upper: float) -> float:
    """Compute the test error of a unit that has the exact weights.

    Args:
        unit: A line of the figure.
        task: ``easy``, ``medium`` or ``hard``.
        upper: The inputs are drawn from [0, upper).

    Returns:
        Mean squared error in single precision.
    """
    spec = SMALL_NUMBER_TASKS[task]
    x, t = evaluation_set(spec, Range.interval(0.0, upper))
    module = _UNITS[unit](spec.in_features, 1).eval()
    with torch.no_grad():
        for name, value in _GOLD[unit][task].items():
            module.get_parameter(name).copy_(torch.tensor(value))
        return F.mse_loss(module(torch.tensor(x)), torch.tensor(t)).item()


def experiments() -> list[Computation]:
    """List the computations of this file."""
    return [
        Computation(
            name="mistry2021division/fig5",
            title="Error of division by small numbers with the exact weights",
            source="Figure 5, section 6.2",
            compute=_compute,
            note=(
                "Computed in a second. Expected on [0,1e-8): easy 1e5 for NRU and NMRU, 1.8e20 "
                "for the Real NPU. The Real NPU with eps = 0 is rounding error alone, so it "
                "agrees with the published numbers within a factor of 3 only."
            ),
        )
    ]


def _compute() -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"task": task, "unit": unit, "upper": upper, "mse": gold_mse(unit, task, upper)}
            for task in SMALL_NUMBER_TASKS
            for unit in _UNITS
            for upper in reversed(UPPER)
        ]
    )
