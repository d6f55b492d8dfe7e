"""The columns that right-hand sides are evaluated at."""

from collections.abc import Sequence

import numpy as np

from nalm._typing import Array, FloatArray
from nalm.discovery.dynamics.measurements._trajectories import numbers_of
from nalm.errors import InvalidValueError


def columns_at(states: Array, *, controls: Array, t: Array, widths: Sequence[int]) -> FloatArray:
    """Put together what formulas are evaluated at.

    Args:
        states: `(rows, states)`.
        controls: `(rows, controls)`, or None.
        t: `(rows,)`, or None.
        widths: How many columns of each are expected.

    Raises:
        InvalidValueError: If one is missing, not wanted, or has the wrong shape.
        InvalidTypeError: If one is not numbers.
    """
    parts: list[FloatArray] = []
    rows: int | None = None
    for name, given, width in zip(("states", "controls", "t"), (states, controls, t), widths,
                                  strict=True):  # fmt: skip
        if given is None or not width:
            if width or (given is not None and name == "controls"):
                raise InvalidValueError(
                    f"`{name}` must have {width} columns, found "
                    f"{'none' if given is None else 'some'}; give what was fitted"
                )
            continue
        values = numbers_of(given, name)
        values = values.reshape(-1, 1) if name == "t" and values.ndim == 1 else values
        expected = (len(values) if rows is None else rows, width)
        if values.shape != expected:
            raise InvalidValueError(
                f"`{name}` must have the shape (rows, {width}) with as many rows as `states`, "
                f"found {values.shape}"
            )
        rows = len(values)
        parts.append(values)
    return np.concatenate(parts, axis=1)
