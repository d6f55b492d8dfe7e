import pytest
import torch

from nalm import MassSign, MulMCFC
from nalm.errors import InvalidTypeError


def trained(sign):
    unit = MulMCFC(2, 1, sign=sign)
    unit.gate.data = torch.tensor([20.0])
    if unit.selector is not None:
        unit.selector.data = torch.ones(2)
    return unit


@pytest.mark.parametrize("sign", [MassSign.INALU, MassSign.REAL_NPU])
@pytest.mark.parametrize("x", [[2.0, 3.0], [-2.0, 3.0], [-2.0, -3.0]])
def test_products_have_their_sign(sign, x):
    assert trained(sign)(torch.tensor(x)).item() == pytest.approx(x[0] * x[1], rel=1e-5)


def test_without_a_sign_negative_inputs_have_no_value():
    y = trained(MassSign.NONE)(torch.tensor([[2.0, 3.0], [-2.0, 3.0]]))
    assert y[0].item() == pytest.approx(6, rel=1e-5)
    assert y[1].isnan()


@pytest.mark.parametrize("sign", MassSign)
def test_at_zero_outputs_are_zero_and_gradients_finite(sign):
    unit = MulMCFC(3, 2, sign=sign)
    x = torch.tensor([[0.0, 2.0, 3.0], [0.0, 0.0, 1.0], [1.0, 2.0, 3.0]], requires_grad=True)
    y = unit(x)
    assert y[:2].tolist() == [[0, 0], [0, 0]]
    y.sum().backward()
    assert x.grad[:2].abs().max() == 0
    assert all(value.isfinite().all() for value in (x.grad, *(p.grad for p in unit.parameters())))
    assert torch.equal(unit(x)[2], unit(x[2:])[0])


def test_the_offset_is_a_factor():
    unit = trained(MassSign.INALU)
    unit.offset.data = torch.tensor([2.0]).log()
    x = [3.0, -5.0]
    assert unit(torch.tensor(x)).item() == pytest.approx(-30, rel=1e-5)
    assert unit.express(x)[0] == pytest.approx(-30, rel=1e-5)


def test_the_selector_alone_costs_a_tenth_of_its_distance():
    with_selector, without = (trained(sign) for sign in (MassSign.REAL_NPU, MassSign.INALU))
    without.junction.data = with_selector.junction.data
    assert with_selector.penalty().item() == pytest.approx(without.penalty().item())
    with_selector.selector.data = torch.tensor([0.5, 1.0])
    difference = with_selector.penalty() - without.penalty()
    assert difference.item() == pytest.approx(0.025, abs=1e-4)


def test_the_sparsity_error_is_the_mean_over_all_weights():
    unit = MulMCFC(2, 1, sign=MassSign.REAL_NPU)
    unit.gate.data, unit.offset.data = torch.tensor([0.0]), torch.tensor([0.25])
    assert unit.sparsity_error().item() == pytest.approx((0 + 0.5 + 0.25 + 0.5) / 4)


def test_an_unknown_sign_is_refused():
    with pytest.raises(InvalidTypeError, match="sign"):
        MulMCFC(2, 1, sign="iNALU")
