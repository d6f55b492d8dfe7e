import cmath

import pytest
import torch

from nalm import NaiveNPU
from nalm.errors import InvalidValueError

X = (-2.0, 3.0)


def with_weight(real, imaginary=(0.0, 0.0)):
    unit = NaiveNPU(2, 1).double()
    unit.weight_real.data = torch.tensor([real], dtype=torch.float64)
    unit.weight_imag.data = torch.tensor([imaginary], dtype=torch.float64)
    return unit


@pytest.mark.parametrize(
    ("real", "imaginary", "expected"),
    [
        ((1.0, 1.0), (0.0, 0.0), -6),
        ((1.0, -1.0), (0.0, 0.0), -0.6666667),
        ((2.0, 0.0), (0.0, 0.0), 4),
        ((0.5, 0.0), (0.0, 0.0), 0),
        ((0.7, -0.3), (0.2, 0.1), -0.4791454),
    ],
)
def test_published_vectors(real, imaginary, expected):
    y = with_weight(real, imaginary)(torch.tensor(X, dtype=torch.float64)).item()
    assert y == pytest.approx(expected, abs=1e-6)
    powers = [x ** complex(w, v) for x, w, v in zip(map(complex, X), real, imaginary, strict=True)]
    assert y == pytest.approx((powers[0] * powers[1]).real, abs=1e-6)
    assert cmath.isfinite(powers[0])


def test_formula_is_exact_for_complex_weights():
    unit = with_weight((0.7, -0.3), (0.2, 0.1))
    (y,) = unit.express(list(X))
    assert y.imag == pytest.approx(0, abs=1e-12)
    assert y.real == pytest.approx(-0.4791454, abs=1e-6)


def test_initial_imaginary_weight_is_zero():
    assert NaiveNPU(3, 2).weight_imag.abs().max() == 0


def test_sparsity_error_is_a_mean():
    assert with_weight((1.0, 0.75), (0.0, 0.5)).sparsity_error().item() == (0.25 + 0.5) / 2


def test_epsilon():
    with pytest.raises(InvalidValueError, match="epsilon"):
        NaiveNPU(2, 1, epsilon=-1.0)
