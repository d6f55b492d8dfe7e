import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.func import jvp, vmap
from torch.nn import functional as F

from nalm.training import (
    ChordalError,
    MeanAbsoluteError,
    MeanAbsolutePercentageError,
    MeanSquaredError,
    PearsonCorrelation,
    PearsonThenSquared,
    SmoothL1,
)
from nalm.training._spec import with_numbers

NOW = torch.tensor(0, dtype=torch.int32)
LOSSES = [
    MeanSquaredError(),
    MeanAbsoluteError(),
    SmoothL1(),
    PearsonCorrelation(),
    MeanAbsolutePercentageError(),
    PearsonThenSquared(),
    ChordalError(),
]


def column(*values):
    return torch.tensor(values, dtype=torch.float64)[:, None]


def batch(seed=0, rows=50, outputs=2):
    generator = torch.Generator().manual_seed(seed)
    shape = (2, rows, outputs)
    return tuple(torch.randn(shape, generator=generator, dtype=torch.float64).unbind(0))


Y, T = column(1.0, 2.0, 4.0), column(2.0, 2.0, -4.0)


@pytest.mark.parametrize(
    ("loss", "expected"),
    [
        (MeanSquaredError(), (1 + 0 + 64) / 3),
        (MeanAbsoluteError(), (1 + 0 + 8) / 3),
        (SmoothL1(), (0.5 + 0 + 7.5) / 3),
        (SmoothL1(beta=2.0), (0.25 + 0 + 7) / 3),
        (MeanAbsolutePercentageError(), (0.5 + 0 + 2) / 3),
    ],
    ids=str,
)
def test_worked_values(loss, expected):
    assert loss(Y, T, NOW).item() == pytest.approx(expected, rel=1e-15)


@given(seed=st.integers(0, 2**31), beta=st.floats(0.01, 10))
def test_distances_equal_torch(seed, beta):
    y, t = batch(seed)
    expected = F.smooth_l1_loss(y, t, beta=beta)
    torch.testing.assert_close(SmoothL1(beta=beta)(y, t, NOW), expected, rtol=1e-13, atol=0)
    torch.testing.assert_close(MeanSquaredError()(y, t, NOW), F.mse_loss(y, t))


@given(scale=st.floats(0.1, 100), shift=st.floats(-10, 10), seed=st.integers(0, 2**31))
def test_correlation_ignores_scale_and_shift(scale, shift, seed):
    _, t = batch(seed)
    assert PearsonCorrelation()(scale * t + shift, t, NOW).item() == pytest.approx(0, abs=1e-5)
    assert PearsonCorrelation()(shift - scale * t, t, NOW).item() == pytest.approx(2, abs=1e-5)


def test_correlation_equals_numpy():
    y, t = batch(outputs=1)
    expected = 1 - np.corrcoef(y[:, 0], t[:, 0])[0, 1]
    assert PearsonCorrelation()(y, t, NOW).item() == pytest.approx(expected, rel=1e-5)


def test_correlation_of_several_outputs_is_their_mean():
    y, t = batch(outputs=3)
    apart = [PearsonCorrelation()(y[:, [k]], t[:, [k]], NOW) for k in range(3)]
    torch.testing.assert_close(PearsonCorrelation()(y, t, NOW), torch.stack(apart).mean())


def test_correlation_is_bounded_from_below_by_epsilon():
    """The published form: σ = √max(var, ε), and ε again in the denominator."""
    epsilon = 2.0**-23
    y, t = column(0.0, 2e-5), column(-1.0, 1.0)
    deviation = np.sqrt(epsilon) + epsilon  # var = 1e-10 < ε
    expected = 1 - 1e-5 / deviation / (1 + epsilon)
    assert PearsonCorrelation()(y, t, NOW).item() == pytest.approx(expected, rel=1e-12)


def test_correlation_of_a_constant_is_finite_with_its_gradient():
    y = torch.ones(5, 1, requires_grad=True)
    loss = PearsonCorrelation()(y, torch.arange(5.0)[:, None], NOW)
    loss.backward()
    assert loss.item() == 1
    assert y.grad.isfinite().all()


def test_the_loss_changes_at_the_given_step():
    y, t = batch()
    loss = PearsonThenSquared(until=10.0)
    for now, expected in ((0, PearsonCorrelation()), (9, PearsonCorrelation())):
        assert loss(y, t, torch.tensor(now)) == expected(y, t, NOW)
    for now in (10, 11, 50_000):
        assert loss(y, t, torch.tensor(now)) == MeanSquaredError()(y, t, NOW)


def test_the_published_change_is_at_step_25000():
    y, t = batch()
    before, after = (PearsonThenSquared()(y, t, torch.tensor(now)) for now in (24_999, 25_000))
    assert before == PearsonCorrelation()(y, t, NOW)
    assert after == MeanSquaredError()(y, t, NOW)


TRUE_GRADIENT = [loss for loss in LOSSES if not isinstance(loss, ChordalError)]


@pytest.mark.parametrize("loss", TRUE_GRADIENT, ids=str)
def test_the_gradient_is_the_one_of_finite_differences(loss):
    y, t = batch(rows=6)
    y.requires_grad_()
    assert torch.autograd.gradcheck(lambda y: loss(y, t, NOW), y)


@pytest.mark.parametrize("loss", [SmoothL1(beta=1.0), PearsonThenSquared(until=1.0)], ids=str)
def test_every_run_has_its_own_numbers(loss):
    y, t = (torch.stack(each) for each in zip(batch(0), batch(1), strict=True))
    numbers = torch.tensor([0.5, 20.0], dtype=torch.float64)
    now = torch.tensor(3, dtype=torch.int32)
    found = vmap(lambda n, y, t: with_numbers(loss, [n])(y, t, now))(numbers, y, t)
    for run, number in enumerate(numbers.tolist()):
        expected = with_numbers(loss, [number])(y[run], t[run], now)
        torch.testing.assert_close(found[run], expected)


@pytest.mark.parametrize("loss", [MeanSquaredError(), ChordalError()])
def test_a_squared_loss_is_the_mean_square_of_its_residuals(loss):
    y, t = batch()
    torch.testing.assert_close((loss.residuals(y, t) ** 2).mean(), loss(y, t, NOW))


def test_chords_are_those_of_points_on_a_circle():
    y, t = column(0.0, 1.0, 1e9), column(1.0, -1.0, -1e9)
    # Points at the angles 2 arctan(y / σ) of a circle of diameter 1; σ = (1 · 1 · 10⁹)^(1/3).
    expected = torch.sin(torch.atan(y / 1e3) - torch.atan(t / 1e3))
    torch.testing.assert_close(ChordalError().residuals(y, t), expected)


def test_chords_have_their_true_derivative():
    y, t = batch(rows=6)
    assert torch.autograd.gradcheck(lambda y: ChordalError().residuals(y, t), y.requires_grad_())


def test_a_chord_does_not_overflow_where_squares_do():
    y, t = (column(*values).float() for values in ((1e30, 2.0), (-1e30, 1e30)))
    found = ChordalError().residuals(y, t)
    assert torch.isfinite(found).all() and (found.abs() <= 1 + 1e-6).all()


def test_chords_do_not_feel_units():
    y, t = batch()
    found, scaled = (ChordalError().residuals(c * y, c * t) for c in (1.0, 1e6))
    torch.testing.assert_close(found, scaled)


def test_a_pole_of_the_target_has_no_part_in_the_chordal_error():
    y, t = column(1.0, 3.0).requires_grad_(), column(2.0, torch.inf)
    ChordalError()(y, t, NOW).backward()
    assert y.grad[1] == 0 and torch.isfinite(y.grad).all()


def test_the_gradient_of_the_chordal_error_takes_the_roots_for_constants():
    y, t = column(1000.0).requires_grad_(), column(1.0)
    ChordalError()(y, t, NOW).backward()
    assert y.grad.item() == pytest.approx(2 * 999 / ((1 + 1000**2) * 2))


def test_a_prediction_at_a_pole_is_as_far_as_a_chord_can_be():
    t = column(1.0, 1.0, 1.0, -1.0)
    y = column(math.inf, -math.inf, 1.0, 1.0).requires_grad_()
    loss = ChordalError()
    torch.testing.assert_close(loss.residuals(y, t)[:3], column(0.5, -0.5, 0.0) * 2**0.5)
    loss(y, t, NOW).backward()
    assert torch.isfinite(y.grad).all()
    near = column(1e15, -1e15, 1.0, 1.0)
    torch.testing.assert_close(loss(near, t, NOW), loss(y, t, NOW))


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")  # PyTorch's own
@pytest.mark.parametrize("target", [math.inf, math.nan])
def test_a_target_that_is_not_finite_counts_as_reached(target):
    y, t = batch(rows=4, outputs=1)
    beside = torch.cat([t, column(target)])
    loss = ChordalError()
    found, derivative = jvp(
        lambda y: loss.residuals(y, beside),
        (torch.cat([y, column(3.0)]),),
        (torch.ones(5, 1).double(),),
    )
    assert found[-1] == derivative[-1] == 0
    torch.testing.assert_close(found[:-1], loss.residuals(y, t))
