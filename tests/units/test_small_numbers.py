"""The published errors of gold weights on inputs near zero (Learning Division, figure 5)."""

import numpy as np
import pytest
import torch

from nalm import NMRU, NRU, RealNPU

WEIGHTS = {
    (NRU, "easy"): {"weight": [[-1.0]]},
    (NRU, "medium"): {"weight": [[-1.0, 0.0]]},
    (NRU, "hard"): {"weight": [[1.0, -1.0]]},
    (NMRU, "easy"): {"weight": [[0.0, 1.0]]},
    (NMRU, "medium"): {"weight": [[0.0, 0.0, 1.0, 0.0]]},
    (NMRU, "hard"): {"weight": [[1.0, 0.0, 0.0, 1.0]]},
    (RealNPU, "easy"): {"weight": [[-1.0]], "gate": [1.0]},
    (RealNPU, "medium"): {"weight": [[-1.0, 1.0]], "gate": [1.0, 0.0]},
    (RealNPU, "hard"): {"weight": [[1.0, -1.0]], "gate": [1.0, 1.0]},
}
TARGETS = {
    "easy": lambda x: 1 / x[:, :1],
    "medium": lambda x: 1 / x[:, :1],
    "hard": lambda x: x[:, :1] / x[:, 1:],
}
PUBLISHED = {  # upper end of the range: NRU, NMRU, RealNPU
    ("easy", 1e-8): (1.02e5, 1.01e5, 1.80e20),
    ("easy", 1e-6): (60.5, 60.6, 1.78e16),
    ("easy", 1e-4): (8.7e-4, 3.7e-3, 1.15e12),
    ("easy", 1e-2): (2.4e-7, 2.4e-7, 4.91e5),
    ("easy", 1.0): (4.6e-11, 4.5e-11, 5.6e-3),
    ("medium", 1e-8): (1.78e5, 1.78e5, 1.81e20),
    ("medium", 1e-6): (36.0, 36.0, 1.80e16),
    ("medium", 1e-4): (8.1e-4, 2.8e-3, 1.31e12),
    ("medium", 1e-2): (5.7e-8, 5.7e-8, 1.12e6),
    ("medium", 1.0): (3.4e-11, 3.4e-11, 0.01345),
    ("hard", 1e-8): (9.4e-12, 3.98e3, 3.97e3),
    ("hard", 1e-6): (3.2e-11, 26.0, 3.93e3),
    ("hard", 1e-4): (9.5e-12, 0.0327, 2.53e3),
    ("hard", 1e-2): (2.1e-11, 4.4e-7, 8.69),
    ("hard", 1.0): (2.2e-11, 1.8e-11, 9.8e-4),
}


def error(unit_class, task, high):
    weights = WEIGHTS[unit_class, task]
    inputs = 1 if task == "easy" else 2
    x = np.random.RandomState(8689336).uniform(0, high, size=(10_000, inputs))
    unit = unit_class(inputs, 1).eval()
    for name, value in weights.items():
        unit.get_parameter(name).data = torch.tensor(value)
    target = torch.tensor(TARGETS[task](x), dtype=torch.float32)
    with torch.no_grad():
        y = unit(torch.tensor(x, dtype=torch.float32))
    return (y - target).square().mean().item()


@pytest.mark.parametrize(("task", "high"), PUBLISHED)
@pytest.mark.parametrize(("column", "unit"), list(enumerate([NRU, NMRU, RealNPU])))
def test_published_error(unit, column, task, high):
    published = PUBLISHED[task, high][column]
    digits = len(f"{published:e}".split("e")[0].rstrip("0").replace(".", ""))
    assert float(f"{error(unit, task, high):.{digits}g}") == published
