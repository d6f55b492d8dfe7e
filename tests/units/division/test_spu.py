import itertools
import math
from functools import partial

import pytest
import torch

from nalm import SPU, Exponents
from nalm.testing import check_unit


def with_weights(multiply, divide, sign, **options):
    unit = SPU(len(multiply[0]), len(multiply), **options)
    values = {"multiply": multiply, "divide": divide, "sign": sign}
    for name, rows in values.items():
        unit.get_parameter(name).data = torch.tensor(rows)
    return unit


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("options", [{}, {"relative": False}, {"smooth": True}, {"tied": True}])
@pytest.mark.parametrize("signs", list(itertools.product((1.0, -1.0), repeat=2)))
def test_gold_weights_compute(signs, options, training):
    a, b = 3.0 * signs[0], 7.0 * signs[1]
    multiply = [[1.0, 0.0], [0.0, 0.0], [1.0, 1.0]]
    divide = [[0.0, 1.0], [1.0, 0.0], [0.0, 0.0]]
    sign = [[1.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
    unit = with_weights(multiply, divide, sign, **options).train(training)
    found = unit(torch.tensor([a, b])).tolist()
    assert found == pytest.approx([a / b, 1 / a, a * b], rel=1e-5)


def test_evaluation_is_exact_where_logarithms_are_not():
    unit = with_weights([[1.0, 1.0]], [[0.0, 0.0]], [[1.0, 1.0]])
    x = torch.tensor([123.0, -257.0])
    assert unit.eval()(x).item() == 123 * -257


def test_only_the_promise_of_true_gradients_is_broken():
    for options in ({}, {"smooth": True}, {"relative": False, "smooth": True}):
        factory = partial(SPU, **options)
        check_unit(factory, true_gradients=False)
        with pytest.raises(AssertionError, match="finite differences"):
            check_unit(factory)


def test_relative_gradients_are_those_of_the_relative_error():
    x = torch.randn(50, 3, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    true, scaled = (SPU(3, 2, relative=relative).double() for relative in (False, True))
    scaled.load_state_dict(true.state_dict())
    inputs = [x.clone().requires_grad_() for _ in range(2)]
    y = true(inputs[0])
    # Each output's squared error over its mean square, as a constant.
    (y / y.detach().square().mean(0).sqrt()).square().sum().backward()
    z = scaled(inputs[1])
    z.square().sum().backward()
    torch.testing.assert_close(z, y)
    for name, value in true.named_parameters():
        torch.testing.assert_close(scaled.get_parameter(name).grad, value.grad)


@pytest.mark.parametrize("left", [0.3, 0.1, 0.03, 0.01, 1e-3, 0.0])
def test_clipping_leaves_a_step_where_every_factor_of_the_sign_nears_0(left):
    unit = SPU(10, 1)
    unit.sign.data.fill_((1 - left) / 2)
    (unit(-torch.full((4, 10), 15.0)) + 3000).square().mean().backward()
    norm = torch.cat([each.grad.flatten() for each in unit.parameters()]).norm()
    assert torch.isfinite(norm)


def test_inputs_keep_the_true_gradient_of_a_relative_unit():
    x = torch.tensor([[1.5, -0.5]], dtype=torch.float64)
    gradients = []
    for relative in (False, True):
        torch.manual_seed(0)
        leaf = x.clone().requires_grad_()
        SPU(2, 1, relative=relative).double()(leaf).sum().backward()
        gradients.append(leaf.grad)
    assert torch.equal(*gradients)


def test_tied_reads_the_sign_off_the_exponent():
    undecided = {"multiply": [[1.0, 0.0]], "divide": [[0.0, 0.0]], "sign": [[0.0, 1.0]]}
    x = torch.tensor([-2.0, -3.0])
    assert with_weights(**undecided).eval()(x).item() == -2.0  # |a| sign(b)
    assert with_weights(**undecided, tied=True).eval()(x).item() == -2.0  # a
    assert with_weights(**undecided).train()(x).item() == pytest.approx(-2.0)
    assert with_weights(**undecided, tied=True).eval()(-x).item() == 2.0
    assert with_weights(**undecided).eval()(torch.tensor([-2.0, 3.0])).item() == 2.0


def test_penalty_pulls_to_multiples_of_the_step():
    weights = [[0.75]], [[0.25]], [[0.9]]
    assert with_weights(*weights).penalty().item() == pytest.approx(0.25 + 0.25 + 0.1)
    halves = with_weights(*weights, exponents=Exponents(step=0.5))
    assert halves.penalty().item() == pytest.approx(0.25 + 0.25 + 0.1)
    cubes = with_weights([[2.4]], *weights[1:], exponents=Exponents(largest=3))
    assert cubes.penalty().item() == pytest.approx(0.4 + 0.25 + 0.1)


def test_sparsity_error_is_that_of_the_difference():
    unit = with_weights([[0.9, 1.0]], [[0.2, 0.75]], [[0.5, 0.5]])
    assert unit.sparsity_error().item() == pytest.approx(0.3)


@pytest.mark.parametrize(("inputs", "smooth"), [(1, False), (1, True), (10, False), (10, True)])
def test_starts_near_the_geometric_mean(inputs, smooth):
    torch.manual_seed(0)
    unit = SPU(inputs, 200, smooth=smooth)
    low, high = 0.5 / inputs, min(1, 1.5 / inputs)
    assert low <= unit.multiply.min() < unit.multiply.max() <= high
    assert not unit.divide.any()
    scale = 2 if smooth else 1
    assert min(1, scale * low) <= unit.sign.min() <= unit.sign.max() <= min(1, (scale + 2) * low)


def test_zero_has_finite_gradients():
    for smooth in (True, False):
        x = torch.tensor([[0.0, 2.0], [1.0, -3.0]], requires_grad=True)
        unit = SPU(2, 1, smooth=smooth)
        unit(x).sum().backward()
        gradients = [x.grad, *(value.grad for value in unit.parameters())]
        assert all(torch.isfinite(gradient).all() for gradient in gradients)


def test_pinned_value():
    y = with_weights([[0.5, 0.25]], [[0.0, 1.0]], [[0.75, 0.25]]).eval()
    expected = math.sqrt(2) * 4**-0.75 * (1 - 2 * 0.25)
    assert y(torch.tensor([2.0, -4.0])).item() == pytest.approx(expected)
