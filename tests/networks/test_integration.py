import gc
import weakref

import pytest
import torch
from torch import nn
from torch.func import functional_call, grad, vmap

from nalm.networks import Integrator
from nalm.networks._integration import _PROGRAMS, Scheme


def scheme(**changes):
    options = {"field": nn.Linear(2, 2).double(), "integrator": Integrator.RK4}
    return Scheme(**{**options, "steps": (0.1, 0.2, 0.4), **changes})


@pytest.mark.parametrize(("integrator", "growth"), [("EULER", 1.5), ("RK4", 1.6484375)])
def test_a_step_is_the_rule(integrator, growth):
    found = Integrator[integrator].advance(
        lambda u: u, torch.ones(1, dtype=torch.float64), step=torch.tensor(0.5, dtype=torch.float64)
    )
    assert found.item() == pytest.approx(growth, rel=1e-15)


def test_the_states_begin_with_the_start_and_depend_on_each_step():
    start = torch.ones(4, 2, dtype=torch.float64)
    whole = scheme()
    begun = scheme(field=whole.field, steps=(0.1, 0.2))
    states = whole.solve(start)
    assert states.shape == (4, 4, 2)
    assert torch.equal(states[:, 0], start)
    assert torch.equal(states[:, :3], begun.solve(start))


def test_a_field_without_parameters_has_a_gradient_of_its_start():
    start = torch.tensor([[1.0]], requires_grad=True)
    way = scheme(field=nn.Tanh(), integrator=Integrator.EULER, steps=(1.0,))
    way.solve(start)[:, -1].sum().backward()
    assert start.grad.item() == pytest.approx(2 - torch.tanh(start).item() ** 2)


class Solver(nn.Module):
    def __init__(self, way):
        super().__init__()
        self.way, self.field = way, way.field

    def forward(self, x):
        return self.way.solve(x)


def test_cohorts_may_be_nested():
    module, steps = nn.Linear(2, 2).double(), (0.1, 0.2)
    way = scheme(field=module, steps=steps)
    starts = torch.rand(3, 5, 4, 2, dtype=torch.float64)
    solver = Solver(way)
    parameters = {name: value.detach() for name, value in solver.named_parameters()}

    def loss(start, parameters):
        return functional_call(solver, parameters, (start,)).square().sum()

    one = grad(loss, argnums=(0, 1))
    found, weights = vmap(vmap(one, (0, None)), (0, None))(starts, parameters)
    expected, weight = one(starts[2, 3], parameters)
    torch.testing.assert_close(found[2, 3], expected)
    torch.testing.assert_close(weights["field.weight"][2, 3], weight["field.weight"])


def test_programs_do_not_keep_a_module_alive():
    way = scheme()
    way.solve(torch.ones(1, 2, dtype=torch.float64))
    assert way.field in _PROGRAMS
    field = weakref.ref(way.field)
    del way
    gc.collect()
    assert field() is None
