"""The tensors of a cohort."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from nalm.training._run import Run
from nalm.training._stacking import stack, stack_buffers


@dataclass(frozen=True)
class Cohort:
    """The tensors of a cohort, one slice per run, except the step that all share."""

    parameters: dict[str, Tensor]
    optimizer: dict[str, dict[str, Tensor]]
    buffers: dict[str, Tensor]
    instance: dict[str, Tensor]
    numbers: Tensor  # (runs, numbers)
    seed: Tensor  # (runs,) int32
    validation: Tensor  # (runs,)
    step: Tensor  # () int32


def assemble(runs: Sequence[Run], modules: Sequence[nn.Module], device: torch.device) -> Cohort:
    """Stack the modules, instances, numbers and seeds of runs."""
    dtype = runs[0].recipe.dtype
    instances = [run.task.instance(run.seed) for run in runs]
    seeds = np.array([run.seed for run in runs], dtype=np.uint32).view(np.int32)

    parameters = stack(modules, dtype, device)

    def place(values: object) -> Tensor:
        return torch.tensor(np.asarray(values), dtype=dtype, device=device)

    return Cohort(
        parameters=parameters,
        optimizer=runs[0].recipe.optimizer.initial(parameters),
        buffers=stack_buffers(modules, dtype, device),
        instance={name: place([each[name] for each in instances]) for name in instances[0]},
        numbers=place([run.numbers() for run in runs]).reshape(len(runs), -1),
        seed=torch.tensor(seeds, device=device),
        validation=torch.full((len(runs),), torch.inf, dtype=dtype, device=device),
        step=torch.zeros((), dtype=torch.int32, device=device),
    )


def changing(cohort: Cohort) -> dict[str, Tensor]:
    """Name the tensors that training changes."""
    return {
        "step": cohort.step,
        "validation": cohort.validation,
        **{f"parameter {name}": tensor for name, tensor in cohort.parameters.items()},
        **{
            f"{slot} {name}": tensor
            for slot, tensors in cohort.optimizer.items()
            for name, tensor in tensors.items()
        },
    }


def to_numpy(tensor: Tensor) -> NDArray[np.generic]:
    """Copy a tensor to an array."""
    return tensor.detach().cpu().numpy().copy()
