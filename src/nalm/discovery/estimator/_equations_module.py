"""Several formulas as one PyTorch module, the terms that they share being shared in it."""

from collections.abc import Sequence
from typing import cast

import numpy as np
import torch
from torch import nn

from nalm._tensors import Inputs, Outputs
from nalm._typing import FloatArray
from nalm.discovery.result._balanced import balanced
from nalm.errors import InvalidValueError
from nalm.symbolic import FormulaModule, Sum, to_torch


class EquationsModule(nn.Module):
    r"""Compute $y_i = \sum_k B_{ik}\, \varphi_k(x)$ with the measured numbers of φ learnable.

    The factors B are constants. What leaves one state and enters another is one φ with the factors
    -1 and +1: its numbers stay the same in both equations however they are trained, so that a
    conserved sum stays conserved. There are no buffers, as `nalm.networks.NeuralODE` wants it.

    Args:
        terms: The formulas φ.
        inputs: Length of the last dimension of what the module is given.
        balance: The factors B `(outputs, terms)`; without them every formula is an output.

    Attributes:
        terms: The formulas as modules.

    Raises:
        InvalidValueError: If a formula uses an input beyond these, or B has not one column per
            formula.

    Example:
        >>> from fractions import Fraction
        >>> import numpy as np
        >>> from nalm.symbolic import Power, Product, Sum
        >>> flow = Sum((Product(0.5, (Power(0, Fraction(1)),)),))  # from the first to the second
        >>> system = EquationsModule([flow], 2, balance=np.array([[-1.0], [1.0]]))
        >>> system(torch.tensor([[4.0, 1.0]])).tolist()
        [[-2.0, 2.0]]
    """

    def __init__(
        self, terms: Sequence[Sum], inputs: int, *, balance: FloatArray | None = None
    ) -> None:
        super().__init__()
        count = len(terms)
        rows = [[float(i == k) for k in range(count)] for i in range(count)]
        rows = rows if balance is None else [[float(factor) for factor in row] for row in balance]
        if not rows or any(len(row) != count for row in rows):
            raise InvalidValueError(
                f"balance should have the shape (outputs, {count}), one column per formula; found "
                f"{len(rows)} rows of {[len(row) for row in rows]}"
            )
        self.terms = nn.ModuleList(to_torch(term, inputs) for term in terms)
        self._balance = rows

    def formulas(self) -> tuple[Sum, ...]:
        """Read the formula of each output out, with the values that the parameters have now."""
        terms = [cast("FormulaModule", term).formula() for term in self.terms]
        return balanced(terms, np.array(self._balance))

    def forward(self, x: Inputs) -> Outputs:
        """Compute the values `(*batch, outputs)` of inputs `(*batch, inputs)`; NaN outside."""
        values = [term(x) for term in self.terms]
        return torch.stack([_added(row, values) for row in self._balance], dim=-1)


def _added(factors: Sequence[float], values: Sequence[torch.Tensor]) -> torch.Tensor:
    # Terms without a part in an equation are left out: their NaN is none of its own.
    parts = [f * value for f, value in zip(factors, values, strict=True) if f]
    return sum(parts, torch.zeros_like(values[0]))
