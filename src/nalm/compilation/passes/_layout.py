"""A pass over the training graph for a CPU: what is kept in memory, and in which order.

By default Inductor recomputes a cheap-looking expression wherever it is used (a cosine inside
every input's loop) and may store intermediate results with the inputs innermost, which spoils the
vector loops over the batch. Marking the transcendental results that several others use, and laying
the batch out innermost, more than halves the time of a step; where a layer has several outputs,
products and sums over its inputs that are stored like this make it several times as fast (see
docs/performance.md).
"""

import math
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, cast

import torch
from torch import Tensor, fx
from torch._ops import OpOverload

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


REDUCTIONS = frozenset({_aten.prod.dim_int, _aten.sum.dim_IntList})
"""By default the loops of one with several outputs run over the inputs, not over the batch."""

SPREAD = 8
"""Least number of uses of each of a few numbers for which storing them pays."""


def keep(tensor: Tensor) -> Tensor:
    """Mark a tensor of the traced step as stored, in the memory order that it has.

    What repeats itself, such as inputs that all runs share, is written out.
    """
    primitive = _primitive()
    repeats = any(stride == 0 for stride in tensor.stride())
    tensor = tensor.contiguous() if repeats else tensor
    return tensor if primitive is None else cast("Tensor", primitive(tensor, tensor.stride()))


def lay_out(graph: fx.GraphModule, *, runs: int, batch: int, expensive: bool = True) -> None:
    """Store reductions, few numbers that many others use, and expensive results of several uses.

    Args:
        graph: The traced step; changed in place.
        runs: Runs of the cohort, the first dimension of every per-run tensor.
        batch: Samples a step, laid out innermost where it is the second dimension.
        expensive: Whether expensive results are stored too.
    """
    if _primitive() is None:
        return
    for node in list(graph.graph.nodes):
        shape = _shape(node)
        # `keep` has marked it in the step itself.
        if shape is None or any(map(is_stored, node.users)):
            continue
        reduced = node.target in REDUCTIONS and has_columns(shape, batch)
        if reduced or _is_spread(node, shape) or (expensive and _pays(node, shape, runs=runs)):
            store(node, batch=batch)
    for node in graph.graph.find_nodes(op="call_function", target=_aten.view.default):
        node.target = _aten.reshape.default  # in another memory order it may have to be a copy
    graph.recompile()


def store(node: fx.Node, *, batch: int) -> None:
    """Store a result for all its users, with the batch innermost where it is second.

    Args:
        node: What is stored; unchanged by a PyTorch without the primitive.
        batch: Samples a step.
    """
    primitive, shape = _primitive(), _shape(node)
    if primitive is None or shape is None:
        return
    with node.graph.inserting_after(node):
        stored = node.graph.call_function(primitive, (node, _strides(shape, batch)))
    # Where the later passes read shapes and types.
    stored.meta = dict(node.meta)
    node.replace_all_uses_with(stored)
    # The line before has made the stored node its own operand, too.
    stored.update_arg(0, node)


def is_stored(node: fx.Node) -> bool:
    """Say whether a node is the stored copy of a result."""
    primitive = _primitive()  # traced as its one overload, inserted by this pass as itself
    return primitive is not None and node.target in (primitive, primitive.default)


def is_view(node: fx.Node) -> bool:
    """Say whether a result is another's memory, seen in another shape."""
    return bool(getattr(node.target, "is_view", False))


def has_columns(shape: Sequence[int], batch: int) -> bool:
    """Say whether a result of this shape has several numbers for each sample of the batch."""
    return len(shape) >= 3 and shape[1] == batch and math.prod(shape[2:]) > 1


def _is_spread(node: fx.Node, shape: Sequence[int]) -> bool:
    """Say whether many numbers use the few computed here, such as a weight all samples.

    Whole numbers are left: the compiler reads those that are stored more slowly than it computes.
    """
    few, value = math.prod(shape), node.meta["val"]
    computed = isinstance(node.target, OpOverload) and not (is_view(node) or is_stored(node))
    if not computed or not node.all_input_nodes:
        return False
    spread = any(many >= SPREAD * few for many in _results(node))
    return few > 1 and value.is_floating_point() and spread


def _results(node: fx.Node) -> Iterator[int]:
    """Yield the sizes of what is computed from a result or from views of it."""
    for user in node.users:
        shape = _shape(user)
        if is_view(user):
            yield from _results(user)
        elif shape is not None and user.target not in REDUCTIONS:
            yield math.prod(shape)


def _pays(node: fx.Node, shape: Sequence[int], *, runs: int) -> bool:
    # Used once, it is cheaper in the loop of its user, unless there is only one per run.
    return node.target in EXPENSIVE and (len(node.users) > 1 or math.prod(shape) <= runs)


def _primitive() -> Any:  # noqa: ANN401
    import_module("torch._inductor.inductor_prims")  # registers the primitive
    return getattr(torch.ops.prims, "inductor_force_stride_order", None)


def _shape(node: fx.Node) -> Sequence[int] | None:
    value = node.meta.get("val")
    return tuple(value.shape) if isinstance(value, Tensor) else None


def _strides(shape: Sequence[int], batch: int) -> list[int]:
    order = list(range(len(shape)))
    if len(shape) >= 3 and shape[1] == batch:
        # Runs outermost, the batch innermost: vector instructions then work on samples.
        order = [0, *order[2:], 1]
    strides, size = [0] * len(shape), 1
    for dimension in reversed(order):
        strides[dimension] = size
        size *= shape[dimension]
    return strides
