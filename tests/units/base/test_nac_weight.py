import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.units._base._nac_weight import check_snap, nac_weight


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


def test_a_snap_is_below_a_half():
    assert check_snap(0.25) == 0.25
    with pytest.raises(InvalidValueError, match="snap: expected at least 0"):
        check_snap(0.5)
