"""Rows of a user's own data, and the description of a run that learns them."""

import hashlib
from dataclasses import dataclass
from typing import Any, ClassVar, TypedDict

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor

from nalm._typing import FloatArray
from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.tasks._base._distribution import Distribution, Source
from nalm.tasks._data._recorded import Recorded
from nalm.tasks._data._tables import add_table, drawn_rows, gather, table

Pair = tuple[object, object]


@dataclass(frozen=True, kw_only=True)
class RecordedRows(Distribution):
    """Take rows of arrays, ``x = (inputs, targets)``: shuffled batches, and fixed sets as they are.

    `from_arrays` makes it. It names its rows by a hash of their content, so that a run is
    identified by its data; the rows themselves are kept once in a process.

    Args:
        train: Name of the rows that batches are taken from.
        held: Name of the rows of the fixed set.
    """

    source: ClassVar[Source] = Source.SHUFFLED

    train: str
    held: str

    @property
    def uniforms(self) -> int:
        """One number for a sample: its row."""
        return 1

    @property
    def rows(self) -> int:
        """Rows of an epoch."""
        return len(table(self.train))

    @property
    def fixed_rows(self) -> int:
        """Rows of the fixed set."""
        return len(table(self.held))

    def sample(self, uniform: Float[Tensor, "uniforms inputs batch"]) -> Float[Tensor, "..."]:
        """Turn numbers that stand for rows into rows of shape (inputs, batch)."""
        return gather(self.train, drawn_rows(uniform[0, 0], self.rows)).T

    def draw(self, random: np.random.RandomState, shape: tuple[int, int]) -> FloatArray:
        """Return the rows of the fixed set, in their order and without use of the stream."""
        rows = table(self.held)
        return rows[np.arange(shape[0]) % len(rows)].astype(np.float64)

    def __str__(self) -> str:
        return f"{self.fixed_rows} rows"


class RecordedData(TypedDict):
    """What a run on recorded data is told of them: arguments of `Run` and of `Setting`."""

    task: Recorded
    interpolation: RecordedRows
    extrapolation: RecordedRows


def from_arrays(
    X: object,
    y: object,
    *,
    validation: Pair | None = None,
    test: Pair | None = None,
) -> RecordedData:
    """Describe training on your own data: lists, arrays, data frames or tensors.

    Batches are taken from ``X`` and ``y``: every row once an epoch, in an order that the run's seed
    and the epoch decide. ``Recipe.batch_size`` says how many rows a step takes; a batch may begin
    in one epoch and end in the next. Errors are those on all rows of `validation` and of `test`.

    Args:
        X: Inputs ``(rows, inputs)``, finite.
        y: Targets ``(rows, outputs)`` or ``(rows,)``, finite.
        validation: Inputs and targets of the validation error; the training rows by default.
        test: Inputs and targets of the test error; those of the validation by default.

    Returns:
        Task, interpolation and extrapolation, to hand on: ``Run(**from_arrays(X, y), …)``.

    Raises:
        InvalidTypeError: If an array holds something else than real numbers.
        InvalidValueError: If shapes do not agree, there is no row, or a number is not finite.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import from_arrays
        >>> X = np.arange(12.0).reshape(6, 2)
        >>> data = from_arrays(X[:4], X[:4].sum(1), test=(X[4:], X[4:].sum(1)))
        >>> data["task"].observed_features, data["task"].out_features
        (2, 1)
        >>> str(data["interpolation"]), str(data["extrapolation"])
        ('4 rows', '2 rows')
    """
    train = _pair("", (X, y))
    held = [train]
    for name, pair in (("validation ", validation), ("test ", test)):
        read = held[-1] if pair is None else _pair(name, pair)
        for found, like, array in zip(read, train, "Xy", strict=True):
            if found.shape[1] != like.shape[1]:
                raise InvalidValueError(
                    f"{name}{array}: expected {like.shape[1]} columns, as in training, found "
                    f"{found.shape[1]}. Give the same columns."
                )
        held.append(read)
    rows, fixed, beyond = (_add(np.column_stack(pair)) for pair in held)
    inputs, outputs = (array.shape[1] for array in train)
    return RecordedData(
        task=Recorded(in_features=inputs + outputs, out_features=outputs, hidden=True),
        interpolation=RecordedRows(train=rows, held=fixed),
        extrapolation=RecordedRows(train=rows, held=beyond),
    )


def _pair(name: str, pair: Pair) -> tuple[NDArray[Any], NDArray[Any]]:
    X, y = _matrix(f"{name}X", pair[0]), _matrix(f"{name}y", pair[1], vector=True)
    if len(X) != len(y) or not len(X):
        raise InvalidValueError(
            f"{name}y: expected a row for each of the {len(X)} rows of X, and at least one; found "
            f"{len(y)}. Leave out what belongs to no row."
        )
    return X, y


def _matrix(name: str, values: object, *, vector: bool = False) -> NDArray[Any]:
    """Read an array as a matrix of finite numbers."""
    if isinstance(values, Tensor):
        values = values.detach().cpu().numpy()
    array: NDArray[Any] = np.asarray(values)
    if array.dtype.kind not in "buif":
        raise InvalidTypeError(
            f"{name}: expected an array of real numbers, found one of {array.dtype}. Write "
            "categories as numbers, and leave out text."
        )
    if vector and array.ndim == 1:
        array = array[:, np.newaxis]
    if array.ndim != 2 or not array.shape[1]:
        raise InvalidValueError(
            f"{name}: expected shape (rows, columns), found {array.shape}. Reshape it; images "
            "become rows, and torch.nn.Unflatten makes images of them in the network."
        )
    if not np.isfinite(array).all():
        raise InvalidValueError(
            f"{name}: expected finite numbers, found {int((~np.isfinite(array)).sum())} that are "
            "not. Leave their rows out, or fill them in."
        )
    return array


def _add(rows: NDArray[Any]) -> str:
    """Keep rows under a name that says what they hold."""
    wide = np.result_type(rows, np.float32).itemsize > 4
    if rows.dtype != np.uint8:  # bytes stay bytes, as images are large
        rows = rows.astype(np.float64 if wide else np.float32)
    content = hashlib.sha256(f"{rows.dtype} {rows.shape}".encode())
    content.update(np.ascontiguousarray(rows).data)
    name = f"recorded {content.hexdigest()[:32]}"
    precision = torch.float64 if wide else torch.float32
    add_table(name, lambda: rows, columns=rows.shape[1], dtype=precision)
    return name
