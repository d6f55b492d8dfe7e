"""Shuffled epochs inside a compiled step: every row once, in an order of the run and the epoch.

References:
    Hoang, Morris and Rogaway, An Enciphering Scheme Based on a Card Shuffle, CRYPTO 2012: the
    swap-or-not shuffle.
    Dietzfelbinger, Universal Hashing and k-Wise Independent Random Variables via Integer Arithmetic
    without Primes, STACS 1996: its coins.
"""

import torch
from jaxtyping import Int
from torch import Tensor

from nalm.compilation.passes import keep
from nalm.training._steps._sampling import uniform

ROUNDS = 12
"""One pair of rows in some thousand stays together from one epoch to the next, against chance."""


def shuffled(
    seed: Int[Tensor, "*runs"], step: Int[Tensor, ""], *, rows: int, batch: int
) -> Int[Tensor, "runs batch"]:
    """Return the rows of a step's batch.

    Batch follows batch without a gap, so one may lie in two epochs. The rows of an epoch are first
    turned by a random number. Then, in each round, a row x has the partner K - x modulo the number
    of rows, and the top bit of a y + b, with y the larger of both, says whether they change
    places. So each round is a permutation, of any number of rows.

    Args:
        seed: The seed of each run, int32.
        step: The optimiser step, int32.
        rows: How many there are; fewer than 2³⁰.
        batch: Rows of a batch.
    """
    begin = step.to(torch.int64) * batch
    # No part is longer than an epoch, so that each lies in two at most.
    parts = [
        _part(seed, begin + start, rows, slice(0, min(rows, batch - start)))
        for start in range(0, batch, rows)
    ]
    return parts[0] if len(parts) == 1 else torch.cat(parts, 1)


def _part(seed: Tensor, begin: Tensor, rows: int, part: slice) -> Tensor:
    epoch = torch.div(begin, rows, rounding_mode="floor")
    place = torch.arange(part.stop, dtype=torch.int32, device=seed.device)
    place = place + (begin - epoch * rows).to(torch.int32)
    later = place >= rows
    now, then = _keys(seed, epoch, rows), _keys(seed, epoch + 1, rows)
    x = torch.where(later, place - rows, place)
    for turn, (first, second) in enumerate(zip(now, then, strict=True)):
        centre, a, b = (torch.where(later, *each) for each in zip(second, first, strict=True))
        if turn == 0:
            x = _modulo(x + centre - rows, rows)
            continue
        partner = _modulo(centre - x, rows)
        coin = torch.maximum(x, partner) * a + b < 0
        # Stored: the next round reads it several times, and would compute it as often.
        x = keep(torch.where(coin, partner, x))
    return x


def _keys(seed: Tensor, epoch: Tensor, rows: int) -> list[tuple[Tensor, ...]]:
    """Draw K, an odd a, and b of each round, of shape (runs, 1) each."""
    numbers = uniform(seed, epoch.to(torch.int32), (3, ROUNDS + 1), torch.float64)
    centres = (numbers[:, 0] * rows).to(torch.int32)
    a, b = ((numbers[:, 1:] - 0.5) * 2.0**32).to(torch.int32).unbind(1)
    each = keep(torch.stack([centres, a | 1, b], 1)).unsqueeze(-1)
    return [key.unbind(1) for key in each.unbind(2)]


def _modulo(x: Tensor, rows: int) -> Tensor:
    """Bring a number from [-rows, rows) into [0, rows)."""
    return x + ((x >> 31) & rows)
