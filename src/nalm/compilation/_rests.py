"""The remainder of a row, where a loop is not a whole number of vectors long.

Inductor computes 16 samples at once, and the rest of a row separately. Where it sums in a loop
inside that over the samples, PyTorch stores the sums of the rest as 16 numbers: over the head of
the next row, and behind the last row over whatever lies there. Version 2.13 does so where a third
loop lies between the two and both are tiled (https://github.com/pytorch/pytorch/issues/196681),
older ones also where only the samples are (https://github.com/pytorch/pytorch/pull/183699).
"""

from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

METHOD = "aggregate_reduction_buffers"
"""Of Inductor's kernels: told whether whole vectors and the rest are stored apart."""


@contextmanager
def stored_apart() -> Generator[None]:
    """Make Inductor store whole vectors and the rest of a row apart wherever it sums inside.

    A PyTorch whose Inductor has no such method is left alone.
    """
    kernels: Any = import_module("torch._inductor.codegen.cpp").CppKernelProxy
    method = getattr(kernels, METHOD, None)
    if method is None:
        yield
        return

    # Never less than what Inductor asks for itself.
    def told(kernel: Any, apart: bool, samples: Any) -> None:  # noqa: ANN401
        method(kernel, apart or _sums_inside(kernel.loop_nest.loops, samples), samples)

    setattr(kernels, METHOD, told)
    try:
        yield
    finally:
        setattr(kernels, METHOD, method)


def _sums_inside(loops: Any, samples: Any) -> bool:  # noqa: ANN401
    """Say whether a tiled loop has a rest and a sum inside it."""
    if samples is None or samples.is_reduction or samples.size == samples.tiled_size:
        return False
    return any(loop.is_reduction for loop in loops)
