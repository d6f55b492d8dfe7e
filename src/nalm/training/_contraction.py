"""A pass over the training graph: products with few rows or columns become plain loops.

A library's matrix product is made for large matrices. Two units on a hundred inputs are a hundred
runs' products with two columns, which it computes several times slower than the compiler's own
loops over the batch, and apart from the loops around them.
"""

from collections.abc import Sequence
from typing import cast

import torch
from torch import Tensor, fx

from nalm.training import _layout

_aten = torch.ops.aten

NARROW = 4
"""Rows, columns or inner length up to which a product is a loop."""


def unroll_narrow_products(graph: fx.GraphModule, *, batch: int) -> None:
    """Replace every batched product that is narrow by a multiplication and a sum.

    Args:
        graph: The traced step; changed in place.
        batch: Samples a step, laid out innermost in the results.
    """
    for node in list(graph.graph.nodes):
        if node.target is _aten.bmm.default:
            left, right = cast("Sequence[fx.Node]", node.args)
            if min(_shape(left)[1:] + _shape(right)[2:]) <= NARROW:
                _unroll(node, left, right, batch=batch)
    graph.recompile()


def _unroll(node: fx.Node, left: fx.Node, right: fx.Node, *, batch: int) -> None:
    graph = node.graph
    with graph.inserting_before(node):
        rows = graph.call_function(_aten.unsqueeze.default, (left, 3))
        columns = graph.call_function(_aten.unsqueeze.default, (right, 1))
        products = graph.call_function(_aten.mul.Tensor, (rows, columns))
        total = graph.call_function(_aten.sum.dim_IntList, (products, [2]))
        total.meta = dict(node.meta)
        stored = _layout.store(total, batch=batch) if _shape(node)[1] == batch else total
    node.replace_all_uses_with(stored)
    graph.erase_node(node)


def _shape(node: fx.Node) -> list[int]:
    return list(cast("Tensor", node.meta["val"]).shape)
