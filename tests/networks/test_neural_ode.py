from copy import deepcopy
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
import torch
from scipy.integrate import solve_ivp
from torch import nn
from torch.func import functional_call, grad, vmap

from nalm.errors import InvalidValueError
from nalm.networks import Integrator, NeuralODE, _integration, stack
from nalm.tasks import FractionalSIR
from nalm.units import NPU, RealNPU

TIMES = (0.0, 0.7, 1.5, 4.0)
POWERS = partial(stack, partial(NPU, 3, 4, epsilon=2**-52), partial(nn.Linear, 4, 3, bias=False))
TASK = FractionalSIR()


def powers(seed=0, **options):
    torch.manual_seed(seed)
    ode = NeuralODE(POWERS, TIMES, step=0.3, **options).double()
    with torch.no_grad():
        for parameter in ode.parameters():
            parameter.add_(0.1 * torch.rand_like(parameter))  # no imaginary weight stays zero
    return ode


def starts(rows=2):
    return 0.5 + torch.rand(
        rows, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(1)
    )


def unrolled(ode, integrator, x):
    """The same numbers, written down step by step for PyTorch to differentiate."""
    f, ends, states = ode.field, [TIMES[0]], [x]
    if integrator is Integrator.EULER:
        ends = [min(0.3 * k, TIMES[-1]) for k in range(15)]
    else:
        for a, b in pairwise(TIMES):
            ends += np.linspace(a, b, int(np.ceil((b - a) / 0.3 - 1e-9)) + 1)[1:].tolist()
    for a, b in pairwise(ends):
        u, h = states[-1], b - a
        if integrator is Integrator.EULER:
            states.append(u + h * f(u))
        else:
            k1 = f(u)
            k2 = f(u + h / 2 * k1)
            k3 = f(u + h / 2 * k2)
            states.append(u + h / 6 * (k1 + 2 * k2 + 2 * k3 + f(u + h * k3)))
    rows = []
    for time in TIMES:
        k = max(k for k in range(len(ends) - 1) if ends[k] <= time or k == 0)
        part = (time - ends[k]) / (ends[k + 1] - ends[k])
        rows.append(states[k] + part * (states[k + 1] - states[k]))
    return torch.cat(rows, dim=-1)


def parameters_of(network):
    return {name: value.detach() for name, value in network.named_parameters()}


def relative_difference(found, expected):
    return max(
        ((found[name] - expected[name]).abs().max() / expected[name].abs().max()).item()
        for name in expected
    )


@pytest.mark.parametrize("integrator", Integrator)
def test_a_linear_field_gives_the_powers_of_its_step(integrator):
    ode = NeuralODE(partial(nn.Linear, 1, 1, bias=False), (0.0, 2.0, 3.0), integrator=integrator)
    ode.double().field.weight.data.fill_(-0.5)
    factor = 0.5 if integrator is Integrator.EULER else 1 - 0.5 + 0.125 - 1 / 48 + 1 / 384
    found = ode(torch.tensor([[8.0]], dtype=torch.float64))
    torch.testing.assert_close(found, 8 * torch.tensor([[1, factor**2, factor**3]]).double())


def test_runge_kutta_agrees_with_scipy_on_a_nonlinear_field():
    torch.manual_seed(0)
    tanh = partial(stack, partial(nn.Linear, 3, 8), nn.Tanh, partial(nn.Linear, 8, 3))
    ode = NeuralODE(tanh, TIMES, step=0.1, integrator=Integrator.RK4).double()

    def field(_, u):
        with torch.no_grad():
            return ode.field(torch.tensor(u)).numpy()

    x = starts(rows=1)
    exact = solve_ivp(field, (0, 4), x[0].numpy(), t_eval=TIMES, rtol=1e-10, atol=1e-10).y
    found = ode(x).detach().numpy().reshape(4, 3).T
    np.testing.assert_allclose(found, exact, rtol=1e-6)


def test_halving_the_step_shows_the_order():
    def error(step, integrator):
        ode = NeuralODE(
            partial(nn.Linear, 1, 1, bias=False), (0, 1), step=step, integrator=integrator
        ).double()
        ode.field.weight.data.fill_(1.0)
        return abs(ode(torch.ones(1, 1).double())[0, -1].item() - np.e)

    for integrator, order in ((Integrator.EULER, 1), (Integrator.RK4, 4)):
        ratio = error(0.05, integrator) / error(0.025, integrator)
        assert ratio == pytest.approx(2**order, rel=0.1)


@pytest.mark.parametrize("integrator", Integrator)
def test_values_and_gradients_are_those_of_the_unrolled_loop(integrator):
    ode, x = powers(integrator=integrator), starts().requires_grad_()
    ode(x).square().sum().backward()
    found = {name: p.grad.clone() for name, p in ode.named_parameters()} | {"x": x.grad.clone()}
    ode.zero_grad()
    x.grad = None
    torch.testing.assert_close(ode(x), unrolled(ode, integrator, x), rtol=1e-12, atol=0)
    unrolled(ode, integrator, x).square().sum().backward()
    expected = {name: p.grad for name, p in ode.named_parameters()} | {"x": x.grad}
    assert relative_difference(found, expected) < 1e-10


@pytest.mark.parametrize("integrator", Integrator)
def test_a_cohort_has_the_gradients_of_its_runs(integrator):
    odes, x = [powers(seed, integrator=integrator) for seed in range(3)], starts()
    stacks = {
        name: torch.stack([dict(ode.named_parameters())[name].detach() for ode in odes])
        for name, _ in odes[0].named_parameters()
    }

    def loss(parameters):
        return functional_call(odes[0], parameters, (x,)).square().sum()

    together = vmap(grad(loss))(stacks)
    for index, ode in enumerate(odes):
        unrolled(ode, integrator, x).square().sum().backward()
        expected = {name: p.grad for name, p in ode.named_parameters()}
        assert relative_difference({n: g[index] for n, g in together.items()}, expected) < 1e-10


@pytest.mark.slow
@pytest.mark.compile
def test_many_calls_give_the_same_gradients_as_the_first(monkeypatch):
    monkeypatch.setattr(_integration, "PATIENCE", 1)
    tanh = partial(stack, partial(nn.Linear, 2, 2), nn.Tanh)
    ode, x = NeuralODE(tanh, (0.0, 1.0)).double(), starts()[:, :2]

    def gradients():
        ode.zero_grad()
        ode(x).square().sum().backward()
        return {name: parameter.grad.clone() for name, parameter in ode.named_parameters()}

    first = gradients()
    for _ in range(2):  # until everything is compiled, where there is a compiler
        last = gradients()
    assert relative_difference(last, first) < 1e-12


def test_a_copy_is_independent():
    ode, x = powers(), starts()
    before, copy = ode(x), deepcopy(ode)
    copy.field[1].weight.data.zero_()
    assert torch.equal(ode(x), before)
    assert torch.equal(copy(x), x.repeat(1, len(TIMES)))


def test_steps_end_at_the_last_time_however_long_they_are():
    for integrator in Integrator:
        ode = NeuralODE(partial(nn.Linear, 1, 1), (1.0, 1.25, 3.1), integrator=integrator)
        assert sum(ode.scheme.steps) == pytest.approx(2.1)
        assert max(ode.scheme.steps) <= 1 + 1e-9


class TrueField(nn.Module):
    def forward(self, x):
        S, I, R = x.unbind(-1)  # noqa: E741
        r = 0.06 * (I * S) ** 0.5
        return torch.stack([0.01 * R - r, r - 0.05 * I, 0.05 * I - 0.01 * R], dim=-1)


@pytest.mark.parametrize(("integrator", "error"), [(Integrator.EULER, 1.08), (Integrator.RK4, 0.0)])
def test_the_true_epidemic_shows_the_error_of_the_integrator(integrator, error):
    ode = NeuralODE(TrueField, TASK.TIMES, integrator=integrator)
    start = torch.tensor([TASK.START], dtype=torch.float64)
    found = np.square(ode(start).numpy() - TASK.instance(0)["course"]).mean()
    assert found == pytest.approx(error, abs=5e-3)


class WithBuffer(nn.BatchNorm1d):
    pass


@pytest.mark.parametrize(
    ("options", "field", "message"),
    [
        ({"times": (0.0,)}, nn.Identity, "at least two"),
        ({"times": (0.0, 2.0, 1.0)}, nn.Identity, "sort them"),
        ({"times": (0.0, np.inf)}, nn.Identity, "finite"),
        ({"times": TIMES, "step": 0.0}, nn.Identity, "positive"),
        ({"times": TIMES}, partial(WithBuffer, 3), "without buffers"),
    ],
)
def test_what_cannot_be_integrated_is_refused(options, field, message):
    with pytest.raises(InvalidValueError, match=message):
        NeuralODE(field, **options)


def test_a_second_derivative_is_refused():
    ode = NeuralODE(partial(RealNPU, 2, 2), TIMES)
    x = torch.ones(1, 2, requires_grad=True)
    (first,) = torch.autograd.grad(ode(x).sum(), x, create_graph=True)
    with pytest.raises(NotImplementedError, match="second derivatives"):
        first.sum().backward()


def test_the_field_is_evaluated_once_a_step_by_euler_and_four_times_by_rk4():
    counts = [powers(integrator=each).evaluations for each in Integrator]
    assert counts == [14, 4 * (3 + 3 + 9)]  # 4 / 0.3; 0.7, 0.8 and 2.5 in steps of at most 0.3
