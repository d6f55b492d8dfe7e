"""Calling a compiled program again and again on the same tensors.

What Inductor generates allocates every intermediate result anew and then calls one kernel, or a
few. For one run the allocations take as long as the arithmetic. Where the tensors are always the
same, the memory can be too: the first call is recorded, and then its kernels are called alone, as a
CUDA graph does on a GPU.
"""

from collections.abc import Callable, Sequence
from functools import partial
from types import FunctionType, MethodType, SimpleNamespace
from typing import Any, final

from torch import Tensor

Generated = Callable[[list[Tensor]], Any]
"""What Inductor makes: it empties the list that it is given."""

KERNEL = "cpp_fused"
"""How the names of a program's kernels begin."""

LIBRARY, ROUTINES = "extern_kernels", frozenset({"mm", "addmm", "bmm", "baddbmm"})
"""A library's routines that write where they are told."""

HARMLESS = frozenset(
    {"clear", "empty_strided_cpu", "reinterpret_tensor", LIBRARY}
    | {"torch", "float32", "float64", "int32", "int64", "bool"}
)
"""Names besides these that only make memory, or say what it holds."""


@final
class Repetition:
    """A generated program with the tensors that it changes.

    Args:
        program: Takes a list of tensors, which it empties.
        tensors: Given at every call.
    """

    def __init__(self, program: Generated, tensors: Sequence[Tensor]) -> None:
        self._program = program
        self._tensors = list(tensors)
        self._calls: list[Callable[[], Any]] = []

    def __call__(self) -> None:
        """Run the program."""
        for call in self._calls:
            call()
        if not self._calls:
            # Recording runs the program: it is the first call itself.
            record = _Record()
            record.program_of(self._program)(list(self._tensors))
            # Nothing was recorded of a program that does more than start kernels: it runs as it is.
            self._calls = record.calls or [self._run]

    def _run(self) -> None:
        self._program(list(self._tensors))


class _Record:
    """The calls of a program without its allocations, whose memory their arguments hold."""

    def __init__(self) -> None:
        self.calls: list[Callable[[], Any]] = []

    def program_of(self, program: Generated) -> Generated:
        """Return a program whose calls are recorded, or itself where it does something else."""
        # Inductor makes methods; that of PyTorch 2.8 makes plain functions.
        function = program.__func__ if isinstance(program, MethodType) else program
        if not isinstance(function, FunctionType) or function.__closure__:
            return program
        code, known = function.__code__, function.__globals__
        names = set(code.co_names)
        kernels = {name for name in names if name.startswith(KERNEL)}
        # The program uses something that a replay of its kernels might leave out.
        if names - kernels - ROUTINES - HARMLESS:
            return program
        heard: dict[str, Any] = {name: self._heard(known[name]) for name in kernels}
        routines = {name: self._heard(getattr(known[LIBRARY], name)) for name in names & ROUTINES}
        heard[LIBRARY] = SimpleNamespace(**routines)
        # The same code with other globals: Inductor's own module is not changed.
        same = FunctionType(code, {**known, **heard})
        return MethodType(same, program.__self__) if isinstance(program, MethodType) else same

    def _heard(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def heard(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401
            # The arguments keep the buffers of this call alive, and every replay writes into them
            # again.
            self.calls.append(partial(function, *arguments, **options))
            return function(*arguments, **options)

        return heard
