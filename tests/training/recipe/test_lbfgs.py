"""Batched L-BFGS: known minima, and runs that do not disturb each other."""

import numpy as np
import pytest
import torch
from scipy.optimize import minimize, rosen, rosen_der

from nalm.training._recipe._lbfgs import minimise


def rosenbrock(x):
    x = x.detach().requires_grad_()
    value = (100 * (x[:, 1:] - x[:, :-1] ** 2) ** 2 + (1 - x[:, :-1]) ** 2).sum(-1)
    (gradient,) = torch.autograd.grad(value.sum(), x)
    return value.detach(), gradient


def starts(runs, size=6):
    generator = torch.Generator().manual_seed(3)
    return 0.5 * torch.randn(runs, size, generator=generator, dtype=torch.float64)


def test_reaches_the_minimum_of_rosenbrock_s_function():
    found = minimise(rosenbrock, starts(20), iterations=500, history=10)
    known = minimize(rosen, starts(20)[0].numpy(), jac=rosen_der, method="BFGS").fun
    assert found.value[0] <= known + 1e-10
    # Rosenbrock's function of six variables has one other local minimum, at a value near 3.97.
    assert all(value < 1e-12 or abs(value - 3.97) < 0.01 for value in found.value.tolist())


def test_a_quadratic_takes_few_iterations():
    scale = torch.logspace(0, 2, 5, dtype=torch.float64)

    def quadratic(x):
        return 0.5 * (scale * x * x).sum(-1), scale * x

    found = minimise(quadratic, starts(4, 5), iterations=100, history=10)
    assert (found.value < 1e-15).all()
    assert (found.iterations < 40).all()


def test_an_l1_norm_is_minimised_nearly_to_its_known_solution():
    target = torch.tensor([[0.2, -3.0, 5.0]], dtype=torch.float64)

    def lasso(x):  # the minimum is soft thresholding
        value = 0.5 * ((x - target) ** 2).sum(-1) + x.abs().sum(-1)
        return value, x - target + x.sign()

    found = minimise(lasso, starts(3, 3), iterations=300, history=5)
    expected = torch.tensor([0.0, -2.0, 4.0], dtype=torch.float64).expand(3, 3)
    # At a kink the search ends a little early: no direction that it knows goes down.
    assert torch.allclose(found.parameters, expected, atol=1e-2)
    assert (found.value - lasso(expected)[0] < 1e-4).all()


def test_a_run_does_not_depend_on_the_others():
    together = minimise(rosenbrock, starts(8), iterations=60, history=10)
    for index in (0, 5):
        alone = minimise(rosenbrock, starts(8)[index : index + 1], iterations=60, history=10)
        assert torch.equal(alone.parameters[0], together.parameters[index])
        assert alone.iterations[0] == together.iterations[index]


@pytest.mark.parametrize("bad", [torch.nan, torch.inf])
def test_a_start_without_a_value_stays_and_leaves_the_others_alone(bad):
    start = starts(3)
    start[1, 0] = bad
    found = minimise(rosenbrock, start, iterations=60, history=10)
    assert found.iterations[1] == 0
    clean = minimise(rosenbrock, starts(3)[[0, 2]], iterations=60, history=10)
    assert torch.equal(found.parameters[[0, 2]], clean.parameters)


def test_regions_without_a_value_are_stepped_back_from():
    def logarithm(x):  # x - log x, defined for x > 0, least at 1
        return (x - x.log()).sum(-1), 1 - 1 / x

    start = torch.tensor([[0.01], [30.0]], dtype=torch.float64)
    found = minimise(logarithm, start, iterations=100, history=5)
    np.testing.assert_allclose(found.parameters, 1.0, atol=1e-6)


def test_the_value_never_rises():
    for iterations in (0, 1, 2, 5):
        found = minimise(rosenbrock, starts(10), iterations=iterations, history=10)
        assert (found.value <= rosenbrock(starts(10))[0]).all()
        assert (found.iterations <= iterations).all()
