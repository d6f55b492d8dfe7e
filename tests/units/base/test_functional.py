import math

import pytest
import torch

from nalm.units._base._functional import (
    LOG_GOLDEN_RATIO,
    distance_to_signs_or_zero,
    distance_to_zero_or_one,
    negative_phase,
)


def test_distances():
    W = torch.tensor([-1.25, -0.75, 0.0, 0.25, 1.0])
    assert distance_to_signs_or_zero(W).tolist() == [0.25, 0.25, 0.0, 0.25, 0.0]
    assert distance_to_zero_or_one(W).tolist() == [1.25, 0.75, 0.0, 0.25, 0.0]


def test_phase_has_full_precision():
    x = torch.tensor([-1.0, 0.0, 2.0], dtype=torch.float64)
    assert negative_phase(x).tolist() == [math.pi, 0, 0]


def test_golden_ratio():
    assert math.exp(LOG_GOLDEN_RATIO) == pytest.approx((1 + 5**0.5) / 2, rel=1e-15)
