import pytest
import torch

from nalm import NAC


def test_published_weights_are_saturated():
    # Final weights of y = x1 + x2 - x3 + x4 - x5 + x6 - x7 - x8 in a published report.
    w_hat = [8.6499, 8.4963, -8.4905, 8.6622, -8.4617, 8.5317, -8.4859, -8.5097]
    m_hat = [14.0710, 14.0996, 14.1673, 14.0797, 14.1597, 14.0898, 14.1709, 14.1493]
    unit = NAC(8, 1)
    unit.w_hat.data, unit.m_hat.data = torch.tensor([w_hat]), torch.tensor([m_hat])
    signs = torch.tensor([1.0, 1, -1, 1, -1, 1, -1, -1])
    torch.testing.assert_close(unit(torch.eye(8)).squeeze(-1), signs, atol=5e-5, rtol=0)
    assert unit.sparsity_error().item() < 5e-5


def test_initial_weights_of_two_inputs_start_saturated():
    unit = NAC(2, 1)
    values = torch.cat([NAC(2, 1).w_hat for _ in range(200)] + [unit.m_hat])
    assert 9 < values.abs().max() <= 9.4715


def test_pinned_value():
    unit = NAC(2, 1)
    unit.w_hat.data, unit.m_hat.data = torch.tensor([[0.5, -1.0]]), torch.tensor([[0.0, 1.0]])
    expected = 2 * 0.46211716 * 0.5 - 3 * 0.76159416 * 0.73105858
    assert unit(torch.tensor([2.0, 3.0])).item() == pytest.approx(expected)
    assert unit.penalty().item() == 0
