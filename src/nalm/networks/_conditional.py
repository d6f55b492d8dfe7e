"""A function of two pieces, of which a comparison chooses one."""

from collections.abc import Callable
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn


@final
class Conditional(nn.Module):
    """Mix two branches by a condition between 0 and 1.

    y = c (f(x) + p) + (1 - c) (g(x) + q), c = condition(x); p and q are biases that start at 0.

    Args:
        condition: Builds the network of c; one output.
        then: Builds f, what counts where the condition is 1; one output.
        otherwise: Builds g; one output.

    Shape:
        x: (batch, inputs) to (batch, 1).

    Example:
        >>> from functools import partial
        >>> from nalm import NAU, NSR
        >>> branch = partial(NAU, 5, 1)
        >>> network = Conditional(condition=partial(NSR, 5, 1), then=branch, otherwise=branch)
        >>> network(torch.ones(7, 5)).shape
        torch.Size([7, 1])

    References:
        Faber and Wattenhofer (2023), "Neural Status Registers", ICML, and its code: piecewise
        functions.
    """

    def __init__(
        self,
        *,
        condition: Callable[[], nn.Module],
        then: Callable[[], nn.Module],
        otherwise: Callable[[], nn.Module],
    ) -> None:
        super().__init__()
        self.condition, self.then, self.otherwise = condition(), then(), otherwise()
        self.biases = nn.Parameter(torch.zeros(2))

    def forward(self, x: Float[Tensor, "batch inputs"]) -> Float[Tensor, "batch 1"]:
        """Return the mixture."""
        c, (p, q) = self.condition(x), self.biases.unbind()
        return c * (self.then(x) + p) + (1 - c) * (self.otherwise(x) + q)
