import numpy as np
import torch

from nalm.discovery.stages.cohorts._model import Fit
from nalm.discovery.stages.cohorts._quadratic import Quadratic
from nalm.discovery.stages.cohorts._structure import Structure
from tests.discovery._prepared import inputs, model_of, prepared, some_parameters


def some_fit(factor=1.0):
    x = inputs()
    rows = prepared(x, 1 + np.sin(x[:, 0]) + x[:, 1] ** 2)
    flat = factor * some_parameters(Structure(2), 2, starts=4)
    return model_of(Structure(2), rows)(flat, rows.constant().expand(4, -1))


def test_is_what_the_residuals_promise_for_a_step():
    fit = some_fit()
    quadratic = Quadratic.of(fit)
    step = torch.linspace(-1, 1, 4, dtype=torch.float64)
    moved = fit.residual + (fit.jacobian * step[:, None]).sum(1)
    rows = fit.residual.shape[1]
    promised = rows * quadratic.cost + 2 * quadratic.gradient @ step
    promised += (quadratic.curvature @ step) @ step
    torch.testing.assert_close(promised, moved.square().sum(1))
    assert torch.equal(quadratic.linear, fit.linear)


def test_what_is_no_number_counts_as_0_and_harms_no_other_start():
    fit = some_fit()
    jacobian, residual = fit.jacobian.clone(), fit.residual.clone()
    jacobian[0, 1, 2], residual[0, 3] = float("inf"), float("nan")
    spoilt = Quadratic.of(
        Fit(cost=fit.cost, linear=fit.linear, residual=residual, jacobian=jacobian)
    )
    jacobian[0, 1, 2], residual[0, 3] = 0.0, 0.0
    torch.testing.assert_close(spoilt.curvature[0], jacobian[0] @ jacobian[0].mT)
    torch.testing.assert_close(spoilt.gradient[0], jacobian[0] @ residual[0])
    whole = Quadratic.of(fit)
    torch.testing.assert_close(spoilt.curvature[1:], whole.curvature[1:])
    torch.testing.assert_close(spoilt.gradient[1:], whole.gradient[1:])


def test_starts_are_taken_and_chosen_one_by_one():
    one, other = Quadratic.of(some_fit()), Quadratic.of(some_fit(2.0))
    which = torch.tensor([True, False, False, True])
    mixed = one.where(which, other)
    for name, value in vars(mixed).items():
        assert torch.equal(value[[0, 3]], getattr(one.take(torch.tensor([0, 3])), name))
        assert torch.equal(value[[1, 2]], getattr(other, name)[[1, 2]])
