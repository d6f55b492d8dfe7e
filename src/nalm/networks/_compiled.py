"""Compilation of the small functions that a network calls many times in one pass."""

import warnings
from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from nalm.compilation import compile_graph, has_compiler, trace

Function = Callable[..., list[Tensor]]


class CompilesLater:
    """Call a function of tensors, and compile it once it turns out to be called often.

    The compiled program gives the function's numbers up to rounding. Each kind of arguments
    (shapes, strides, precision, device) has its own program. Without a C++ compiler, or where
    Inductor refuses, the function itself is called for ever.

    Args:
        function: Takes tensors and returns a list of tensors; traced as it runs, so that anything
            that PyTorch can `vmap` can be compiled.
        patience: Calls before it is compiled.
    """

    def __init__(self, function: Function, *, patience: int) -> None:
        self._function = function
        self._patience = patience
        self._calls: dict[object, int] = {}
        self._programs: dict[object, Function] = {}

    def __call__(self, *tensors: Tensor) -> list[Tensor]:
        """Return the function's values."""
        kind = tuple((t.shape, t.stride(), t.dtype, t.device) for t in tensors)
        if kind not in self._programs:
            self._calls[kind] = self._calls.get(kind, 0) + 1
            if self._calls[kind] <= self._patience:
                return self._function(*tensors)
            self._programs[kind] = _compile(self._function, tensors)
        return self._programs[kind](*tensors)


def _compile(function: Function, example: Sequence[Tensor]) -> Function:
    if not has_compiler(example[0].device):
        return function
    try:
        # Traced without gradients: the caller has a backward pass of its own.
        with warnings.catch_warnings(), torch.no_grad():
            warnings.simplefilter("ignore")  # of tensors on their way to a gradient
            graph = trace(function, example)
        # The functions are small: meeting other threads would cost more than they help.
        return compile_graph(graph, example, one_thread=True)
    except Exception as error:
        warnings.warn(
            f"nalm: Inductor could not compile a step of an integration, which now runs about ten "
            f"times slower: {error.__cause__ or error}.",
            stacklevel=2,
        )
        return function
