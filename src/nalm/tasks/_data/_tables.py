"""Tables of data: rows that a training step gathers by their index.

A distribution over a data set names its table and computes indices. The table itself is in no
spec, no key and no compiled program: an operator of PyTorch looks it up when the program runs, so
that it exists once in a process and device however many runs read it.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from nalm.errors import UnknownNameError

Loader = Callable[[], NDArray[Any]]

_LOADERS: dict[str, tuple[int, torch.dtype, Loader]] = {}


def add_table(name: str, load: Loader, *, columns: int, dtype: torch.dtype = torch.float32) -> None:
    """Register a table under a name, unless there is one of that name.

    Args:
        name: What specs call it.
        load: Returns its numbers `(rows, columns)`; called once, when they are first needed.
        columns: Its number of columns, known without loading it.
        dtype: Precision of the rows that are gathered.
    """
    _LOADERS.setdefault(name, (columns, dtype, load))


@cache
def table(name: str) -> NDArray[Any]:
    """Return a table's numbers `(rows, columns)`; they must not be changed.

    Raises:
        UnknownNameError: If no table has this name.
    """
    if name not in _LOADERS:
        raise UnknownNameError(
            f"table: expected one of {', '.join(_LOADERS)}, found {name!r}; register it first."
        )
    *_, load = _LOADERS[name]
    return load()


def gather(name: str, index: Tensor) -> Tensor:
    """Return rows of a table in its precision, `(*index.shape, columns)`.

    Works under `torch.func.vmap` and inside compiled programs.

    Args:
        name: The table.
        index: Whole numbers, each below the number of rows.
    """
    return cast("Tensor", _gather(index, name))


def drawn_rows(uniform: Tensor, count: int | Tensor) -> Tensor:
    """Turn numbers from U[0, 1) into rows of a table, each as probable as the others.

    Args:
        uniform: The numbers; 1 counts as the last row.
        count: Rows to draw from; a tensor of whole numbers where each has its own.
    """
    return (uniform * count).to(torch.int64).clamp(max=count - 1)


@cache
def _on(device: torch.device, name: str) -> Tensor:
    # A CPU reads the table itself: PyTorch asks for one that it could write, and does not.
    return torch.as_tensor(np.require(table(name), requirements=["C", "W"]), device=device)


# A registered operator is opaque to the compiler: the table is no constant of a program.
@torch.library.custom_op("nalm::gather", mutates_args=())
def _gather(index: Tensor, name: str) -> Tensor:
    rows = _on(index.device, name).index_select(0, index.reshape(-1))
    _, dtype, _ = _LOADERS[name]
    return rows.to(dtype).reshape(*index.shape, -1)


@_gather.register_fake  # pyright: ignore[reportUnknownMemberType]
def _gather_shape(index: Tensor, name: str) -> Tensor:
    columns, dtype, _ = _LOADERS[name]
    return torch.empty((*index.shape, columns), dtype=dtype, device=index.device)


@_gather.register_vmap  # pyright: ignore[reportUnknownMemberType]
def _gather_many(
    info: Any,  # noqa: ANN401  (PyTorch's)
    in_dims: tuple[int | None, None],
    index: Tensor,
    name: str,
) -> tuple[Tensor, int | None]:
    if in_dims[0] is None:
        return gather(name, index), None
    # One look-up for all runs: rows do not depend on who asks for them.
    return gather(name, index.movedim(in_dims[0], 0)), 0
