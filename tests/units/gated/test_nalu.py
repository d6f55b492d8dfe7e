import pytest
import torch

from nalm import NALU, NALUWeights
from nalm.errors import InvalidTypeError


def with_values(**values):
    unit = NALU(2, 1, **values.pop("options", {}))
    for name, value in values.items():
        getattr(unit, name).data = torch.tensor([value])
    return unit


def test_mixes_the_paths_with_the_gate():
    saturated = {"w_hat": [20.0, 20.0], "m_hat": [20.0, 20.0]}
    x = torch.tensor([3.0, 4.0])
    assert with_values(**saturated, gate=[9.0, 9.0])(x).item() == pytest.approx(7)
    assert with_values(**saturated, gate=[-9.0, -9.0])(x).item() == pytest.approx(12)
    assert with_values(**saturated, gate=[0.0, 0.0])(x).item() == pytest.approx(9.5)


def test_options():
    unit = NALU(2, 1)
    assert sorted(dict(unit.named_parameters())) == ["gate", "m_hat", "w_hat"]
    unit = NALU(2, 1, weights=NALUWeights.SEPARATE, gate_bias=True)
    names = ["bias", "gate", "m_hat", "m_hat_mul", "w_hat", "w_hat_mul"]
    assert sorted(dict(unit.named_parameters())) == names
    assert unit.bias.tolist() == [0]
    with pytest.raises(InvalidTypeError, match="weights"):
        NALU(2, 1, weights="shared")


def test_pinned_value():
    unit = with_values(
        options={"weights": NALUWeights.SEPARATE, "gate_bias": True},
        w_hat=[20.0, -20.0],
        m_hat=[20.0, 20.0],
        w_hat_mul=[20.0, -20.0],
        m_hat_mul=[20.0, 20.0],
        gate=[0.0, 0.0],
    )
    unit.bias.data = torch.tensor([1.0])
    g = 0.7310585786
    assert unit(torch.tensor([6.0, 2.0])).item() == pytest.approx(g * 4 + (1 - g) * 3)


def test_sparsity_error_covers_both_paths():
    unit = NALU(2, 1, weights=NALUWeights.SEPARATE)
    for hat in (unit.w_hat, unit.m_hat, unit.m_hat_mul):
        hat.data.fill_(40.0)
    unit.w_hat_mul.data.fill_(0.5)
    assert unit.sparsity_error().item() == pytest.approx(0.46211716)
