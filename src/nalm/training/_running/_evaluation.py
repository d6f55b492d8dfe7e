"""Evaluation of a cohort on the fixed validation and test sets."""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy

import numpy as np
import torch
from torch import Tensor, nn

from nalm._typing import FloatArray
from nalm.compilation import Program
from nalm.compilation.passes import Layout, compile_program
from nalm.tasks import TEST_SEED, VALIDATION_SEED, Distribution
from nalm.training._run import Run
from nalm.training._spec import describe
from nalm.training._steps._errors import sparsity_errors, squared_errors

CHUNK = 4_000_000
"""Input elements (runs × inputs × rows) evaluated at once at most: bounds memory."""

CACHED = 10_000
"""Input elements (inputs × rows) of a run evaluated at once on a CPU: what a core's caches hold for
a large cohort. The same for a small one, because the order in which a run's errors are added up,
and so their last digit, must not depend on the runs beside it."""


class FixedSet:
    """One evaluation set of a cohort: inputs shared by seeds, targets of each run.

    Args:
        runs: The cohort's runs.
        distributions: Each run's distribution of inputs.
        seed: Seed of the inputs' stream, the same for every run.
        chunk: Rows of a part; the last may have fewer.
        device: Where the tensors live.
    """

    def __init__(
        self,
        runs: Sequence[Run],
        distributions: Sequence[Distribution],
        seed: int,
        chunk: int,
        device: torch.device,
    ) -> None:
        recipe, task = runs[0].recipe, runs[0].task
        rows = distributions[0].fixed_rows or recipe.evaluation_rows
        names = [json.dumps(describe(distribution)) for distribution in distributions]
        distinct = dict(zip(names, distributions, strict=True))
        # Runs that differ only in seed or recipe share their inputs: each distinct set is kept
        # once.
        drawn = {
            name: distribution.draw(np.random.RandomState(seed), (rows, task.in_features))
            for name, distribution in distinct.items()
        }
        # Targets that are recorded in the inputs are the same for all runs, and kept once, too.
        shared = len(distinct) == 1 and _is_recorded(runs, distributions[0])
        targets = [
            run.task.target(drawn[name], run.task.instance(run.seed))
            for run, name in zip(runs[:1] if shared else runs, names, strict=False)
        ]
        # Rows lie innermost in memory, where the compiler makes vectors of them.
        given = [x.T[: task.observed_features] for x in drawn.values()]
        inputs = _tensor(np.stack(given), recipe.dtype, device)
        # Of the inputs before rounding: both are rounded by themselves, as in `evaluation_set`.
        outputs = _tensor(np.stack(targets), recipe.dtype, device)
        slices = [slice(start, start + chunk) for start in range(0, rows, chunk)]
        # A compiled program is bound to strides, too: without gaps, parts of one shape share one.
        self.parts: list[tuple[Tensor, Tensor]] = [
            (inputs[:, :, part].contiguous(), outputs[:, part].contiguous()) for part in slices
        ]
        if shared:
            self.parts = [(x, t.expand(len(runs), -1, -1)) for x, t in self.parts]
        self.count = outputs[0].numel()
        order = {name: position for position, name in enumerate(drawn)}
        self.index = torch.tensor([order[name] for name in names], device=device)

    def arrange(self, order: Sequence[int]) -> None:
        """Put the runs into another order, in place."""
        self.index.copy_(self.index[order])
        for _, targets in self.parts:
            if targets.stride(0):  # else all runs have the same
                targets.copy_(targets[order])


class Evaluator:
    """Computes validation error, test error and sparsity error of every run of a cohort.

    Args:
        runs: The cohort's runs.
        network: That of any run.
        device: Where the tensors live.
        compile: Whether to compile the evaluation.
        size: Runs evaluated at once; all by default.
    """

    def __init__(
        self,
        runs: Sequence[Run],
        network: nn.Module,
        device: torch.device,
        *,
        compile: bool,
        size: int | None = None,
    ) -> None:
        # A copy: the training step traces the original, which has to stay in training mode.
        network = deepcopy(network).eval()
        inputs, rows = runs[0].task.in_features, runs[0].recipe.evaluation_rows
        self._size = size or len(runs)
        chunk = _chunk_size(rows, runs=self._size, inputs=inputs, device=device)
        self._sets = (
            FixedSet(runs, [run.interpolation for run in runs], VALIDATION_SEED, chunk, device),
            FixedSet(runs, [run.extrapolation for run in runs], TEST_SEED, chunk, device),
        )
        self._squared_error = squared_errors(network)
        self._sparsity = sparsity_errors(network)
        self._compile = compile
        self._signature = runs[0].signature
        self._programs: dict[torch.Size, Program] = {}  # by the shape of a part's inputs

    def arrange(self, order: Sequence[int]) -> None:
        """Put the runs into another order; an empty one leaves them as they are."""
        for each in self._sets if len(order) else ():
            each.arrange(order)

    def __call__(self, parameters: Mapping[str, Tensor], *, runs: int | None = None) -> FloatArray:
        """Return `(3, runs)`: validation error, test error, sparsity error.

        Args:
            parameters: Stacks of all runs.
            runs: How many of them to evaluate, a multiple of `size`; all by default.
        """
        stop = len(self._sets[0].index) if runs is None else runs
        parts = [slice(start, start + self._size) for start in range(0, stop, self._size)]
        stacks = [{name: stack[part] for name, stack in parameters.items()} for part in parts]
        with torch.no_grad():
            errors = [self._block(each, part) for each, part in zip(stacks, parts, strict=True)]
        return np.concatenate(errors, axis=1)

    def _block(self, parameters: Mapping[str, Tensor], part: slice) -> FloatArray:
        errors = [self._mean_squared_error(parameters, each, part) for each in self._sets]
        return np.stack([*errors, _array(self._sparsity(parameters))])

    def _mean_squared_error(
        self, parameters: Mapping[str, Tensor], data: FixedSet, part: slice
    ) -> FloatArray:
        # In double precision, whatever the runs train in: the sum is over thousands of rows.
        index = data.index[part]
        total = torch.zeros(len(index), dtype=torch.float64, device=index.device)
        for inputs, targets in data.parts:
            arguments = [*parameters.values(), inputs, index, targets[part]]
            total += self._program(list(parameters), arguments)(*arguments)
        return _array(total) / data.count

    def _program(self, names: Sequence[str], arguments: Sequence[Tensor]) -> Program:
        def flat(*tensors: Tensor) -> Tensor:
            stacks = dict(zip(names, tensors, strict=False))
            return self._squared_error(stacks, *tensors[len(names) :])

        if not self._compile:
            return flat
        *_, inputs, index, _ = arguments
        if inputs.shape not in self._programs:
            _, width, rows = inputs.shape
            layout = Layout(len(index), inputs=width, batch=rows, learns=False)
            identity = ("evaluation", self._signature)
            program = compile_program(flat, arguments, identity=identity, layout=layout)
            self._programs[inputs.shape] = program
        return self._programs[inputs.shape]


def _is_recorded(runs: Sequence[Run], distribution: Distribution) -> bool:
    """Say whether all runs have the targets of the first."""
    task = runs[0].task
    equal = all(run.task == task for run in runs) and not task.instance(runs[0].seed)
    return equal and distribution.fixed_rows is not None


def _chunk_size(rows: int, *, runs: int, inputs: int, device: torch.device) -> int:
    """Split the rows into parts within the bounds: equal ones, if few suffice for that.

    A last part of another size would need a program of its own.
    """
    elements = CHUNK // runs
    if device.type == "cpu":  # of 400 runs at most, their number changes nothing
        elements = min(elements, CACHED)
    largest = max(1, elements // inputs)
    # Equal parts need one program only; up to four times as many parts are accepted for that.
    fewest = -(-rows // largest)
    parts = next((parts for parts in range(fewest, 4 * fewest) if rows % parts == 0), fewest)
    return -(-rows // parts)


def _tensor(array: FloatArray, dtype: torch.dtype, device: torch.device) -> Tensor:
    return torch.tensor(array, dtype=dtype, device=device)


def _array(tensor: Tensor) -> FloatArray:
    return tensor.detach().to("cpu", torch.float64).numpy()
