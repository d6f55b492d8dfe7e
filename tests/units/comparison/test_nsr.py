import math

import numpy as np
import pytest
import torch

from nalm import NSR
from nalm.errors import InvalidValueError
from nalm.tasks import Comparison

BITS = {  # a sign, a zero bit and a bias with which the unit compares
    Comparison.GREATER: (40, -40, -20),
    Comparison.LESS: (-40, -40, -20),
    Comparison.GREATER_EQUAL: (40, 40, 20),
    Comparison.LESS_EQUAL: (-40, 40, 20),
    Comparison.EQUAL: (0, 40, 0),
    Comparison.UNEQUAL: (0, -40, 0),
}


def comparing(sign, zero, bias, **options):
    unit = NSR(2, 1, **options).double()
    unit.first.data = torch.tensor([[[90.0, 0.0]]], dtype=torch.float64)
    unit.second.data = torch.tensor([[[0.0, 90.0]]], dtype=torch.float64)
    unit.sign.data, unit.zero.data = torch.tensor([[[sign]], [[zero]]], dtype=torch.float64)
    unit.bias.data = torch.tensor([bias], dtype=torch.float64)
    return unit


@pytest.mark.parametrize("comparison", Comparison, ids=str)
@pytest.mark.parametrize("magnitude", [1.0, 1e4, 1e9, 1e14])
def test_compares_at_every_magnitude(comparison, magnitude):
    unit = comparing(*BITS[comparison], scale=3.0)
    x = magnitude + torch.tensor([[0, 1], [1, 0], [0, 0], [5, 5]], dtype=torch.float64)
    expected = comparison.evaluate(x[:, 0], x[:, 1])
    torch.testing.assert_close(unit(x)[:, 0], expected, rtol=0, atol=1e-6)


def test_equals_the_equation_in_numpy():
    torch.manual_seed(0)
    unit = NSR(3, 2, redundancy=4, scale=0.7).double()
    x = np.random.RandomState(0).normal(size=(6, 3))
    V, U, A, B, b = (p.detach().numpy() for p in unit.parameters())
    softmax = [np.exp(W) / np.exp(W).sum(-1, keepdims=True) for W in (V, U)]
    s = np.tanh(0.7 * np.einsum("ori,ni->nor", softmax[0] - softmax[1], x))
    z = b + (A * s + B * (1 - 2 * s**2)).sum(-1)
    found = unit(torch.from_numpy(x)).detach().numpy()
    np.testing.assert_allclose(found, 1 / (1 + np.exp(-z)), rtol=1e-12)


def test_scale_is_the_resolution():
    x = torch.tensor([[2.0, 1.9], [2.0, 2.0]], dtype=torch.float64)
    coarse, fine = (comparing(0, 9, 0, scale=scale)(x)[:, 0].round() for scale in (0.1, 100))
    assert coarse.tolist() == [1, 1]
    assert fine.tolist() == [0, 1]


def test_initial_parameters():
    torch.manual_seed(0)
    unit = NSR(300, 4, redundancy=100)
    assert unit.first.std().item() == pytest.approx(math.sqrt(2 / 400), rel=0.02)
    assert unit.second.std().item() == pytest.approx(math.sqrt(2 / 400), rel=0.02)
    assert unit.sign.std().item() == pytest.approx(math.sqrt(2 / 101), rel=0.1)
    assert unit.bias.tolist() == [0] * 4


def test_sparsity_error_is_about_the_operands():
    unit = comparing(0.3, 0.4, 0)
    assert unit.sparsity_error() < 1e-9
    unit.first.data[0, 0] = torch.tensor([math.log(3), 0])
    assert unit.sparsity_error().item() == pytest.approx(0.25)


def test_pinned_value():
    d = 0.5
    z = 0.2 + 1.5 * math.tanh(d) - 0.7 * (1 - 2 * math.tanh(d) ** 2)
    y = comparing(1.5, -0.7, 0.2)(torch.tensor([2.5, 2.0], dtype=torch.float64))
    assert y.item() == pytest.approx(1 / (1 + math.exp(-z)))


@pytest.mark.parametrize("options", [{"redundancy": 0}, {"scale": 0.0}, {"scale": math.inf}])
def test_wrong_options_are_refused(options):
    with pytest.raises(InvalidValueError, match="redundancy, scale"):
        NSR(2, 1, **options)


def test_the_formula_of_numbers_compares_at_every_magnitude():
    nsr = NSR(2, 1).eval()
    for a, b in [(1.0, 900.0), (900.0, 1.0), (1e14, -1e14)]:
        (found,) = nsr.express([a, b])
        assert found == pytest.approx(nsr(torch.tensor([a, b])).item(), abs=1e-6)
