"""Units that read a sequence: each output becomes an input of the next step."""

from collections.abc import Callable
from typing import cast, final

import torch
from jaxtyping import Float
from torch import Tensor, nn

Sequences = Float[Tensor, "*batch steps inputs"]
States = Float[Tensor, "*batch steps states"]


@final
class Recurrence(nn.Module):
    r"""Apply a unit to every element of a sequence and its own last output.

    h_t = cell([x_t; h_{t-1}]), with h_0 a constant or learnt.

    Args:
        cell: Builds the unit, of ``inputs + states`` inputs and ``states`` outputs.
        start: Every entry of h_0: 1 for a product, 0 for a sum.
        states: Length of h.
        learns_start: Whether h_0 is a parameter, ``start`` its initial value.

    Shape:
        x: (\*batch, steps, inputs) to (\*batch, steps, states): all of h_1 … h_T.

    Example:
        >>> from functools import partial
        >>> from nalm import NMU
        >>> import torch
        >>> network = Recurrence(partial(NMU, 2, 1), start=1.0)
        >>> network.cell.weight.data = torch.ones(1, 2)
        >>> network(torch.tensor([[2.0], [3.0], [4.0]])).flatten().tolist()
        [2.0, 6.0, 24.0]

    References:
        Madsen and Johansen (2020), "Neural Arithmetic Units", ICLR, section 4.2.
    """

    def __init__(
        self,
        cell: Callable[[], nn.Module],
        *,
        start: float = 0.0,
        states: int = 1,
        learns_start: bool = False,
    ) -> None:
        super().__init__()
        self.cell = cell()
        self.states = states
        self.constant = float(start)
        self.start = nn.Parameter(torch.full((states,), self.constant)) if learns_start else None

    def forward(self, x: Sequences) -> States:
        """Return the state after every element."""
        start = (
            self.start
            if isinstance(self.start, Tensor)
            else x.new_full((self.states,), self.constant)
        )
        h = start.expand(*x.shape[:-2], self.states)
        history: list[Tensor] = []
        for element in x.unbind(-2):
            h = cast("Tensor", self.cell(torch.cat([element, h], dim=-1)))
            history.append(h)
        return torch.stack(history, dim=-2)


@final
class LSTM(nn.Module):
    r"""Read a sequence with a long short-term memory, the baseline of the sequential tasks.

    i, f, o = σ(…), g = tanh(…) of W [x_t; h_{t-1}] + b; c_t = f c_{t-1} + i g and
    h_t = o tanh(c_t), which never leaves [-1, 1]. h_0 = c_0 = 0.

    Args:
        inputs: Length of an element.
        states: Length of h.

    Attributes:
        weight: W, shape (4 states, inputs + states), from U(±1/√states), in the order i, f, g, o.
        bias: b, shape (4 states,), from the same.

    Shape:
        x: (\*batch, steps, inputs) to (\*batch, steps, states).

    Example:
        >>> import torch
        >>> LSTM(3, 2)(torch.ones(5, 7, 3)).shape
        torch.Size([5, 7, 2])

    References:
        Hochreiter and Schmidhuber (1997), "Long Short-Term Memory", Neural Computation 9(8).
    """

    def __init__(self, inputs: int, states: int = 1) -> None:
        super().__init__()
        self.states = states
        self.weight = nn.Parameter(torch.empty(4 * states, inputs + states))
        self.bias = nn.Parameter(torch.empty(4 * states))
        for parameter in (self.weight, self.bias):
            nn.init.uniform_(parameter, -(states**-0.5), states**-0.5)

    def forward(self, x: Sequences) -> States:
        """Return h after every element."""
        h = x.new_zeros((*x.shape[:-2], self.states))
        c, history = h, list[Tensor]()
        for element in x.unbind(-2):
            gates = torch.cat([element, h], dim=-1) @ self.weight.T + self.bias
            i, f, g, o = gates.chunk(4, dim=-1)
            c = f.sigmoid() * c + i.sigmoid() * g.tanh()
            h = o.sigmoid() * c.tanh()
            history.append(h)
        return torch.stack(history, dim=-2)


@final
class RunningSum(nn.Module):
    """Add up a sequence without any parameter: h_t = h_{t-1} + x_t."""

    def forward(self, x: Sequences) -> States:
        """Return every partial sum."""
        return x.cumsum(-2)


@final
class RunningProduct(nn.Module):
    """Multiply a sequence without any parameter: h_t = h_{t-1} x_t."""

    def forward(self, x: Sequences) -> States:
        """Return every partial product."""
        return x.cumprod(-2)


@final
class AtOnce(nn.Module):
    """Apply a unit to all elements of a sequence together, for sequences of one length.

    Args:
        unit: Builds the unit, of ``steps · inputs`` inputs.

    Shape:
        x: (batch, steps, inputs) to (batch, 1, outputs).

    Example:
        >>> import torch
        >>> AtOnce(Quotient)(torch.tensor([[[6.0], [3.0]]])).tolist()
        [[[2.0]]]
    """

    def __init__(self, unit: Callable[[], nn.Module]) -> None:
        super().__init__()
        self.unit = unit()

    def forward(self, x: Float[Tensor, "batch steps inputs"]) -> Float[Tensor, "batch 1 outputs"]:
        """Return the unit's outputs as a sequence of one element."""
        return cast("Tensor", self.unit(x.flatten(-2))).unsqueeze(-2)


@final
class Quotient(nn.Module):
    """Divide the first of two inputs by the second, without any parameter.

    Shape:
        x: (batch, 2) to (batch, 1).
    """

    def forward(self, x: Float[Tensor, "batch 2"]) -> Float[Tensor, "batch 1"]:
        """Return the quotient."""
        return x[..., :1] / x[..., 1:]
