"""Compilation: a function of tensors becomes one program."""

import warnings
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from nalm.compilation import Program, compile_graph, has_compiler, on_cpu, trace
from nalm.compilation.passes import _layout
from nalm.compilation.passes._contraction import unroll_narrow_products
from nalm.compilation.passes._joining import join_with_batch_innermost
from nalm.compilation.passes._logarithm import write_out_logarithms

SMALL = 16_384
"""Input elements of a step below which meeting other threads costs more than they help."""


@dataclass(frozen=True)
class Layout:
    """The sizes of a cohort's step.

    Args:
        runs: Runs of the cohort, the first dimension of every per-run tensor.
        inputs: Inputs of a sample.
        batch: Samples a step.
        learns: Whether it is a step of learning; an evaluation has so many rows that results are
            cheaper to compute again than to store, except reductions.
    """

    runs: int
    inputs: int
    batch: int
    learns: bool = True

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
        layout: Sizes that guide a CPU's compiler; without them the graph stays as traced.

    Raises:
        CompilationError: If the compiler is missing or rejects the program.
    """
    # Inductor builds sizes, strides and devices into a program.
    kinds = tuple((t.shape, t.stride(), t.dtype, t.device) for t in example)
    key = (identity, kinds, layout)
    if key not in _CACHE:
        graph = trace(function, example)
        if layout and on_cpu(example):  # a GPU is fastest with the fewest kernels
            # In this order: the products become sums, which the layout then stores; and the layout
            # has to meet logarithms as such, to know that they are expensive.
            join_with_batch_innermost(graph, batch=layout.batch)
            unroll_narrow_products(graph, batch=layout.batch)
            sizes = {"runs": layout.runs, "batch": layout.batch}
            _layout.lay_out(graph, **sizes, expensive=layout.learns)
            write_out_logarithms(graph)
        while len(_CACHE) >= CACHE_SIZE:
            del _CACHE[next(iter(_CACHE))]
        one_thread = layout is not None and layout.is_small
        _CACHE[key] = compile_graph(graph, example, one_thread=one_thread)
    return _CACHE[key]


def can_compile(device: torch.device) -> bool:
    """Say whether programs can be compiled for a device; warn once where they cannot."""
    if has_compiler(device):
        return True
    warnings.warn(
        "nalm: no C++ compiler (g++ or clang++) was found, so training runs uncompiled and about "
        "ten times slower. Install one, or pass compile=False to accept this silently.",
        stacklevel=3,
    )
    return False
