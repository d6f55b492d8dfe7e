import math

import pytest
import torch

from nalm.units import NAC, NALU, NAU, NMU, NACMulNMU, input_penalty

X = torch.tensor([[2.0, 1.0], [4.0, 3.0]])  # mean inputs 3 and 2


def weighted(unit, weight):
    unit.weight.data = torch.tensor([weight])
    return unit


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (weighted(NAU(2, 1), [-0.5, 1.0]), 0.5 * 9 / 2),
        (weighted(NMU(2, 1), [0.5, 0.0]), (0.5 * 4 + 1) / 2),
        (
            weighted(NACMulNMU(2, 1), [1.0, 0.5]),
            0.5 * (1 - math.log(3) / 2) ** 2 / 2,
        ),
    ],
)
def test_pinned_values(unit, expected):
    assert input_penalty(unit, [X]).item() == pytest.approx(expected, rel=1e-5)


def test_the_nac_is_weighed_by_its_effective_weight():
    nac = NAC(2, 1)
    nac.w_hat.data, nac.m_hat.data = torch.tensor([[20.0, -20.0]]), torch.tensor([[20.0, -20.0]])
    assert input_penalty(nac, [X]).item() == pytest.approx(4 / 2)


@pytest.mark.parametrize("unit", [NAU(2, 1), NMU(2, 1)])
def test_calls_count_as_one_batch_and_gradients_reach_the_inputs(unit):
    x = X.clone().requires_grad_()
    assert torch.allclose(input_penalty(unit, [x[:1], x[1:]]), input_penalty(unit, [x]))
    input_penalty(unit, [x]).backward()
    assert x.grad.count_nonzero() == 4


def test_other_units_have_none():
    assert input_penalty(NALU(2, 1), [X]).item() == 0
