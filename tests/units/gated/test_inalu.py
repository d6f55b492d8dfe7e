import math

import pytest
import torch

from nalm import INALU, INALUInit


def test_published_vector():
    unit = INALU(2, 1).double()
    values = {
        "w_hat_add": [[0.3, -0.2]],
        "m_hat_add": [[0.1, 0.4]],
        "w_hat_mul": [[5.0, 5.0]],
        "m_hat_mul": [[6.0, 6.0]],
        "gate": [-1.0],
    }
    for name, value in values.items():
        getattr(unit, name).data = torch.tensor(value, dtype=torch.float64)
    x = [-2.0, 3.0]
    assert unit(torch.tensor(x, dtype=torch.float64)).item() == pytest.approx(-4.5214691, abs=1e-6)
    assert unit.express(x)[0] == pytest.approx(-4.5214691, abs=1e-6)


def test_each_output_has_its_own_signs():
    # The reference implementation multiplies signs with the weights of other outputs.
    unit = INALU(2, 2)
    unit.w_hat_mul.data = torch.tensor([[20.0, 0.0], [0.0, 20.0]])
    unit.m_hat_mul.data.fill_(20.0)
    unit.gate.data.fill_(-40.0)
    assert unit(torch.tensor([-2.0, 3.0])).tolist() == pytest.approx([-2.0, 3.0], rel=1e-5)


def test_large_products_are_cut():
    unit = INALU(1, 1)
    for name in ("w_hat_mul", "m_hat_mul"):
        unit.get_parameter(name).data.fill_(30.0)
    unit.gate.data.fill_(-100.0)
    assert unit(torch.tensor([1e12])).item() == pytest.approx(math.exp(20), rel=1e-5)


def test_penalty_ends_at_twenty():
    unit = INALU(2, 1)
    for parameter in unit.parameters():
        parameter.data.fill_(-25.0)
    assert unit.penalty().item() == 0
    unit.gate.data.fill_(5.0)
    assert unit.penalty().item() == 15
    unit.w_hat_add.data = torch.tensor([[0.0, 30.0]])
    assert unit.penalty().item() == 15 + 10


@pytest.mark.parametrize("init", list(INALUInit))
def test_initial_moments(init):
    unit = INALU(100, 100, init=init)
    for name, (mean, deviation) in init.moments().items():
        values = unit.get_parameter(name)
        tolerance = 5 * deviation / math.sqrt(values.numel())
        assert values.mean().item() == pytest.approx(mean, abs=tolerance)
        assert values.std().item() == pytest.approx(deviation, rel=0.4)


def test_sparsity_error_is_a_mean():
    unit = INALU(1, 1)
    for parameter in unit.parameters():
        parameter.data.fill_(40.0)
    unit.w_hat_add.data.fill_(math.atanh(0.75))
    assert unit.sparsity_error().item() == pytest.approx(0.125)
