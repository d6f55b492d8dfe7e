"""Fixed-step integration of a module, with gradients that are exact and cheap.

A solution is hundreds of tiny steps one after the other. Unrolled, the graph of a cohort's
training step would have tens of thousands of nodes. Here only the forward pass goes step by step.
Backward, the Jacobians of all steps are computed at once from the stored states; the adjoint
recursion λₖ = ḡₖ + Jₖᵀ λₖ₊₁ is all that is left of the sequence, and the gradient of the
parameters is one vector-Jacobian product over all steps.
"""

# PyTorch types neither `Function.apply`, nor what its static methods are called with, nor `vjp`
# and the methods of tensors that it defines without annotations.
# pyright: reportIncompatibleMethodOverride=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownLambdaType=false

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import ceil
from typing import Any, NamedTuple, cast
from weakref import WeakKeyDictionary, ref

import torch
from torch import Tensor, nn
from torch.func import functional_call, vjp, vmap

from nalm.networks._compiled import CompilesLater

CHUNK = 5
"""Steps in one program: more save calls, and take longer to compile."""

PATIENCE = 60
"""Solutions before the programs are compiled, which takes as long as about a hundred of them."""

Field = Callable[[Tensor], Tensor]
Context = Any  # what PyTorch passes to a function's static methods; it has no public type
Input = Any  # a scheme, and then tensors


class Integrator(Enum):
    """Name a rule that takes a solution of u' = f(u) one step further.

    `EULER` is u + h f(u); `RK4` is the classical Runge-Kutta rule of fourth order.
    """

    EULER = "Euler"
    RK4 = "RK4"

    def advance(self, field: Field, u: Tensor, *, step: Tensor) -> Tensor:
        """Return the state after a step of this length."""
        k1 = field(u)
        if self is Integrator.EULER:
            return u + step * k1
        k2 = field(u + step / 2 * k1)
        k3 = field(u + step / 2 * k2)
        k4 = field(u + step * k3)
        return u + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


@dataclass(frozen=True, eq=False)
class Scheme:
    """Say how a module is integrated.

    Args:
        field: Maps states `(rows, n)` to their derivatives, each row by itself.
        integrator: The rule of a step.
        steps: Lengths of the steps.
    """

    field: nn.Module
    integrator: Integrator
    steps: tuple[float, ...]

    def solve(self, start: Tensor) -> Tensor:
        """Return the states after 0, 1, … steps, `(rows, steps + 1, n)`, from starts `(rows, n)`.

        The gradient is that of the computed states: it goes through every step.
        """
        parameters = [parameter.unsqueeze(0) for parameter in self.field.parameters()]
        states = _Solve.apply(self, start.unsqueeze(0), *parameters)
        return cast("Tensor", states).squeeze(0).movedim(0, 1)

    def lengths(self, like: Tensor) -> Tensor:
        """Return the lengths of the steps as a tensor."""
        return torch.tensor(self.steps, dtype=like.dtype, device=like.device)


class _Programs(NamedTuple):
    """Functions of stacked states and parameters; the first dimension of each counts the runs."""

    advance: CompilesLater
    jacobian: CompilesLater
    pull_back: CompilesLater


# By module, and gone with it: what is compiled refers to its module only weakly.
_PROGRAMS: WeakKeyDictionary[nn.Module, dict[Integrator, _Programs]] = WeakKeyDictionary()


def _programs(scheme: Scheme) -> _Programs:
    programs = _PROGRAMS.setdefault(scheme.field, {})
    if scheme.integrator not in programs:
        programs[scheme.integrator] = _build(scheme)
    return programs[scheme.integrator]


def _build(scheme: Scheme) -> _Programs:
    names = [name for name, _ in scheme.field.named_parameters()]
    integrator, field = scheme.integrator, ref(scheme.field)  # weak, as the dictionary's key

    def step(parameters: Sequence[Tensor], u: Tensor, length: Tensor) -> Tensor:
        named = dict(zip(names, parameters, strict=True))
        module = cast("nn.Module", field())
        return integrator.advance(
            lambda state: functional_call(module, named, (state,)), u, step=length
        )

    def advance(u: Tensor, lengths: Tensor, *parameters: Tensor) -> list[Tensor]:
        states: list[Tensor] = []
        for length in lengths.unbind():
            u = vmap(step, (0, 0, None))(parameters, u, length)
            states.append(u)
        return states

    def jacobian(u: Tensor, lengths: Tensor, *parameters: Tensor) -> list[Tensor]:
        # One vector-Jacobian product per state gives the rows of J; stacked last, they are Jᵀ.
        basis = torch.eye(u.shape[-1], dtype=u.dtype, device=u.device)

        def rows(parameters: Sequence[Tensor], u: Tensor) -> Tensor:
            pull = vjp(lambda state: step(parameters, state, lengths), u)[1]
            return torch.stack([pull(row.expand_as(u))[0] for row in basis.unbind()], dim=-1)

        return [vmap(rows)(parameters, u)]  # (runs, states, n, n), transposed

    def pull_back(u: Tensor, lengths: Tensor, adjoint: Tensor, *parameters: Tensor) -> list[Tensor]:
        def pull(parameters: Sequence[Tensor], u: Tensor, adjoint: Tensor) -> Sequence[Tensor]:
            function = vjp(lambda those: step(those, u, lengths), parameters)[1]
            return function(adjoint)[0]

        return list(vmap(pull)(parameters, u, adjoint))

    return _Programs(
        advance=CompilesLater(advance, patience=PATIENCE * ceil(len(scheme.steps) / CHUNK)),
        jacobian=CompilesLater(jacobian, patience=PATIENCE),
        pull_back=CompilesLater(pull_back, patience=PATIENCE),
    )


class _Solve(torch.autograd.Function):
    """Starts `(runs, rows, n)` and stacked parameters to states `(runs, steps + 1, rows, n)`."""

    @staticmethod
    def forward(scheme: Scheme, start: Tensor, *parameters: Tensor) -> Tensor:
        tensors = [parameter.contiguous() for parameter in parameters]
        states = [start.contiguous()]
        advance = _programs(scheme).advance
        for lengths in scheme.lengths(start).split(CHUNK):
            states += advance(states[-1], lengths, *tensors)
        return torch.stack(states, dim=1)

    @staticmethod
    def setup_context(ctx: Context, inputs: tuple[Any, ...], output: Tensor) -> None:
        scheme, _, *parameters = inputs
        ctx.scheme = scheme
        # The states are enough for the backward pass: no graph of single steps is kept.
        ctx.save_for_backward(output, *parameters)

    @staticmethod
    def backward(ctx: Context, gradient: Tensor) -> tuple[Any, ...]:
        states, *parameters = ctx.saved_tensors
        return None, *_Adjoint.apply(ctx.scheme, states, gradient, *parameters)

    @staticmethod
    def vmap(info: Context, in_dims: tuple[int | None, ...], *inputs: Input) -> tuple[Tensor, int]:
        scheme, *tensors = inputs
        folded = _fold(info.batch_size, in_dims[1:], tensors)
        states = cast("Tensor", _Solve.apply(scheme, *folded))
        return states.unflatten(0, (info.batch_size, -1)), 0


class _Adjoint(torch.autograd.Function):
    """Gradients of states to those of the starts and of the parameters, all of them stacked."""

    @staticmethod
    def forward(scheme: Scheme, states: Tensor, *others: Tensor) -> tuple[Tensor, ...]:
        programs = _programs(scheme)
        gradient, *parameters = others
        tensors = [parameter.contiguous() for parameter in parameters]
        runs, steps, rows, n = states.shape[0], states.shape[1] - 1, *states.shape[2:]
        # Every state but the last is the start of a step: Jacobians of all steps at once.
        before = states[:, :-1].reshape(runs, steps * rows, n).contiguous()
        lengths = scheme.lengths(states).repeat_interleave(rows).unsqueeze(-1)
        (jacobian,) = programs.jacobian(before, lengths, *tensors)
        # By step first: the recursion then is one batched product of all runs and rows a step.
        transposed = jacobian.unflatten(1, (steps, rows)).movedim(1, 0).flatten(1, 2).unbind()
        given = gradient.movedim(1, 0).flatten(1, 2).unsqueeze(-1).unbind()
        adjoint = [given[-1]]  # of the state after each step, from the last one on
        for outer, matrix in zip(reversed(given[:-1]), reversed(transposed), strict=True):
            adjoint.append(torch.baddbmm(outer, matrix, adjoint[-1]))
        # The last is the gradient of the start; the others belong to the ends of the steps.
        start = adjoint.pop().reshape(runs, rows, n)
        after = torch.stack(adjoint[::-1]).reshape(steps, runs, rows, n).movedim(1, 0)
        after = after.reshape(runs, steps * rows, n).contiguous()
        return start, *programs.pull_back(before, lengths, after, *tensors)

    @staticmethod
    def setup_context(ctx: Context, inputs: tuple[Any, ...], output: tuple[Tensor, ...]) -> None:
        pass

    @staticmethod
    def backward(ctx: Context, *gradients: Tensor) -> tuple[Any, ...]:
        raise NotImplementedError("NeuralODE: second derivatives are not implemented.")

    @staticmethod
    def vmap(
        info: Context, in_dims: tuple[int | None, ...], *inputs: Input
    ) -> tuple[tuple[Tensor, ...], tuple[int, ...]]:
        scheme, *tensors = inputs
        folded = _fold(info.batch_size, in_dims[1:], tensors)
        found = cast("tuple[Tensor, ...]", _Adjoint.apply(scheme, *folded))
        return tuple(g.unflatten(0, (info.batch_size, -1)) for g in found), (0,) * len(found)


def _fold(size: int, in_dims: Sequence[int | None], tensors: Sequence[Tensor]) -> list[Tensor]:
    """Merge a mapped dimension into the first one, which counts the runs."""
    moved = [
        tensor.expand(size, *tensor.shape) if dim is None else tensor.movedim(dim, 0)
        for tensor, dim in zip(tensors, in_dims, strict=True)
    ]
    return [tensor.flatten(0, 1) for tensor in moved]
