import itertools

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.autograd import gradcheck, gradgradcheck

from nalm.units._base._product import product
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


@pytest.mark.filterwarnings("ignore:.*torch.jit.script:DeprecationWarning")
@pytest.mark.parametrize("zeros", range(3))
def test_forward_mode_equals_reverse_mode(zeros):
    factors = torch.tensor([[2.0, -3.0, 0.5], [1.5, 7.0, -1.0]], dtype=torch.float64)
    factors[0, :zeros] = 0
    forward = torch.func.jacfwd(product)(factors)
    torch.testing.assert_close(forward, torch.func.jacrev(product)(factors))
    stacked = torch.func.vmap(torch.func.jacfwd(product))(factors.expand(4, 2, 3))
    torch.testing.assert_close(stacked[1], forward)
    if zeros == 0:
        hessian = torch.func.hessian(lambda f: product(f).sum())(factors)
        expected = torch.func.hessian(lambda f: f.prod(-1).sum())(factors)
        torch.testing.assert_close(hessian, expected)


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
