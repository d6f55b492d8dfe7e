"""Evaluation of a cohort on the fixed validation and test sets."""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy

import numpy as np
import torch
from torch import Tensor, nn

from nalm._typing import FloatArray
from nalm.tasks import TEST_SEED, VALIDATION_SEED, Distribution
from nalm.training._program import Layout, Program, compile_program
from nalm.training._run import Run
from nalm.training._spec import describe
from nalm.training._step import evaluation, sparsity

CHUNK = 4_000_000
"""Input elements (runs × inputs × rows) evaluated at once: bounds memory, changes nothing."""


class FixedSet:
    """One evaluation set of a cohort: inputs shared by seeds, targets of each run.

    Args:
        runs: The cohort's runs.
        distributions: Each run's distribution of inputs.
        seed: Seed of the inputs' stream, the same for every run.
        device: Where the tensors live.
    """

    def __init__(
        self,
        runs: Sequence[Run],
        distributions: Sequence[Distribution],
        seed: int,
        device: torch.device,
    ) -> None:
        recipe = runs[0].recipe
        rows = recipe.evaluation_rows
        names = [json.dumps(describe(distribution)) for distribution in distributions]
        distinct = dict(zip(names, distributions, strict=True))
        drawn = {
            name: distribution.draw(np.random.RandomState(seed), (rows, runs[0].task.in_features))
            for name, distribution in distinct.items()
        }
        targets = [
            run.task.target(drawn[name], run.task.instance(run.seed))
            for run, name in zip(runs, names, strict=True)
        ]
        self.inputs = _tensor(np.stack([x.T for x in drawn.values()]), recipe.dtype, device)
        self.targets = _tensor(np.stack(targets), recipe.dtype, device)
        order = {name: position for position, name in enumerate(drawn)}
        self.index = torch.tensor([order[name] for name in names], device=device)


class Evaluator:
    """Computes validation error, test error and sparsity error of every run of a cohort."""

    def __init__(
        self, runs: Sequence[Run], network: nn.Module, device: torch.device, *, compile: bool
    ) -> None:
        network = deepcopy(network).eval()
        self._sets = (
            FixedSet(runs, [run.interpolation for run in runs], VALIDATION_SEED, device),
            FixedSet(runs, [run.extrapolation for run in runs], TEST_SEED, device),
        )
        self._squared_error = evaluation(network)
        self._sparsity = sparsity(network)
        self._compile = compile
        self._signature = runs[0].signature
        self._rows = runs[0].recipe.evaluation_rows
        self._chunk = _chunk_size(self._rows, len(runs) * runs[0].task.in_features)

    def __call__(self, parameters: Mapping[str, Tensor]) -> FloatArray:
        """Return `(3, runs)`: validation error, test error, sparsity error."""
        with torch.no_grad():
            errors = [self._mean_squared_error(parameters, each) for each in self._sets]
            return np.stack([*errors, _array(self._sparsity(parameters))])

    def _mean_squared_error(self, parameters: Mapping[str, Tensor], data: FixedSet) -> FloatArray:
        total = np.zeros(len(data.index))
        for start in range(0, self._rows, self._chunk):
            rows = slice(start, start + self._chunk)
            inputs, targets = data.inputs[:, :, rows], data.targets[:, rows].contiguous()
            arguments = [*parameters.values(), inputs.contiguous(), data.index, targets]
            total += _array(self._program(list(parameters), arguments)(*arguments))
        return total / data.targets[0].numel()

    def _program(self, names: Sequence[str], arguments: Sequence[Tensor]) -> Program:
        def flat(*tensors: Tensor) -> Tensor:
            stacks = dict(zip(names, tensors, strict=False))
            return self._squared_error(stacks, *tensors[len(names) :])

        if not self._compile:
            return flat
        *_, inputs, index, _ = arguments
        _, width, rows = inputs.shape
        layout = Layout(len(index), inputs=width, batch=rows, learns=False)
        identity = ("evaluation", self._signature)
        return compile_program(flat, arguments, identity=identity, layout=layout)


def _chunk_size(rows: int, width: int) -> int:
    """Split the rows into parts, as few as the memory bound allows; the last may be smaller."""
    parts = min(rows, max(1, -(-rows * width // CHUNK)))  # one row is the least
    return -(-rows // parts)


def _tensor(array: FloatArray, dtype: torch.dtype, device: torch.device) -> Tensor:
    return torch.tensor(array, dtype=dtype, device=device)


def _array(tensor: Tensor) -> FloatArray:
    return tensor.detach().to("cpu", torch.float64).numpy()
