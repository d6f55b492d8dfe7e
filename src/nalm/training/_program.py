"""Compilation: a function of tensors becomes one program."""

import shutil
import warnings
from collections.abc import Callable, Hashable, Sequence
from typing import Any, cast

import torch
from torch import Tensor
from torch.fx import GraphModule
from torch.fx.experimental.proxy_tensor import make_fx

from nalm.errors import CompilationError
from nalm.training import _layout

Program = Callable[..., Any]


_CACHE: dict[object, Program] = {}
CACHE_SIZE = 16
"""Programs kept for cohorts of the same kind and size; the oldest is dropped first."""


def compile_program(
    function: Program,
    example: Sequence[Tensor],
    *,
    identity: Hashable,
    runs: int = 0,
    batch: int = 0,
) -> Program:
    """Compile a function of tensors for the shapes of an example.

    The function is traced as it runs, so anything that PyTorch can `vmap` can be compiled. The
    result works only for tensors of the example's shapes, strides and devices. A program that was
    compiled before for the same identity and the same shapes is used again.

    Args:
        function: Takes tensors; may change them in place.
        example: Tensors to trace with; they are not changed.
        identity: Equal only for functions that compute the same.
        runs: Runs of the cohort, for the layout pass; 0 leaves the graph as traced.
        batch: Batch size, for the layout pass.

    Raises:
        CompilationError: If the compiler is missing or rejects the program.
    """
    kinds = tuple((t.shape, t.stride(), t.dtype, t.device) for t in example)
    key = (identity, kinds, runs, batch)
    if key not in _CACHE:
        graph = _trace(function, example)
        if runs:
            _layout.keep_expensive(graph, runs=runs, batch=batch)
        while len(_CACHE) >= CACHE_SIZE:
            del _CACHE[next(iter(_CACHE))]
        _CACHE[key] = _compile(graph, example)
    return _CACHE[key]


def _compile(graph: GraphModule, example: Sequence[Tensor]) -> Program:
    import torch._inductor as inductor

    try:
        with warnings.catch_warnings(), torch.no_grad():
            warnings.simplefilter("ignore")  # Inductor's own; nothing a user could act on
            program = inductor.compile(graph, list(example), options={"compile_threads": 1})
            return cast("Program", program)
    except Exception as error:
        raise CompilationError(
            f"Inductor could not compile the training step: {error}. Train with "
            "compile=False, or install a C++ compiler."
        ) from error


def _trace(function: Program, example: Sequence[Tensor]) -> GraphModule:
    """Trace a function with Python's numbers in the precision of its tensors.

    `vmap` turns a number next to a tensor without dimensions into a tensor of the default type.
    """
    precisions = {tensor.dtype for tensor in example if tensor.is_floating_point()}
    default = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64 if torch.float64 in precisions else torch.float32)
    try:
        return make_fx(function, tracing_mode="fake")(*example)
    finally:
        torch.set_default_dtype(default)


def can_compile(device: torch.device) -> bool:
    """Say whether programs can be compiled for a device; warn once where they cannot."""
    if device.type != "cpu" or shutil.which("g++") or shutil.which("clang++"):
        return True
    warnings.warn(
        "nalm: no C++ compiler (g++ or clang++) was found, so training runs uncompiled and about "
        "ten times slower. Install one, or pass compile=False to accept this silently.",
        stacklevel=3,
    )
    return False
