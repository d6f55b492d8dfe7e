import pytest
import torch

from nalm import NAC, HillExponential, HillTrigProducts, HillUnitCircle, NACMul
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


@pytest.mark.parametrize("unit", [NAC, NACMul, HillExponential, HillUnitCircle, HillTrigProducts])
def test_units_with_it_have_two_matrices_that_snap_and_no_penalty(unit):
    made = unit(3, 2, snap=1e-6)
    assert {name for name, _ in made.named_parameters()} == {"w_hat", "m_hat"}
    made.w_hat.data.fill_(20)
    made.m_hat.data.fill_(-20)
    assert made.sparsity_error() == 0
    assert made.penalty() == 0
    with pytest.raises(InvalidValueError, match="snap"):
        unit(3, 2, snap=0.5)
