import math

import pytest
import torch

from nalm import HillTrigProducts
from nalm.errors import InvalidValueError


def with_weights(choice, difference, **options):
    unit = HillTrigProducts(2, 1, **options).double()
    unit.w_hat.data = torch.tensor([[choice, difference]], dtype=torch.float64)
    unit.m_hat.data = torch.full((1, 2), 20.0, dtype=torch.float64)
    return unit


@pytest.mark.parametrize(
    "weights, expected",
    [
        ((20.0, 20.0), lambda a, b: math.cos(a - b)),
        ((20.0, 0.0), lambda a, b: math.cos(a + b)),
        ((0.0, 20.0), lambda a, b: math.sin(a - b)),
        ((0.0, 0.0), lambda a, b: math.sin(a + b)),
    ],
)
@pytest.mark.parametrize("a, b", [(0.3, 1.1), (-2.0, 5.0)])
def test_saturated_weights_choose(weights, expected, a, b):
    y = with_weights(*weights, snap=1e-6)(torch.tensor([a, b], dtype=torch.float64))
    assert y.item() == pytest.approx(expected(a, b), abs=1e-12)


def test_equals_the_products_of_the_paper():
    v, w = math.tanh(0.4), math.tanh(-0.9)
    a, b = 0.7, -1.3
    cos, sin = math.cos, math.sin
    parts = (cos(a) * cos(b), sin(a) * sin(b), sin(a) * cos(b), cos(a) * sin(b))
    cosines = w * (parts[0] + parts[1]) + (1 - w) * (parts[0] - parts[1])
    sines = w * (parts[2] - parts[3]) + (1 - w) * (parts[2] + parts[3])
    y = with_weights(0.4, -0.9)(torch.tensor([a, b], dtype=torch.float64)).item()
    assert y == pytest.approx(v * cosines + (1 - v) * sines, rel=1e-7)


def test_one_input_is_no_pair_of_angles():
    with pytest.raises(InvalidValueError, match="in_features: expected at least 2"):
        HillTrigProducts(1, 1)
