"""Tracing a function of tensors, and compiling what was traced."""

import shutil
import warnings
from collections.abc import Sequence
from typing import Any, cast

import torch
from torch import Tensor
from torch.fx import GraphModule
from torch.fx.experimental.proxy_tensor import make_fx

from nalm.compilation._direct import Inner, Program, on_cpu
from nalm.compilation._kept import forget, keeping
from nalm.compilation._rests import stored_apart
from nalm.errors import CompilationError

ONE_LOOP = {"realize_reads_threshold": 8, "realize_opcount_threshold": 60}
"""Numbers read, and operations, up to which what is used twice is not stored in a loop of its own:
enough for a uniform random number made into a sample. With 150 operations, which suffice for a
normal one, steps are no faster and compile four times as long. The caller says what is stored."""

UNMEASURED = {"shape_padding": False, "deterministic": True}
"""Nothing of a GPU's program is chosen by timing it: that takes seconds, and what is chosen decides
the order of sums."""


def has_compiler(device: torch.device) -> bool:
    """Say whether programs can be compiled for a device: a CPU needs a C++ compiler."""
    return device.type != "cpu" or bool(shutil.which("g++") or shutil.which("clang++"))


def trace(function: Program, example: Sequence[Tensor]) -> GraphModule:
    """Trace a function with Python's numbers in the precision of its tensors.

    `vmap` turns a number next to a tensor without dimensions into a tensor of the default type.

    Args:
        function: Takes tensors; traced as it runs, so anything that PyTorch can `vmap` will do.
        example: Tensors to trace with; they are not changed.
    """
    precisions = {tensor.dtype for tensor in example if tensor.is_floating_point()}
    default = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64 if torch.float64 in precisions else torch.float32)
    try:
        # Fake tensors have shapes and no numbers, so that the example is not changed. Tensors that
        # the function brings along, such as data of its own, become constants of the program.
        return make_fx(function, tracing_mode="fake", _allow_non_fake_inputs=True)(*example)
    finally:
        torch.set_default_dtype(default)


def compile_graph(graph: GraphModule, example: Sequence[Tensor], *, one_thread: bool) -> Program:
    """Compile a graph for the shapes, strides and devices of an example.

    Args:
        graph: From `trace`.
        example: Tensors like those that the program will be called with.
        one_thread: Whether meeting other threads would cost more than they help.

    Raises:
        CompilationError: If the compiler is missing or rejects the graph.
    """
    try:
        with keeping() as folder:
            try:
                return _compiled(graph, example, one_thread=one_thread)
            except Exception:
                if folder is None:
                    raise
                # Perhaps what was kept is damaged; without it the compiler says what is wrong.
                forget(folder)
                return _compiled(graph, example, one_thread=one_thread)
    except Exception as error:
        raise CompilationError(
            f"Inductor could not compile the program: {error}. Train with "
            "compile=False, or install a C++ compiler."
        ) from error


def _compiled(graph: GraphModule, example: Sequence[Tensor], *, one_thread: bool) -> Program:
    with warnings.catch_warnings(), torch.no_grad(), stored_apart():
        warnings.simplefilter("ignore")  # Inductor's own; nothing a user could act on
        # Imported here: loading the compiler takes seconds, and nothing uncompiled needs it.
        from torch._inductor.compile_fx import compile_fx, compile_fx_inner

        inner = Inner(compile_fx_inner, graph)
        options = _cpu_options(one_thread) if on_cpu(example) else _gpu_options()
        # Sizes are those of the example, also where `keeping` has an environment for symbols.
        whole = compile_fx(
            graph,
            list(example),
            inner_compile=inner,
            config_patches=options,
            ignore_shape_env=True,
        )
        return inner.direct(example) or cast("Program", whole)


def _cpu_options(one_thread: bool) -> dict[str, Any]:
    threads = {"cpp.threads": 1} if one_thread else {}
    # A program belongs to the sizes of its example: they need no check at every call.
    return {"size_asserts": False, "compile_threads": 1, **ONE_LOOP, **threads}


def _gpu_options() -> dict[str, Any]:
    from torch._inductor import config

    known = {name: value for name, value in UNMEASURED.items() if hasattr(config, name)}
    return {"size_asserts": False, **known}
