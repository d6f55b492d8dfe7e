import itertools
import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.autograd import gradcheck, gradgradcheck

from nalm.units._base._functional import (
    LOG_GOLDEN_RATIO,
    distance_to_signs_or_zero,
    distance_to_zero_or_one,
    negative_phase,
    product,
)
from tests._tiers import examples


def torch_gradient(function, factors):
    factors = factors.clone().requires_grad_()
    (gradient,) = torch.autograd.grad(function(factors).sum(), factors)
    return gradient


@pytest.mark.parametrize("zeros", range(4))
def test_product_and_gradient_are_exact_with_zero_factors(zeros):
    factors = torch.tensor([2.0, -3.0, 0.5, 7.0], dtype=torch.float64)
    factors[:zeros] = 0
    assert product(factors).item() == factors.prod().item()
    expected = [factors[torch.arange(4) != i].prod().item() for i in range(4)]
    assert torch_gradient(product, factors).tolist() == pytest.approx(expected)


@examples(50)
@given(st.lists(st.sampled_from([-2.0, -0.5, 0.0, 1.0, 3.0]), min_size=1, max_size=6))
def test_gradient_equals_that_of_torch(values):
    factors = torch.tensor(values, dtype=torch.float64)
    expected = torch_gradient(lambda f: f.prod(-1), factors)
    torch.testing.assert_close(torch_gradient(product, factors), expected)


def test_gradcheck():
    factors = torch.tensor([[1.5, -2.0, 0.3], [0.0, 1.0, -1.0], [0.0, 0.0, 2.0]]).double()
    assert gradcheck(product, factors.requires_grad_())
    assert gradgradcheck(product, factors[:1].detach().requires_grad_())


def test_vmap():
    factors = torch.randn(4, 3, 2, 5, dtype=torch.float64)
    factors[0, 0] = 0
    stacked = torch.func.vmap(torch.func.grad(lambda f: product(f).sum()))(factors)
    torch.testing.assert_close(stacked, torch_gradient(product, factors))
    moved = torch.func.vmap(product, in_dims=2, out_dims=1)(factors)
    torch.testing.assert_close(moved, factors.prod(-1).movedim(2, 1))


def test_export():
    class Module(torch.nn.Module):
        def forward(self, x):
            return product(x)

    x = torch.randn(3, 4)
    exported = torch.export.export(Module(), (x,)).module()
    torch.testing.assert_close(exported(x), x.prod(-1))


def test_distances():
    W = torch.tensor([-1.25, -0.75, 0.0, 0.25, 1.0])
    assert distance_to_signs_or_zero(W).tolist() == [0.25, 0.25, 0.0, 0.25, 0.0]
    assert distance_to_zero_or_one(W).tolist() == [1.25, 0.75, 0.0, 0.25, 0.0]


def test_phase_has_full_precision():
    x = torch.tensor([-1.0, 0.0, 2.0], dtype=torch.float64)
    assert negative_phase(x).tolist() == [math.pi, 0, 0]


def test_golden_ratio():
    assert math.exp(LOG_GOLDEN_RATIO) == pytest.approx((1 + 5**0.5) / 2, rel=1e-15)


@pytest.mark.thorough
@pytest.mark.compile
@pytest.mark.filterwarnings("ignore")
def test_compile():
    compiled = torch.compile(product, fullgraph=True)
    for zeros, rows in itertools.product((0, 1, 2), (3, 5)):
        factors = torch.randn(rows, 4, dtype=torch.float64)
        factors[:, :zeros] = 0
        torch.testing.assert_close(compiled(factors), factors.prod(-1))
        expected = torch_gradient(product, factors)
        torch.testing.assert_close(torch_gradient(compiled, factors), expected)
