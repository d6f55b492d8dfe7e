import math

import pytest
import torch

from nalm.units._base._functional import (
    LOG_GOLDEN_RATIO,
    distance_to_signs_or_zero,
    distance_to_zero_or_one,
    nac_weight,
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


def test_snapping_makes_saturated_weights_exact_and_leaves_the_others():
    w_hat = torch.tensor([20.0, -20.0, 20.0, 0.3], requires_grad=True)
    m_hat = torch.tensor([20.0, 20.0, -20.0, 0.2], requires_grad=True)
    plain, snapped = (nac_weight(w_hat, m_hat, snap=snap) for snap in (0.0, 1e-6))
    assert snapped[:3].tolist() == [1, -1, 0]
    assert plain[2] > 0
    assert snapped[3] == plain[3]
    snapped.sum().backward()
    assert w_hat.grad[:3].tolist() == [0, 0, 0]
    assert w_hat.grad[3] != 0
