"""The batch of a step, written for one run: inputs, and what has to be learnt of them."""

from collections.abc import Callable

from torch import Tensor
from torch.func import vmap

from nalm.training._cohort import Cohort
from nalm.training._run import Run
from nalm.training._steps._functional import Tensors
from nalm.training._steps._streams import stream

Keep = Callable[[Tensor], Tensor]
"""Marks a tensor that is worth storing rather than computing again."""


def batches(run: Run) -> Callable[..., tuple[Tensor, Tensor]]:
    """Build the function that draws every run's batch of a step.

    It takes the cohort, the step and, by name, what marks a tensor that is worth storing. It
    returns observed inputs `(runs, inputs, batch)` and targets `(runs, batch, outputs)`.
    """
    recipe, width = run.recipe, run.task.in_features
    shape = (run.interpolation.uniforms, width, recipe.batch_size)
    rows, observed = run.interpolation.rows, run.task.observed_features
    source = stream(run.interpolation.source, shape=shape, dtype=recipe.dtype, rows=rows)

    def draw(numbers: Tensor, uniforms: Tensor) -> Tensor:
        _, interpolation, _ = run.specs(numbers.unbind(0))
        # Shuffled rows are told in double precision.
        return interpolation.sample(uniforms).to(recipe.dtype)

    def target(x: Tensor, numbers: Tensor, instance: Tensors) -> Tensor:
        task, _, _ = run.specs(numbers.unbind(0))
        return task.target(x.T, instance)

    def batch(cohort: Cohort, step: Tensor, *, keep: Keep = _same) -> tuple[Tensor, Tensor]:
        # A fixed training set is not stored: its batches are drawn again from their numbers.
        step = step if recipe.batches is None else step % recipe.batches
        uniforms = source.draw(cohort.seed, step)
        if source.runs is None:
            uniforms = keep(uniforms)  # once, instead of inside every run's loop
        # Where it is None, `vmap` hands every run the same numbers.
        x = keep(vmap(draw, (0, source.runs))(cohort.numbers, uniforms))
        t = keep(vmap(target)(x, cohort.numbers, cohort.instance))
        return (x if observed == width else x[:, :observed]), t

    return batch


def _same(tensor: Tensor) -> Tensor:
    return tensor
