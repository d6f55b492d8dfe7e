"""A pass over the training graph: what is kept in memory, and in which order.

Left alone, Inductor computes a cheap-looking expression again wherever it is used (a cosine inside
every input's loop) and may store intermediate results with the inputs innermost, which spoils the
vector loops over the batch. Marking the transcendental results that several others use, and laying
the batch out innermost, more than halves the time of a step (see docs/performance.md).
"""

import math
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, cast

import torch
from torch import Tensor, fx

_aten = torch.ops.aten
EXPENSIVE = frozenset(
    {
        _aten.log.default,
        _aten.exp.default,
        _aten.cos.default,
        _aten.sin.default,
        _aten.tanh.default,
        _aten.erfc.default,
        _aten.sigmoid.default,
        _aten.sqrt.default,
        _aten.reciprocal.default,
        _aten.div.Tensor,
        _aten.pow.Tensor_Tensor,
        _aten.pow.Scalar,
    }
)


def keep(tensor: Tensor) -> Tensor:
    """Mark a tensor of the traced step as stored, in the memory order that it has.

    What repeats itself, such as inputs that all runs share, is written out.
    """
    primitive = _primitive()
    repeats = any(stride == 0 for stride in tensor.stride())
    tensor = tensor.contiguous() if repeats else tensor
    return tensor if primitive is None else cast("Tensor", primitive(tensor, tensor.stride()))


def keep_expensive(graph: fx.GraphModule, *, runs: int, batch: int) -> None:
    """Store expensive results that are used more than once, and all small ones, in place.

    Args:
        graph: The traced step; changed in place.
        runs: Runs of the cohort, the first dimension of every per-run tensor.
        batch: Samples a step, laid out innermost where it is the second dimension.
    """
    if _primitive() is None:
        return
    for node in list(graph.graph.nodes):
        shape = _shape(node)
        if node.target not in EXPENSIVE or shape is None:
            continue
        if len(node.users) < 2 and math.prod(shape) > runs:
            continue
        with graph.graph.inserting_after(node):
            stored = store(node, batch=batch)
        node.replace_all_uses_with(stored)
        stored.update_arg(0, node)
    graph.recompile()


def store(node: fx.Node, *, batch: int) -> fx.Node:
    """Insert a node that stores a result, with the batch innermost where it is second.

    Args:
        node: What is stored; returned as it is by a PyTorch without the primitive.
        batch: Samples a step.
    """
    primitive, shape = _primitive(), _shape(node)
    if primitive is None or shape is None:
        return node
    stored = node.graph.call_function(primitive, (node, _strides(shape, batch)))
    stored.meta = dict(node.meta)
    return stored


def _primitive() -> Callable[..., Any] | None:
    import_module("torch._inductor.inductor_prims")  # registers the primitive
    return getattr(torch.ops.prims, "inductor_force_stride_order", None)


def _shape(node: fx.Node) -> Sequence[int] | None:
    value = node.meta.get("val")
    return tuple(value.shape) if isinstance(value, Tensor) else None


def _strides(shape: Sequence[int], batch: int) -> list[int]:
    order = list(range(len(shape)))
    if len(shape) >= 3 and shape[1] == batch:
        order = [0, *order[2:], 1]
    strides, size = [0] * len(shape), 1
    for dimension in reversed(order):
        strides[dimension] = size
        size *= shape[dimension]
    return strides
