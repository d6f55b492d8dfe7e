"""Where the numbers of a step come from: each run's own random ones, or one sequence for all."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import cast

import torch
from jaxtyping import Float, Int
from torch import Tensor

from nalm.tasks import Source
from nalm.training._steps._sampling import uniform
from nalm.training._steps._shuffling import shuffled

Shape = tuple[int, int, int]
"""Numbers for an element, inputs, samples."""


@dataclass(frozen=True)
class Stream:
    """The uniform numbers of every step.

    Args:
        draw: Gives those of a step, which is counted from 0, from the seed of each run.
        runs: Which dimension of them belongs to the runs; `None` where all runs share them.
    """

    draw: Callable[[Tensor, Tensor], Tensor]
    runs: int | None


def stream(source: Source, *, shape: Shape, dtype: torch.dtype, rows: int = 0) -> Stream:
    """Prepare a source for a step that is going to be traced.

    Args:
        source: What is prepared.
        shape: Shape of one run's numbers.
        dtype: Their precision.
        rows: What `Source.SHUFFLED` goes through.
    """
    if source is Source.SHUFFLED:
        return Stream(draw=partial(_shuffled, rows=rows, batch=shape[-1]), runs=0)
    if source is Source.RANDOM:
        return Stream(draw=partial(_random, shape=shape, dtype=dtype), runs=0)
    # PyTorch's own direction numbers: batches and fixed sets are of one sequence.
    state = torch.quasirandom.SobolEngine(shape[1]).sobolstate
    directions = cast("list[list[int]]", state.T.tolist())  # pyright: ignore[reportUnknownMemberType]
    return Stream(draw=partial(_sobol, directions, shape=shape, dtype=dtype), runs=None)


def _random(seed: Tensor, step: Tensor, *, shape: Shape, dtype: torch.dtype) -> Tensor:
    return uniform(seed, step, shape, dtype)


def _shuffled(seed: Tensor, step: Tensor, *, rows: int, batch: int) -> Tensor:
    """Return numbers that stand for rows, of shape (runs, 1, 1, batch)."""
    # The middle of a row's part of [0, 1), in a precision that tells all rows.
    numbers = (shuffled(seed, step, rows=rows, batch=batch).to(torch.float64) + 0.5) / rows
    return numbers.reshape(-1, 1, 1, batch)


def _sobol(
    directions: list[list[int]],
    seed: Int[Tensor, "*runs"],
    step: Int[Tensor, ""],
    *,
    shape: Shape,
    dtype: torch.dtype,
) -> Float[Tensor, "..."]:
    """Return the next points of the sequence, q₁, q₂, …, of shape (1, inputs, batch).

    The point k is the exclusive or of the direction numbers at the bits of k's Gray code.
    """
    _, inputs, batch = shape
    V = torch.tensor(directions, dtype=torch.int32, device=step.device)  # (bits, inputs)
    point = step * batch + torch.arange(1, batch + 1, dtype=torch.int32, device=step.device)
    # In the order of Gray code (Antonov and Saleev, 1979), as PyTorch's engine draws them.
    gray = point ^ (point >> 1)
    place = torch.zeros(inputs, batch, dtype=torch.int32, device=step.device)
    for bit in range(len(directions)):
        # -1 has all bits set, so this takes the direction number where the bit is 1, and else 0.
        place = place ^ (V[bit].unsqueeze(1) & -((gray >> bit) & 1))
    return (place.to(dtype) * 2.0 ** -len(directions)).unsqueeze(0)
