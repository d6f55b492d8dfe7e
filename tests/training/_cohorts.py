"""Cohorts that the tests of this folder share."""

from collections.abc import Sequence

import torch
from torch import nn

from nalm.training import Run
from nalm.training._cohort import Cohort, assemble
from nalm.training._stacking import initialise


def cohort(runs: Sequence[Run], device: str = "cpu") -> tuple[nn.Module, Cohort]:
    """Build the network of the first run and the cohort of all."""
    modules = [initialise(run.network, run.seed) for run in runs]
    place = torch.device(device)
    assembled = assemble(runs, modules, place)
    return modules[0].to(place, runs[0].recipe.dtype), assembled


def tensors(cohort: Cohort) -> list[torch.Tensor]:
    """List copies of what training changes, and of what it must not change."""
    slots = [tensor for slot in cohort.optimizer.values() for tensor in slot.values()]
    named = [*cohort.parameters.values(), *slots, *cohort.buffers.values()]
    rest = [*cohort.instance.values(), cohort.numbers, cohort.seed, cohort.validation, cohort.step]
    return [tensor.clone() for tensor in (*named, *rest)]
