import numpy as np
import pytest
import torch

from nalm.discovery.stages.cohorts._model import (
    fit,
    inner_sums,
    log_size,
    products,
    project,
    unflatten,
)
from nalm.discovery.stages.cohorts._structure import Structure
from tests.discovery._prepared import (
    STRUCTURES,
    gradient,
    inputs,
    model_of,
    prepared,
    some_parameters,
)


def some_rows(signed=False, basis=None, offset=None):
    x = inputs(signed=signed)
    y = 1 + np.sin(x[:, 0]) + x[:, 1] ** 2
    return prepared(x, y, basis, offset, weight=np.linspace(0.5, 2, len(y)))


def values(structure, rows, flat, linear):
    """The equation of `Structure`, written out."""
    samples = rows.samples
    value = unflatten(flat, structure, features=samples.basis.shape[1])
    outer = products(value.outer @ samples.basis.T + samples.offset, samples)
    inner = products(value.inner @ samples.basis.T, samples)
    term = list((outer * linear[:, :, None]).unbind(1))
    owner = torch.tensor(structure.owners)
    for f, host in enumerate(structure.hosts):
        part = (inner * value.scale[:, :, None])[:, owner == f].sum(1)
        term[host] = term[host] * (1 + part) ** value.power[:, f, None]
    return sum(term)


@pytest.mark.parametrize("structure", STRUCTURES, ids=str)
def test_is_the_equation_at_the_best_coefficients(structure):
    rows, flat = some_rows(), some_parameters(structure, 2)
    split = unflatten(flat, structure, features=2)
    flat = type(split)(
        outer=split.outer, inner=split.inner, scale=split.scale.abs(), power=split.power
    ).flat()
    weight = rows.constant().expand(3, -1)
    found = fit(flat, weight, structure=structure, samples=rows.samples)
    expected = weight * (values(structure, rows, flat, found.linear) - rows.samples.y)
    torch.testing.assert_close(found.residual, expected)
    torch.testing.assert_close(found.cost, expected.square().mean(1))
    for column in range(structure.terms):
        for shift in (-1e-3, 1e-3):
            worse = found.linear.clone()
            worse[:, column] += shift
            cost = weight * (values(structure, rows, flat, worse) - rows.samples.y)
            assert (cost.square().mean(1) >= found.cost).all()


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("structure", STRUCTURES, ids=str)
def test_the_gradient_of_the_cost_is_exact(structure, signed):
    rows, flat = some_rows(signed), some_parameters(structure, 2, seed=1)
    model, weight = model_of(structure, rows), rows.constant().expand(3, -1)
    found = model(flat, weight)
    expected = gradient(lambda at: model(at, weight).cost, flat)
    exact = 2 * (found.jacobian @ found.residual[:, :, None])[:, :, 0] / len(rows.weight)
    torch.testing.assert_close(exact, expected, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("structure", STRUCTURES, ids=str)
def test_the_jacobian_is_exact_where_nothing_is_left_over(structure):
    flat = some_parameters(structure, 2, starts=1)
    rows = some_rows()
    linear = torch.full((1, structure.terms), 0.7, dtype=torch.float64)
    value = unflatten(flat, structure, features=2)
    flat = type(value)(
        outer=value.outer, inner=value.inner, scale=value.scale.abs(), power=value.power
    ).flat()
    rows = prepared(inputs(), values(structure, rows, flat, linear)[0].numpy())
    model, weight = model_of(structure, rows), rows.constant()[None]
    found = model(flat, weight)
    assert float(found.cost) < 1e-26
    expected = gradient(lambda at: model(at, weight).residual, flat)
    torch.testing.assert_close(found.jacobian, expected.mT, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("structure", STRUCTURES, ids=str)
def test_a_start_does_not_depend_on_its_cohort(structure):
    rows, flat = some_rows(), some_parameters(structure, 2, starts=5)
    model = model_of(structure, rows)
    together = model(flat, rows.constant().expand(5, -1))
    for k in range(5):
        alone = model(flat[k : k + 1], rows.constant()[None])
        torch.testing.assert_close(together.residual[k], alone.residual[0])
        torch.testing.assert_close(together.jacobian[k], alone.jacobian[0])


def test_units_leave_only_some_exponents():
    basis, offset = [[1.0], [-2.0]], [0.5, 1.0]
    rows = some_rows(basis=basis, offset=offset)
    free = some_rows()
    z = torch.tensor([[0.3]], dtype=torch.float64)
    w = torch.tensor([[0.5 + 0.3, 1.0 - 2 * 0.3]], dtype=torch.float64)
    weight = rows.constant()[None]
    one = fit(z, weight, structure=Structure(1), samples=rows.samples)
    same = fit(w, weight, structure=Structure(1), samples=free.samples)
    torch.testing.assert_close(one.residual, same.residual)
    along = torch.tensor(basis, dtype=torch.float64).mT @ same.jacobian
    torch.testing.assert_close(one.jacobian, along)


def test_products_have_the_sign_of_their_nearest_integer_exponents():
    rows = prepared(inputs(signed=True), np.ones(40))
    exponents = torch.tensor([[[1.0, 2.0], [-3.0, 1.0], [1.1, 1.9]]], dtype=torch.float64)
    x = torch.from_numpy(inputs(signed=True)) / torch.tensor(np.exp(rows.scales.logs))
    found = products(exponents, rows.samples)[0]
    torch.testing.assert_close(found[0], x[:, 0] * x[:, 1] ** 2)
    torch.testing.assert_close(found[1], x[:, 0] ** -3 * x[:, 1])
    assert torch.equal(torch.sign(found[2]), torch.sign(x[:, 0]))


def test_a_sum_between_signs_keeps_its_sign_next_to_an_odd_power():
    rows = some_rows()
    flat = torch.tensor([[0.0, 0.0, 1.0, 0.0, -1.0, 1.0]], dtype=torch.float64)
    structure = Structure(1, (2,))
    samples = rows.samples
    factors = products(flat[:, None, 2:4], samples)
    inner = inner_sums(flat[:, 4:5], factors, structure=structure)[0, 0]
    assert (inner > 0).any()
    assert (inner < 0).any()
    found = fit(flat, torch.ones(1, 40, dtype=torch.float64), structure=structure, samples=samples)
    predicted = found.residual[0] + samples.y
    torch.testing.assert_close(predicted, found.linear[0, 0] * inner)


def test_values_that_overflow_cost_infinitely_or_stay_finite():
    rows = some_rows()
    flat = torch.tensor([[1e6, -1e6], [0.0, 1e300]], dtype=torch.float64)
    found = fit(flat, rows.constant().expand(2, -1), structure=Structure(1), samples=rows.samples)
    assert not found.cost.isnan().any()


def test_a_column_that_repeats_another_or_vanishes_gets_nothing():
    one = torch.linspace(1, 2, 7, dtype=torch.float64)
    columns = torch.stack([one, one, torch.zeros(7), one**2])[None]
    found = project(columns, (3 * one + one**2)[None])
    torch.testing.assert_close(found.residual, torch.zeros(1, 7, dtype=torch.float64))
    torch.testing.assert_close(
        found.linear, torch.tensor([[3.0, 0.0, 0.0, 1.0]], dtype=torch.float64)
    )


def test_log_of_0_is_finite():
    assert log_size(torch.zeros(1, dtype=torch.float64)).isfinite().all()
