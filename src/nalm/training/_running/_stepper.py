"""Taking many steps: one compiled program, called again and again on the same tensors."""

from collections.abc import Callable
from dataclasses import fields

import torch
from torch import Tensor, nn
from torch.utils import _pytree as pytree

from nalm.compilation import repeated
from nalm.compilation.passes import Layout, compile_program, keep
from nalm.training._cohort import Cohort
from nalm.training._run import Run
from nalm.training._running._threads import take
from nalm.training._steps._step import training_step

STEPS_PER_GRAPH = 20
"""Steps recorded in one CUDA graph; the remainder of a segment is launched kernel by kernel."""


class Stepper:
    """Advances a cohort in place.

    On the CPU a step is one call of a program that holds every loop of the step. On a GPU the
    program's kernels are recorded once as a CUDA graph and replayed, so that no step waits for
    Python to launch them.
    """

    def __init__(self, run: Run, network: nn.Module, cohort: Cohort, *, compile: bool) -> None:
        on_gpu = cohort.seed.is_cuda
        # What is stored splits the program into more kernels, and a GPU is fastest with few.
        kept = keep if compile and not on_gpu else _identity
        self._tensors, step = _flatten(cohort, training_step(run, network, kept))
        if compile:
            step = compile_program(
                step,
                self._tensors,
                identity=("training step", run.signature),
                layout=Layout(len(cohort.seed), run.task.in_features, run.recipe.batch_size),
            )
        self._step = repeated(step, self._tensors)
        self._runs = len(cohort.seed)
        self._graph: torch.cuda.CUDAGraph | None = None
        self._use_graph = compile and on_gpu

    def advance(self, steps: int) -> None:
        """Take a number of steps."""
        with torch.no_grad():
            if self._use_graph and steps >= STEPS_PER_GRAPH:
                # Recorded when it is first needed: a short training never pays for it.
                graph = self._graph = self._graph or self._record()
                for _ in range(steps // STEPS_PER_GRAPH):
                    graph.replay()
                steps %= STEPS_PER_GRAPH
            take(steps, self._advance, runs=self._runs)

    def _advance(self, steps: int) -> None:
        for _ in range(steps):
            self._step()

    def _record(self) -> torch.cuda.CUDAGraph:
        """Record a group of steps without changing the cohort."""
        saved = [tensor.clone() for tensor in self._tensors]
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):  # CUDA asks for a warm-up on a side stream
            self._step()
        torch.cuda.current_stream().wait_stream(stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            for _ in range(STEPS_PER_GRAPH):
                self._step()
        # The warm-up was a real step. Put back what it changed, in the memory that the graph uses.
        for tensor, value in zip(self._tensors, saved, strict=True):
            tensor.copy_(value)
        return graph


def _identity(tensor: Tensor) -> Tensor:
    return tensor


def _flatten(
    cohort: Cohort, step: Callable[[Cohort], None]
) -> tuple[list[Tensor], Callable[..., None]]:
    """Turn a function of a cohort into one of its tensors, in a fixed order."""
    tree = {field.name: getattr(cohort, field.name) for field in fields(cohort)}
    tensors, shape = pytree.tree_flatten(tree)

    def flat(*tensors: Tensor) -> None:
        step(Cohort(**pytree.tree_unflatten(tensors, shape)))

    return tensors, flat
