"""A differential equation whose right-hand side is a network."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil, inf, isfinite

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.networks._integration import Integrator, Scheme

_ROUNDING = 1e-9
"""Part of a step by which an interval may be longer than a whole number of steps."""


class NeuralODE(nn.Module):
    """Solve u' = f(u), with a network f, from given starts, and return u at given times.

    u(t₁) = x, and the outputs are u(t₁), u(t₂), … one after the other. The rule takes steps of
    fixed length:

    * `Integrator.EULER` steps through (t₁, t_m) without regard to the times in between, and the
      solution is interpolated linearly, which is Euler's own solution between two steps;
    * `Integrator.RK4` divides each interval between two times into equal steps, none longer than
      `step`, so that nothing is interpolated.

    Gradients are those of the computed numbers: exact back-propagation through every step, where
    other implementations integrate an adjoint equation backwards and get it approximately.
    The field has to treat each row by itself and must have no buffers. A second derivative is not
    available.

    Args:
        field: Builds f, a module that maps (rows, n) to (rows, n).
        times: t₁ < t₂ < …, at least two.
        step: Longest step, positive.
        integrator: How a step is taken.

    Attributes:
        field: f itself; its parameters are named ``field.…``.
        compiles_itself: Tells a trainer not to trace this module. Its loops are compiled inside,
            after some calls; a trace would unroll them.

    Raises:
        InvalidValueError: The times do not grow, the step is not positive, or f has buffers.

    Example:
        >>> from functools import partial
        >>> ode = NeuralODE(partial(torch.nn.Linear, 1, 1, bias=False), (0.0, 1.0, 2.0))
        >>> _ = ode.field.weight.data.fill_(-0.5)
        >>> ode(torch.tensor([[8.0]])).tolist()
        [[8.0, 4.0, 2.0]]

    References:
        Heim, Pevný and Šmídl (2020), "Neural Power Units", NeurIPS, section 4.1 and its code.
        Chen, Rubanova, Bettencourt and Duvenaud (2018), "Neural Ordinary Differential Equations".
    """

    compiles_itself = True

    def __init__(
        self,
        field: Callable[[], nn.Module],
        times: Sequence[float],
        *,
        step: float = 1.0,
        integrator: Integrator = Integrator.EULER,
    ) -> None:
        super().__init__()
        _check_times(times, step)
        self.field = field()
        if list(self.field.buffers()):
            raise InvalidValueError(
                "field: expected a module without buffers, found "
                f"{[name for name, _ in self.field.named_buffers()]}; make them parameters."
            )
        follow = _steps_through if integrator is Integrator.EULER else _steps_between
        self._grid = follow(times, step)
        # When it is, counted in steps: 2.5 lies in the middle of the third.
        self._place = np.interp(times, self._grid, np.arange(len(self._grid)))
        self.scheme = Scheme(
            field=self.field, integrator=integrator, steps=tuple(np.diff(self._grid).tolist())
        )

    @property
    def evaluations(self) -> int:
        """How often a solution evaluates the field."""
        each = 1 if self.scheme.integrator is Integrator.EULER else 4
        return each * len(self.scheme.steps)

    def forward(self, x: Float[Tensor, "batch n"]) -> Float[Tensor, "batch times*n"]:
        """Return the states at the times, one after the other."""
        states = self.scheme.solve(x)
        # The last time is the end of the last step, not the start of one more.
        whole = np.minimum(self._place.astype(np.int64), len(self._grid) - 2)
        part = torch.as_tensor(self._place - whole, dtype=x.dtype, device=x.device).unsqueeze(-1)
        before, after = (
            states.index_select(1, torch.as_tensor(index, device=x.device))
            for index in (whole, whole + 1)
        )
        return (before * (1 - part) + after * part).flatten(1)


def _steps_through(times: Sequence[float], step: float) -> FloatArray:
    """Return the ends of steps of one length; only the last may be shorter."""
    count = ceil((times[-1] - times[0]) / step - _ROUNDING)
    return np.minimum(times[0] + step * np.arange(count + 1), times[-1])


def _steps_between(times: Sequence[float], step: float) -> FloatArray:
    """Return the ends of steps that are equal between two times and end at each of them."""
    grid = [np.array([times[0]])]
    for start, end in pairwise(times):
        grid.append(np.linspace(start, end, ceil((end - start) / step - _ROUNDING) + 1)[1:])
    return np.concatenate(grid)


def _check_times(times: Sequence[float], step: float) -> None:
    if not 0 < step < inf:
        raise InvalidValueError(
            f"step: expected a positive number, found {step}; the papers use 1."
        )
    grow = all(earlier < later for earlier, later in pairwise(times))
    if len(times) < 2 or not grow or not all(isfinite(time) for time in times):
        raise InvalidValueError(
            f"times: expected at least two finite numbers, each larger than the one before, found "
            f"{tuple(times)}; sort them."
        )
