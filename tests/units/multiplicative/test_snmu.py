import numpy as np
import pytest
import torch

from nalm import NMU, SNMU, ProductForm
from nalm.errors import InvalidValueError
from nalm.testing._behaviour import BEHAVIOUR_CHECKS, FORMULA_CHECKS, check_gradient
from nalm.testing._state import STATE_CHECKS
from nalm.testing._subject import Subject
from nalm.testing._transforms import TRANSFORM_CHECKS

# The upper end of the batch sNMU's noise depends on x and is no path of its gradient.
BATCH_CHECKS = {*STATE_CHECKS, *BEHAVIOUR_CHECKS, *TRANSFORM_CHECKS, *FORMULA_CHECKS}
BATCH_CHECKS -= {check_gradient}


def with_weight(rows, **options):
    unit = SNMU(len(rows[0]), len(rows), **options).double()
    unit.weight.data = torch.tensor(rows, dtype=torch.float64)
    return unit


def inputs(*shape):
    generator = torch.Generator().manual_seed(1)
    return torch.rand(*shape, generator=generator, dtype=torch.float64) * 4 - 2


@pytest.mark.parametrize("check", sorted(BATCH_CHECKS, key=str), ids=lambda check: check.__name__)
def test_the_batch_form_keeps_every_promise_but_that_of_a_gradient_through_its_noise(check):
    check(Subject(lambda i, o: SNMU(i, o, high=None), 3, 2))


@pytest.mark.parametrize("high", [5.0, None])
@pytest.mark.parametrize("form", list(ProductForm))
def test_noise_cancels_where_weights_are_zero_or_one(high, form):
    unit = with_weight([[1.0, 0.0, 1.0], [0.0, 0.0, 0.0]], high=high, form=form)
    x = inputs(50, 3)
    expected = torch.stack([x[:, 0] * x[:, 2], torch.ones(50, dtype=torch.float64)], -1)
    torch.testing.assert_close(unit(x), expected, rtol=1e-12, atol=1e-12)


def test_noise_changes_what_other_weights_give_in_training_alone():
    unit, x = with_weight([[0.3, 0.9, 0.5]]), inputs(20, 3)
    plain = NMU(3, 1).double()
    plain.weight.data = unit.weight.data
    assert not torch.allclose(unit(x), plain(x))
    assert torch.equal(unit.eval()(x), plain(x))


@pytest.mark.parametrize("low, high", [(1.0, 5.0), (0.01, 0.05), (1.0, None)])
def test_equals_the_equation_in_numpy(low, high):
    W, x = np.array([[0.3, 0.8], [1.0, 0.2]]), inputs(5, 2).numpy()
    torch.manual_seed(3)
    u = torch.rand(5, 2, dtype=torch.float64).numpy()
    top = low + 1 / x.std(ddof=1) if high is None else high
    n = low + (top - low) * u
    factors = [(W * (each * n)[:, None] + 1 - W).prod(-1) for each in (x, 1)]
    unit = with_weight(W.tolist(), low=low, high=high)
    torch.manual_seed(3)
    found = unit(torch.tensor(x)).detach().numpy()
    np.testing.assert_allclose(found, factors[0] / factors[1], rtol=1e-12)


def test_the_input_stays_as_it_was():
    x = inputs(4, 2)
    before = x.clone()
    with_weight([[0.4, 0.6]])(x)
    assert torch.equal(x, before)


def test_the_batch_form_learns_nothing_from_the_spread():
    unit, x = with_weight([[0.4, 0.6]], high=None), inputs(4, 2).requires_grad_()
    fixed = with_weight([[0.4, 0.6]], high=1 + 1 / x.detach().std().item())
    torch.manual_seed(0)
    (found,) = torch.autograd.grad(unit(x).sum(), x)
    torch.manual_seed(0)
    (expected,) = torch.autograd.grad(fixed(x).sum(), x)
    torch.testing.assert_close(found, expected)


def test_pinned_value():
    unit = with_weight([[0.3, 0.9]]).float()
    torch.manual_seed(0)
    y = unit(torch.tensor([2.0, -3.0])).item()
    assert y == pytest.approx(-4.5179593, rel=1e-6)


@pytest.mark.parametrize("low, high", [(0.0, 1.0), (2.0, 1.0), (1.0, 1.0), (-1.0, None)])
def test_noise_has_a_positive_width_above_zero(low, high):
    with pytest.raises(InvalidValueError, match="low, high: expected 0 < low < high"):
        SNMU(2, 1, low=low, high=high)
