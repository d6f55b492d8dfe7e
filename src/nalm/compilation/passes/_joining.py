"""A pass over the training graph: concatenations keep the batch innermost.

The compiler writes the parts of a concatenation one after the other, with a sample's columns next
to each other, so that none of the loops that write or read it runs over the batch. A recurrent
cell joins its input and its state at every step, and the gradients of its gates.
"""

from collections.abc import Sequence
from typing import cast

import torch
from torch import Tensor, fx

from nalm.compilation.passes._replacement import replace_node

_aten = torch.ops.aten

JOINS = {_aten.cat.default: torch.cat, _aten.stack.default: torch.stack}


def join_with_batch_innermost(graph: fx.GraphModule, *, batch: int) -> None:
    """Replace every concatenation behind the batch by the transpose of one before it.

    Args:
        graph: The traced step; changed in place.
        batch: Samples a step, the second dimension.
    """
    for node in list(graph.graph.nodes):
        if node.target in JOINS:
            shape = tuple(cast("Tensor", node.meta["val"]).shape)
            parts, dimension = _arguments(node, rank=len(shape))
            # A join along the runs or the samples leaves the batch where it is.
            if shape[1:2] == (batch,) and dimension >= 2:
                _transpose(node, parts, dimension)
    graph.recompile()


def _arguments(node: fx.Node, *, rank: int) -> tuple[list[fx.Node], int]:
    parts, *rest = node.args
    dimension = cast("int", rest[0]) if rest else 0
    return cast("list[fx.Node]", parts), dimension % rank


def _transpose(node: fx.Node, parts: Sequence[fx.Node], dimension: int) -> None:
    join = JOINS[node.target]  # pyright: ignore[reportArgumentType]

    # Moving the batch behind the others is a view; the dimensions after it count one less.
    def innermost(*parts: Tensor) -> Tensor:
        return join([part.movedim(1, -1) for part in parts], dimension - 1).movedim(-1, 1)

    replace_node(node, innermost, operands=parts)
