"""The operations that arithmetic units are asked to learn."""

from collections.abc import Sequence
from enum import Enum
from functools import reduce
from operator import add, mul

import numpy as np

from nalm._typing import Array


class Operation(Enum):
    """Name an arithmetic operation on operands a, b, …; the value is the literature's word."""

    ADD = "add"
    SUB = "sub"
    MUL = "mul"
    DIV = "div"
    SQUARED = "squared"
    ROOT = "root"
    RECIPROCAL = "reciprocal"
    CUBED = "cubed"

    @property
    def expression(self) -> str:
        """The operation as a formula, for tables and figures: ``a / b``."""
        return _EXPRESSIONS[self]

    @property
    def operands(self) -> int:
        """The fewest operands that the operation needs; addition and product take more."""
        return 2 if self in _BINARY else 1

    def evaluate(self, operands: Sequence[Array]) -> Array:
        """Compute the operation; addition and product use all operands, the others the first.

        Args:
            operands: NumPy arrays or tensors of one shape, at least `Operation.operands`.

        Returns:
            An array of that shape.

        Example:
            >>> from nalm.tasks import Operation
            >>> Operation.DIV.evaluate([6.0, 3.0])
            2.0
        """
        # A division by zero is infinite and √-1 is NaN, for NumPy as silently as for torch.
        with np.errstate(all="ignore"):
            return self._evaluate(*operands)

    def _evaluate(self, a: Array, *others: Array) -> Array:
        match self:
            case Operation.ADD:
                return reduce(add, others, a)
            case Operation.SUB:
                return a - others[0]
            case Operation.MUL:
                return reduce(mul, others, a)
            case Operation.DIV:
                return a / others[0]
            case Operation.SQUARED:
                return a * a
            case Operation.CUBED:
                return a * a * a
            case Operation.ROOT:
                return a**0.5
            case Operation.RECIPROCAL:
                return 1.0 / a


_BINARY = frozenset({Operation.ADD, Operation.SUB, Operation.MUL, Operation.DIV})

_EXPRESSIONS = {
    Operation.ADD: "a + b",
    Operation.SUB: "a - b",
    Operation.MUL: "a * b",
    Operation.DIV: "a / b",
    Operation.SQUARED: "a²",
    Operation.CUBED: "a³",
    Operation.ROOT: "√a",
    Operation.RECIPROCAL: "1 / a",
}
