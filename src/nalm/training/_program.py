"""Compilation: a function of tensors becomes one program."""

import shutil
import warnings
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import torch
from torch import Tensor
from torch.fx import GraphModule
from torch.fx.experimental.proxy_tensor import make_fx

from nalm.errors import CompilationError
from nalm.training import _layout
from nalm.training._contraction import unroll_narrow_products

Program = Callable[..., Any]


SMALL = 16_384
"""Input elements of a step below which meeting other threads costs more than they help."""


@dataclass(frozen=True)
class Layout:
    """The sizes of a cohort's step.

    Args:
        runs: Runs of the cohort, the first dimension of every per-run tensor.
        inputs: Inputs of a sample.
        batch: Samples a step.
    """

    runs: int
    inputs: int
    batch: int

    @property
    def is_small(self) -> bool:
        """Say whether one thread is enough."""
        return self.runs * self.inputs * self.batch < SMALL


_CACHE: dict[object, Program] = {}
CACHE_SIZE = 16
"""Programs kept for cohorts of the same kind and size; the oldest is dropped first."""


def compile_program(
    function: Program,
    example: Sequence[Tensor],
    *,
    identity: Hashable,
    layout: Layout | None = None,
) -> Program:
    """Compile a function of tensors for the shapes of an example.

    The function is traced as it runs, so anything that PyTorch can `vmap` can be compiled. The
    result works only for tensors of the example's shapes, strides and devices. A program that was
    compiled before for the same identity and the same shapes is used again.

    Args:
        function: Takes tensors; may change them in place.
        example: Tensors to trace with; they are not changed.
        identity: Equal only for functions that compute the same.
        layout: Sizes that guide the compiler; without them the graph stays as traced.

    Raises:
        CompilationError: If the compiler is missing or rejects the program.
    """
    kinds = tuple((t.shape, t.stride(), t.dtype, t.device) for t in example)
    key = (identity, kinds, layout)
    if key not in _CACHE:
        graph = _trace(function, example)
        if layout and all(tensor.device.type == "cpu" for tensor in example):
            unroll_narrow_products(graph, batch=layout.batch)
        if layout:
            _layout.keep_expensive(graph, runs=layout.runs, batch=layout.batch)
        while len(_CACHE) >= CACHE_SIZE:
            del _CACHE[next(iter(_CACHE))]
        _CACHE[key] = _compile(graph, example, one_thread=layout is not None and layout.is_small)
    return _CACHE[key]


def _compile(graph: GraphModule, example: Sequence[Tensor], *, one_thread: bool) -> Program:
    import torch._inductor as inductor

    options = {"compile_threads": 1} | ({"cpp.threads": 1} if one_thread else {})
    try:
        with warnings.catch_warnings(), torch.no_grad():
            warnings.simplefilter("ignore")  # Inductor's own; nothing a user could act on
            program = inductor.compile(graph, list(example), options=options)
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
