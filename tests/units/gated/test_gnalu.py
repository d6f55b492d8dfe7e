import pytest
import torch

from nalm import GNALU

PHI = (1 + 5**0.5) / 2


def test_equals_the_powers_of_the_golden_ratio():
    unit = GNALU(3, 2).double()
    x = torch.tensor([0.5, -2.0, 3.0], dtype=torch.float64)

    def sigma(z):
        return 1 / (1 + PHI ** (-z))

    W = (PHI ** (2 * unit.w_hat) - 1) / (PHI ** (2 * unit.w_hat) + 1) * sigma(unit.m_hat)
    g = sigma(unit.gate @ x)
    m = torch.exp(W @ torch.log(x.abs() + 1e-7))
    torch.testing.assert_close(unit(x), g * (W @ x) + (1 - g) * m)


def test_pinned_value():
    unit = GNALU(1, 1)
    for parameter in unit.parameters():
        parameter.data.fill_(1.0)
    w = (PHI**2 - 1) / (PHI**2 + 1) / (1 + 1 / PHI)
    g = 1 / (1 + PHI**-2)
    assert unit(torch.tensor([2.0])).item() == pytest.approx(g * 2 * w + (1 - g) * 2**w, rel=1e-5)
