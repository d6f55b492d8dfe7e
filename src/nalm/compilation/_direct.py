"""Calling a compiled program without PyTorch's wrappers.

Around what Inductor generates lie half a dozen calls of Python, for inputs that share memory, are
differentiated, or hold more than tensors. None of that is the case here, and for a single run they
take a third of a step.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast, final

from torch import Tensor
from torch.fx import GraphModule, Node

from nalm.compilation._repetition import Generated, Repetition

Program = Callable[..., Any]


def on_cpu(tensors: Sequence[Tensor]) -> bool:
    """Say whether a program for these tensors runs on a CPU."""
    return all(tensor.device.type == "cpu" for tensor in tensors)


@final
class InPlace:
    """A generated program that only changes its tensors.

    Args:
        generated: What Inductor made.
    """

    def __init__(self, generated: Generated) -> None:
        self.generated = generated

    def __call__(self, *tensors: Tensor) -> None:
        """Run it once."""
        self.generated(list(tensors))


def repeated(program: Program, tensors: Sequence[Tensor]) -> Callable[[], Any]:
    """Return a program for the same tensors, to be called many times.

    Args:
        program: A compiled program, or any function of tensors.
        tensors: What it is called with; they must keep their memory.
    """
    if isinstance(program, InPlace):
        return Repetition(program.generated, tensors)
    return partial(program, *tensors)


class Inner:
    """Stands in for Inductor's compiler of one graph, and remembers what it made.

    Args:
        compiler: Inductor's own.
        traced: The graph that is going to be compiled.
    """

    def __init__(self, compiler: Callable[..., Any], traced: GraphModule) -> None:
        self._compiler = compiler
        self._result = _result(traced)
        self._made: list[tuple[GraphModule, Any]] = []

    def __call__(self, graph: GraphModule, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        """Compile a graph."""
        made = self._compiler(graph, *args, **options)
        self._made.append((graph, made))
        return made

    def direct(self, example: Sequence[Tensor]) -> Program | None:
        """Return the generated program, if it takes and returns what the traced function does.

        Args:
            example: Inputs of the traced function; they change in place, if at all.
        """
        # Of several graphs only the whole program knows how they are joined.
        if len(self._made) != 1 or not on_cpu(example):
            return None
        (graph, made), *_ = self._made
        # Inductor's own attribute. Where a PyTorch has none, the wrapped program is used.
        call = cast("Generated | None", getattr(made, "current_callable", None))
        inputs = [node for node in graph.graph.nodes if node.op == "placeholder"]
        results = [each for each in _result(graph) or () if each is not None]
        if call is None or len(inputs) != len(example):
            return None
        # It only changes its inputs, as a training step does: nothing is handed back.
        if self._result is None and not results:
            return InPlace(call)
        if isinstance(self._result, Node) and len(results) == 1:
            return lambda *tensors: call(list(tensors))[0]
        return None  # several results, or some that the caller has to copy


def _result(graph: GraphModule) -> Any:  # noqa: ANN401
    """Return what a graph returns: nodes, or containers of nodes."""
    (output,) = (node for node in graph.graph.nodes if node.op == "output")
    return output.args[0]
