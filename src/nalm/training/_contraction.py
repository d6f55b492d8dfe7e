"""A pass over the training graph: products with few rows or columns become plain loops.

A library's matrix product is made for large matrices. Two units on a hundred inputs are a hundred
runs' products with two columns, which it computes several times slower than the compiler's own
loops over the batch, and apart from the loops around them.
"""

import math
from collections.abc import Sequence
from typing import cast

import torch
from torch import Tensor, fx

from nalm.training import _layout

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
    graph = node.graph
    for operand in cast("Sequence[fx.Node]", node.args):
        _store_base(operand, batch=batch)
    left, right = cast("Sequence[fx.Node]", node.args)  # the stored ones
    with graph.inserting_before(node):
        rows = graph.call_function(_aten.unsqueeze.default, (left, 3))
        columns = graph.call_function(_aten.unsqueeze.default, (right, 1))
        products = graph.call_function(_aten.mul.Tensor, (rows, columns))
        total = graph.call_function(_aten.sum.dim_IntList, (products, [2]))
    a, b = left.meta["val"].unsqueeze(3), right.meta["val"].unsqueeze(1)
    rows.meta, columns.meta, products.meta = {"val": a}, {"val": b}, {"val": a * b}
    total.meta = dict(node.meta)
    node.replace_all_uses_with(total)
    graph.erase_node(node)
    if _shape(total)[1] == batch:
        _layout.store(total, batch=batch)


def _store_base(operand: fx.Node, *, batch: int) -> None:
    """Store what an operand is a view of, unless it is an argument or stored already."""
    while operand.target in VIEWS:
        operand = cast("fx.Node", operand.args[0])
    known = operand.op == "placeholder" or _layout.is_stored(operand)
    if not known and _layout.has_columns(_shape(operand), batch):
        _layout.store(operand, batch=batch)


def _shape(node: fx.Node) -> list[int]:
    return list(cast("Tensor", node.meta["val"]).shape)
