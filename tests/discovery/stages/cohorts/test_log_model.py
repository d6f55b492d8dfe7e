import numpy as np
import pytest
import torch

from nalm.discovery.stages.cohorts._log_model import fit_log, to_flat
from nalm.discovery.stages.cohorts._model import fit
from nalm.discovery.stages.cohorts._structure import Structure
from tests.discovery._prepared import gradient, inputs, prepared

STRUCTURES = [Structure(1, (2,)), Structure(1, (3, 2))]


def some_flat(structure, features=2, starts=3):
    generator = torch.Generator().manual_seed(0)
    shape = (starts, structure.inner * (features + 1) + len(structure.sums))
    flat = torch.randn(shape, generator=generator, dtype=torch.float64)
    flat[0, -len(structure.sums) :] = 0  # the exponents of the sums are sought, here
    return flat


@pytest.mark.parametrize("structure", STRUCTURES, ids=str)
def test_the_gradient_of_the_cost_is_exact_in_what_is_not_solved_for(structure):
    x = inputs()
    rows = prepared(x, 1 + np.sin(x[:, 0]) + x[:, 1] ** 2, weight=np.linspace(0.5, 2, 40))
    flat, weight = some_flat(structure), rows.constant().expand(3, -1)

    def model(at):
        return fit_log(at, weight, structure=structure, samples=rows.samples)

    found, sums = model(flat), len(structure.sums)
    expected = gradient(lambda at: model(at).cost, flat)[:, :-sums]
    exact = 2 * (found.jacobian @ found.residual[:, :, None])[:, :, 0] / 40
    torch.testing.assert_close(exact[:, :-sums], expected, rtol=1e-4, atol=1e-6)
    assert not exact[:, -sums:].any()


@pytest.mark.parametrize("given", [0.0, -0.5])
def test_the_truth_fits_and_is_the_truth_on_the_scale_of_y_too(given):
    x = inputs()
    y = -3 * x[:, 0] ** 2 / np.sqrt(1 + 0.5 * x[:, 1])
    rows = prepared(x, y)
    scale = 0.5 * float(np.exp(rows.scales.logs[1]))
    flat = torch.tensor([[0.0, 1.0, scale, given]], dtype=torch.float64)
    structure, weight = Structure(1, (2,)), rows.constant()[None]
    found = fit_log(flat, weight, structure=structure, samples=rows.samples)
    assert float(found.cost) < 1e-25
    whole = to_flat(flat, found.linear, structure=structure, features=2)
    expected = torch.tensor([[2.0, 0.0, 0.0, 1.0, scale, -0.5]], dtype=torch.float64)
    torch.testing.assert_close(whole, expected)
    assert float(fit(whole, weight, structure=structure, samples=rows.samples).cost) < 1e-25


def test_units_are_respected():
    x = inputs()
    basis, offset = [[1.0], [-1.0]], [0.0, 2.0]
    rows = prepared(x, x[:, 1] ** 2 / (1 + x[:, 0] / x[:, 1]), basis, offset)
    scale = float(np.exp(rows.scales.logs[0] - rows.scales.logs[1]))
    flat = torch.tensor([[1.0, scale, 0.0]], dtype=torch.float64)
    structure = Structure(1, (2,))
    found = fit_log(flat, rows.constant()[None], structure=structure, samples=rows.samples)
    assert float(found.cost) < 1e-25
    whole = to_flat(flat, found.linear, structure=structure, features=1)
    torch.testing.assert_close(whole[0, 0], torch.zeros((), dtype=torch.float64))
    torch.testing.assert_close(whole[0, -1], -torch.ones((), dtype=torch.float64))
