"""What can be done to a unit: many at once, traced, exported, compiled."""

import warnings
from collections.abc import Callable
from typing import Any, cast

import torch
from torch import Tensor, nn
from torch.func import functional_call, grad_and_value, jvp, vjp, vmap
from torch.fx.experimental.proxy_tensor import make_fx

from nalm.testing._subject import (
    SEED,
    Check,
    Subject,
    assert_close,
    global_seed,
    parameters,
)
from nalm.units import Unit

RUNS = 3


def check_vmap(subject: Subject) -> None:
    """Outputs, penalties and gradients of stacked units equal those of each unit by itself."""
    for training in (True, False):
        units = [subject.build(seed=SEED + run).train(training) for run in range(RUNS)]
        states = [parameters(unit) for unit in units]
        stack = {name: torch.stack([state[name] for state in states]) for name in states[0]}
        x = subject.inputs(RUNS, 4)
        gradients, losses = _all_runs(_loss(subject, training=training))(stack, x)
        for run, state in enumerate(states):
            alone, loss = grad_and_value(_loss(subject, training=training))(state, x[run])
            assert_close(losses[run], loss, what="Losses with and without vmap", tolerance=1e-10)
            for name, gradient in alone.items():
                what = f"Gradients of {name} with and without vmap"
                assert_close(gradients[name][run], gradient, what=what, tolerance=1e-9)


def check_forward_mode(subject: Subject) -> None:
    """Derivatives in forward mode (`torch.func.jvp`) equal those in reverse mode."""
    unit, x = subject.build(), subject.inputs(3)
    state = parameters(unit)

    def outputs(state: dict[str, Tensor], x: Tensor) -> Tensor:
        with global_seed(SEED):
            return functional_call(unit, state, (x,))

    direction = {name: torch.cos(value) for name, value in state.items()}, torch.sin(x)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # PyTorch's own, at its first use
        forward = cast(Any, jvp(outputs, (state, x), direction))[1]
    weights = torch.cos(forward)
    gradients = cast(Any, vjp(outputs, state, x))[1](weights)
    reverse = (gradients[1] * direction[1]).sum()
    for name, value in direction[0].items():
        reverse = reverse + (gradients[0][name] * value).sum()
    found = (weights * forward).sum()
    assert_close(found, reverse, what="Derivatives in both modes", tolerance=1e-9)


def check_trace(subject: Subject) -> None:
    """A gradient step of stacked units can be traced to a graph (`make_fx`)."""
    unit = subject.build()
    stack = {name: value.expand(RUNS, *value.shape) for name, value in parameters(unit).items()}
    x = subject.inputs(RUNS, 4)
    step = _all_runs(_loss(subject, training=True))
    graph = make_fx(step, tracing_mode="fake")(stack, x)
    with global_seed(SEED):
        gradients, _ = graph(stack, x)
    for found, expected in zip(gradients.values(), step(stack, x)[0].values(), strict=True):
        assert_close(found, expected, what="Gradients of graph and unit", tolerance=1e-9)


def check_export(subject: Subject) -> None:
    """`torch.export` gives a program with the same outputs, for any size of the batch."""
    unit = subject.build().eval()
    sizes = ({0: torch.export.Dim("batch")},)
    program = torch.export.export(unit, (subject.inputs(5),), dynamic_shapes=sizes).module()
    x = subject.inputs(9)
    assert_close(program(x), unit(x), what="Outputs of the exported program", tolerance=1e-12)


def check_compile(subject: Subject) -> None:
    """`torch.compile(fullgraph=True)` gives the same outputs and gradients."""
    unit = subject.build()
    x = subject.inputs(9)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the compiler's own, which are not about the unit
        # Random numbers as without compilation, in a unit that draws some.
        options = {"fallback_random": True}
        compiled = cast(Any, torch).compile(unit, fullgraph=True, options=options)
        with global_seed(SEED):
            y = compiled(x)
        found = torch.autograd.grad(y.sum(), list(unit.parameters()))
    with global_seed(SEED):
        alone = unit(x)
    assert_close(y, alone, what="Outputs, compiled or not", tolerance=1e-9)
    expected = torch.autograd.grad(alone.sum(), list(unit.parameters()))
    for mine, theirs in zip(found, expected, strict=True):
        assert_close(mine, theirs, what="Gradients, compiled or not", tolerance=1e-8)


class _Objective(nn.Module):
    """A loss that uses everything of a unit that a trainer does."""

    def __init__(self, unit: Unit) -> None:
        super().__init__()
        self.unit = unit

    def forward(self, x: Tensor) -> Tensor:
        return self.unit(x).square().mean() + self.unit.penalty()


def _loss(subject: Subject, *, training: bool) -> Callable[[dict[str, Tensor], Tensor], Tensor]:
    objective = _Objective(subject.build()).train(training)

    def loss(state: dict[str, Tensor], x: Tensor) -> Tensor:
        prefixed = {f"unit.{name}": value for name, value in state.items()}
        with global_seed(SEED):  # noise, if a unit draws any, is the same with and without `vmap`
            return functional_call(objective, prefixed, (x,))

    return loss


def _all_runs(loss: Callable[[dict[str, Tensor], Tensor], Tensor]) -> Callable[..., Any]:
    """Return gradients and losses of stacked runs, which all draw the same random numbers."""
    return cast(Any, vmap)(grad_and_value(loss), randomness="same")


TRANSFORM_CHECKS: tuple[Check, ...] = (
    check_vmap,
    check_forward_mode,
    check_trace,
    check_export,
)
COMPILE_CHECKS: tuple[Check, ...] = (check_compile,)
