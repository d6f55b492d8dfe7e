"""Replacing a node of a traced graph by a function, written out."""

from collections.abc import Callable, Sequence
from typing import cast

from torch import Tensor, fx
from torch.fx.experimental.proxy_tensor import make_fx


def replace_node(
    node: fx.Node, function: Callable[..., Tensor], *, operands: Sequence[fx.Node]
) -> fx.Node:
    """Put what a function computes in the place of a node; the caller recompiles the graph.

    Args:
        node: What is erased.
        function: Takes the operands' tensors, and gives one like the node's.
        operands: Nodes before it.

    Returns:
        The node of the function's result.
    """
    example = [operand.meta["val"] for operand in operands]
    written = make_fx(function, tracing_mode="fake")(*example).graph
    places = dict(zip(written.find_nodes(op="placeholder"), operands, strict=True))
    with node.graph.inserting_before(node):
        result = cast("fx.Node", node.graph.graph_copy(written, places))
    # Where the later passes read shapes and types.
    result.meta = dict(node.meta)
    node.replace_all_uses_with(result)
    node.graph.erase_node(node)
    return result
