"""The tensors of a cohort."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils import _pytree as pytree

from nalm.training._run import Run
from nalm.training._stacking import stack, stack_buffers

BLOCK = 2**20
"""Input elements of a step that are worked on at once."""


@dataclass(frozen=True)
class Cohort:
    """The tensors of a cohort, one slice per run, except the step that all share."""

    parameters: dict[str, Tensor]
    optimizer: dict[str, dict[str, Tensor]]
    buffers: dict[str, Tensor]  # those that training reads only
    written: dict[str, Tensor]  # those that it changes, such as running means
    instance: dict[str, Tensor]
    numbers: Tensor  # (runs, numbers)
    seed: Tensor  # (runs,) int32
    validation: Tensor  # (runs,)
    history: dict[str, Tensor]  # (runs, 2): sums of the losses and of their squares; may be empty
    noise: dict[str, Tensor]  # the seeds once more, if modules draw random numbers; may be empty
    step: Tensor  # () int32


def assemble(
    runs: Sequence[Run],
    modules: Sequence[nn.Module],
    device: torch.device,
    *,
    written: Collection[str] = (),
    draws: bool = False,
) -> Cohort:
    """Stack the modules, instances, numbers and seeds of runs.

    Args:
        runs: Runs of one signature.
        modules: Their networks.
        device: Where the tensors are to be.
        written: Names of the buffers that training changes.
        draws: Whether modules draw random numbers.
    """
    dtype = runs[0].recipe.dtype
    instances = [run.task.instance(run.seed) for run in runs]
    # The same 32 bits as int32: the hash of the random numbers wraps like unsigned arithmetic.
    seeds = np.array([run.seed for run in runs], dtype=np.uint32).view(np.int32)

    parameters = stack(modules, dtype, device)
    buffers = stack_buffers(modules, dtype, device)

    def place(values: object) -> Tensor:
        return torch.tensor(np.asarray(values), dtype=dtype, device=device)

    return Cohort(
        parameters=parameters,
        optimizer=runs[0].recipe.optimizer.initial(parameters),
        buffers={name: b for name, b in buffers.items() if name not in written},
        written={name: b for name, b in buffers.items() if name in written},
        instance={name: place([each[name] for each in instances]) for name in instances[0]},
        numbers=place([run.numbers() for run in runs]).reshape(len(runs), -1),
        seed=(seed := torch.tensor(seeds, device=device)),
        validation=torch.full((len(runs),), torch.inf, dtype=dtype, device=device),
        history=_history(runs, device),
        noise={"seed": seed} if draws else {},
        step=torch.zeros((), dtype=torch.int32, device=device),
    )


def _history(runs: Sequence[Run], device: torch.device) -> dict[str, Tensor]:
    restart = runs[0].recipe.restart
    if restart is None or not restart.watches_losses:
        return {}
    # In double precision, since a variance will be the small difference of two of these sums.
    return {"losses": torch.zeros(len(runs), 2, dtype=torch.float64, device=device)}


def blocks(cohort: Cohort, width: int, *, size: int) -> list[Cohort]:
    """Split a cohort into views that each fit the processor's caches.

    Runs do not depend on each other, so each block may train a whole segment before the next.

    Args:
        cohort: What to split; each block counts its own steps, from that of the cohort.
        width: Input elements of one run's batch.
        size: Runs of a block at most.
    """
    runs = len(cohort.seed)
    if cohort.seed.is_cuda:
        size = runs  # a GPU pays per launch and has no such caches: there the cohort stays whole
    elif size == runs:
        count = min(runs, -(-runs * width // BLOCK))
        # Blocks of one size share one compiled program; only the last may be smaller.
        size = -(-runs // count)
    # The step has no dimension of runs, and each block runs ahead of the others.
    tree = {f.name: getattr(cohort, f.name) for f in fields(cohort) if f.name != "step"}
    return [
        Cohort(
            **pytree.tree_map(partial(_slice, start=start, stop=start + size), tree),
            step=cohort.step.clone(),
        )
        for start in range(0, runs, size)
    ]


def _slice(tensor: Tensor, *, start: int, stop: int) -> Tensor:
    return tensor[start:stop]


def per_run(cohort: Cohort) -> list[Tensor]:
    """List the tensors with a slice per run, each once."""
    tree = [getattr(cohort, f.name) for f in fields(cohort) if f.name != "step"]
    return list({id(tensor): tensor for tensor in pytree.tree_leaves(tree)}.values())


def tensors(cohort: Cohort) -> dict[str, Tensor]:
    """Name everything that the networks of a cohort compute with."""
    return {**cohort.parameters, **cohort.buffers, **cohort.written}


def changing(cohort: Cohort) -> dict[str, Tensor]:
    """Name the tensors that training changes, except the step, which each block counts."""
    return {
        "validation": cohort.validation,
        **{f"history {name}": tensor for name, tensor in cohort.history.items()},
        **{f"parameter {name}": tensor for name, tensor in cohort.parameters.items()},
        **{f"buffer {name}": tensor for name, tensor in cohort.written.items()},
        **{
            f"{slot} {name}": tensor
            for slot, tensors in cohort.optimizer.items()
            for name, tensor in tensors.items()
        },
    }


def to_numpy(tensor: Tensor) -> NDArray[np.generic]:
    """Copy a tensor to an array."""
    return tensor.detach().cpu().numpy().copy()
