"""Records of a cohort: tensors whose first dimension counts starts."""

from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar

import torch
from torch import Tensor


class PerStart:
    """A record whose attributes are tensors with one entry for each start, or such records."""

    def take(self, which: Tensor) -> Self:
        """Keep some of the starts, by their indices or by a mask."""

        def of(mine: Tensor) -> Tensor:
            return mine[which]

        return _made([self], of)

    def where(self, which: Tensor, other: Self) -> Self:
        """Take another's starts where `which` is false `(starts,)`."""

        def of(mine: Tensor, its: Tensor) -> Tensor:
            return torch.where(which.reshape(-1, *[1] * (mine.ndim - 1)), mine, its)

        return _made([self, other], of)


Record = TypeVar("Record", bound=PerStart)


def joined(records: Sequence[Record]) -> Record:
    """Put the starts of several records one after another."""

    def of(*parts: Tensor) -> Tensor:
        return torch.cat(parts)

    return _made(records, of)


def _made(records: Sequence[Record], of: Callable[..., Tensor]) -> Record:
    parts: dict[str, Any] = {}
    for name in vars(records[0]):
        values: list[Any] = [getattr(record, name) for record in records]
        parts[name] = _made(values, of) if isinstance(values[0], PerStart) else of(*values)
    return type(records[0])(**parts)
