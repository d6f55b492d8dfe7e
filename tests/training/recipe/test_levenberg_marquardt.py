"""Least squares of many runs at once."""

import numpy as np
import pytest
import torch
from scipy.optimize import least_squares

from nalm.training._recipe._levenberg_marquardt import PATIENCE, minimise

X = np.linspace(0.1, 2, 12)
RATES = np.array([[1.5, -0.7], [0.5, 0.3], [2.0, -1.2]])  # one row per run


def residuals(parameters):
    """Return those of a e^(b x), each run with its own data, and their Jacobians."""
    x, rates = torch.tensor(X), torch.tensor(RATES)
    data = rates[:, :1] * torch.exp(rates[:, 1:] * x) + 0.1 * torch.cos(7 * x)
    a, b = parameters[:, :1], parameters[:, 1:]
    power = torch.exp(b * x)
    return a * power - data, torch.stack([power, a * x * power], dim=-1)


def of_some(residuals):
    """Return the residuals of some runs as a function of those runs' parameters."""

    def of(some):
        def found(parameters):
            full = torch.zeros(3, 2, dtype=torch.float64).index_copy(0, some, parameters)
            return tuple(each[some] for each in residuals(full))

        return found

    return of


def ends(*, low=-np.inf, high=np.inf, iterations=100):
    start = torch.zeros(3, 2, dtype=torch.float64)
    return minimise(
        of_some(residuals),
        start,
        low=torch.full_like(start, low),
        high=torch.full_like(start, high),
        iterations=iterations,
    )


@pytest.mark.parametrize("high", [np.inf, 1.0])
def test_ends_where_scipy_does(high):
    found = ends(low=-1.0, high=high)
    for run in range(3):

        def one(theta, run=run):
            return residuals(torch.tensor(theta).expand(3, 2))[0][run].numpy()

        expected = least_squares(one, np.zeros(2), bounds=(-1.0, high), xtol=1e-15, ftol=1e-15)
        np.testing.assert_allclose(found.value[run], 2 * expected.cost, rtol=1e-7)
        np.testing.assert_allclose(found.parameters[run], expected.x, atol=1e-5)


def test_no_interval_is_left():
    found = ends(low=-0.5, high=0.75).parameters
    assert (found >= -0.5).all() and (found <= 0.75).all()
    assert (found == 0.75).any()


def test_an_interval_of_one_point_holds_a_parameter():
    start = torch.full((3, 2), 0.25, dtype=torch.float64)
    limit = torch.full_like(start, torch.inf)
    held = torch.tensor([False, True])
    found = minimise(
        of_some(residuals),
        start,
        low=torch.where(held, start, -limit),
        high=torch.where(held, start, limit),
        iterations=50,
    ).parameters
    assert (found[:, 1] == 0.25).all()
    # What is left is linear in a: its least squares have a closed form.
    r, J = residuals(start)
    expected = 0.25 - (J[..., 0] * r).sum(1) / (J[..., 0] ** 2).sum(1)
    torch.testing.assert_close(found[:, 0], expected)


def test_a_run_without_a_number_stays_where_it_is_and_keeps_none_from_moving():
    def broken(parameters):
        r, J = residuals(parameters)
        return r.index_fill(0, torch.tensor([1]), torch.nan), J

    start = torch.zeros(3, 2, dtype=torch.float64)
    limit = torch.full_like(start, torch.inf)
    found = minimise(of_some(broken), start, low=-limit, high=limit, iterations=100)
    assert found.value[1] == torch.inf
    torch.testing.assert_close(found.parameters[1], start[1])
    torch.testing.assert_close(found.parameters[[0, 2]], ends().parameters[[0, 2]])


def test_the_sum_never_grows():
    values = torch.stack([ends(iterations=number).value for number in range(1, 12)])
    assert (values.diff(dim=0) <= 0).all()


def test_a_run_whose_sum_does_not_fall_any_more_ends():
    asked = []

    def slow(some):
        def found(theta):
            asked.append(len(some))
            # Dennis and Schnabel's: Gauss and Newton's error falls by 1 % a step, the sum stays 2.
            r = torch.cat([theta + 1, 0.99 * theta**2 + theta - 1], dim=1)
            return r, torch.stack([torch.ones_like(theta), 1.98 * theta + 1], dim=1)

        return found

    start = torch.full((1, 1), 0.5, dtype=torch.float64)
    limit = torch.full_like(start, torch.inf)
    found = minimise(slow, start, low=-limit, high=limit, iterations=1000)
    assert len(asked) <= 1 + 2 * PATIENCE
    assert found.value.item() == pytest.approx(2, abs=0.01)
