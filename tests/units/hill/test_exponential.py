import numpy as np
import pytest
import torch

from nalm import HillExponential
from nalm.errors import InvalidValueError


def with_hats(w_hat, m_hat, **options):
    unit = HillExponential(len(w_hat[0]), len(w_hat), **options).double()
    unit.w_hat.data = torch.tensor(w_hat, dtype=torch.float64)
    unit.m_hat.data = torch.tensor(m_hat, dtype=torch.float64)
    return unit


@pytest.mark.parametrize("a, b", [(3.0, 7.0), (-3.0, 7.0), (3.0, -7.0), (-3.0, -7.0)])
def test_saturated_weights_multiply_and_divide(a, b):
    unit = with_hats([[30.0, 30.0], [30.0, -30.0], [0.0, -30.0]], [[30.0, 30.0]] * 3, snap=1e-6)
    found = unit(torch.tensor([a, b], dtype=torch.float64)).tolist()
    assert found == pytest.approx([a * b, a / b, 1 / b])


def test_equals_the_real_part_of_complex_powers():
    torch.manual_seed(0)
    unit = HillExponential(3, 2).double()
    x = np.random.RandomState(0).normal(size=(20, 3))
    W = (torch.tanh(unit.w_hat) * torch.sigmoid(unit.m_hat)).detach().numpy()
    expected = (x.astype(complex)[:, None] ** W).prod(-1).real
    np.testing.assert_allclose(unit(torch.tensor(x)).detach().numpy(), expected, rtol=1e-10)


def test_sparsity_error():
    assert with_hats([[30.0, 0.0]], [[0.0, 30.0]]).sparsity_error().item() == pytest.approx(0.5)


def test_pinned_value():
    W = np.tanh(0.4) / (1 + np.exp(-0.3))
    y = with_hats([[0.4]], [[0.3]])(torch.tensor([-2.0], dtype=torch.float64)).item()
    assert y == pytest.approx(2**W * np.cos(np.pi * W))


@pytest.mark.parametrize("snap", [-1e-6, 0.5, float("nan")])
def test_a_snap_that_reaches_both_ends_is_refused(snap):
    with pytest.raises(InvalidValueError, match="snap: expected at least 0 and less than"):
        HillExponential(2, 1, snap=snap)
