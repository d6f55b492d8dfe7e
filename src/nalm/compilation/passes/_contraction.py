"""A pass over the training graph: products with few rows or columns become plain loops.

A library's matrix product is made for large matrices. Two units on a hundred inputs are a hundred
runs' products with two columns, which it computes several times slower than the compiler's own
loops over the batch, and apart from the loops around them.
"""

import math
from collections.abc import Sequence
from typing import cast

import torch
from jaxtyping import Float
from torch import Tensor, fx

from nalm.compilation.passes import _layout
from nalm.compilation.passes._replacement import replace_node

_aten = torch.ops.aten

VIEWS = frozenset({_aten.permute.default, _aten.transpose.int})

NARROW = 10
"""Rows, columns or inner length up to which a product is a loop; from about 12 on a library is
faster."""

SMALL = 2**15
"""Multiplications of a run up to which it is one, whatever its shape."""


def unroll_narrow_products(graph: fx.GraphModule, *, batch: int) -> None:
    """Replace every batched product that is narrow or small by a multiplication and a sum.

    Args:
        graph: The traced step; changed in place.
        batch: Samples a step, laid out innermost in the operands and results.
    """
    for node in list(graph.graph.nodes):
        if node.target is _aten.bmm.default:
            left, right = cast("Sequence[fx.Node]", node.args)
            sizes = _shape(left)[1:] + _shape(right)[2:]
            if loops(sizes, math.prod(sizes)):
                _unroll(node, batch=batch)
    graph.recompile()


def loops(sizes: Sequence[int], multiplications: int) -> bool:
    """Say whether a matrix product is faster as loops than a library's.

    Args:
        sizes: Its rows, inner length and columns.
        multiplications: Their product.
    """
    return min(sizes) <= NARROW or multiplications <= SMALL


def _unroll(node: fx.Node, *, batch: int) -> None:
    for operand in cast("Sequence[fx.Node]", node.args):
        _store_base(operand, batch=batch)
    left, right = cast("Sequence[fx.Node]", node.args)  # the stored ones
    (_, rows, inner), (*_, columns) = _shape(left), _shape(right)
    # Separate sums pay where the loop of each runs over the batch.
    apart = min(rows, columns) <= NARROW and batch in (inner, max(rows, columns))
    total = replace_node(node, sums_apart if apart else sums, operands=(left, right))
    if rows == batch and not apart:
        _layout.store(total, batch=batch)


def sums(
    left: Float[Tensor, "runs rows inner"], right: Float[Tensor, "runs inner columns"]
) -> Float[Tensor, "runs rows columns"]:
    """Return the product of matrices as sums of products."""
    return (left.unsqueeze(3) * right.unsqueeze(1)).sum(2)


def sums_apart(
    left: Float[Tensor, "runs rows inner"], right: Float[Tensor, "runs inner columns"]
) -> Float[Tensor, "runs rows columns"]:
    """Return the product of matrices with the sums of each row, or each column, written apart.

    The compiler computes them in one loop, which reads every number of the other matrix once, and
    no addition waits for the one before. Rows, unless there are fewer columns.
    """
    if left.shape[1] > right.shape[2]:
        return sums_apart(right.transpose(1, 2), left.transpose(1, 2)).transpose(1, 2)
    columns = right.transpose(1, 2)
    rows = (left.narrow(1, row, 1) for row in range(left.shape[1]))
    return torch.stack([(row * columns).sum(2) for row in rows], 1)


def _store_base(operand: fx.Node, *, batch: int) -> None:
    """Store what an operand is a view of, unless it is an argument or stored already."""
    while operand.target in VIEWS:
        operand = cast("fx.Node", operand.args[0])
    # A loop reads an operand for every row or column of the other. Unless it is stored, Inductor
    # computes it as often.
    known = operand.op == "placeholder" or _layout.is_stored(operand)
    if not known and _layout.has_columns(_shape(operand), batch):
        _layout.store(operand, batch=batch)


def _shape(node: fx.Node) -> list[int]:
    return list(cast("Tensor", node.meta["val"]).shape)
