import pytest
import sympy
import torch
from torch import nn

from nalm.units._gated._dmu_gate import hard_gate, normalised


def test_a_gate_is_one_where_its_logit_is_positive():
    assert hard_gate([2.0, -1.0], [1.0, 2.0], bias=0.5) == 1
    assert hard_gate([2.0, -1.0], [1.0, 2.0], bias=-0.5) == 0


def test_a_gate_that_no_input_moves_is_a_number():
    a = sympy.Symbol("a")
    assert [hard_gate([0.0], [a], bias=bias) for bias in (-1.0, 0.0, 1.0)] == [0, 0, 1]


@pytest.mark.parametrize("count", [1, 3])
def test_normalised_equals_layer_normalisation(count):
    norms = nn.Sequential(*(nn.LayerNorm(3) for _ in range(count))).double()
    for norm in norms:
        norm.weight.data = torch.tensor([0.5, 2.0, 1.0], dtype=torch.float64)
        norm.bias.data = torch.tensor([0.1, -0.2, 0.0], dtype=torch.float64)
    x = torch.tensor([3.0, -1.0, 0.5], dtype=torch.float64)
    assert normalised(x.tolist(), norms) == pytest.approx(norms(x).tolist())
