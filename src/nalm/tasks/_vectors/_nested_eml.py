"""Functions that are nestings of exp a - ln b."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

import numpy as np
import torch

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._task import Task

INPUTS = ("x", "y")

Nesting: TypeAlias = "str | tuple[Any, Any]"
"""``1``, ``x``, ``y``, or a pair of nestings."""


@dataclass(frozen=True, kw_only=True)
class NestedEML(Task):
    """Learn a nesting of eml(a, b) = exp a - ln b: t = (its value, 0).

    The second output is the imaginary part, which is 0 where the nesting has a real value.

    Args:
        nesting: ``"1"``, ``"x"``, ``"y"``, or a pair (a, b) of nestings that stands for eml(a, b).
        in_features: Always 2, x and y.
        out_features: Always 2.

    Raises:
        InvalidValueError: If a part is none of these.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import NestedEML
        >>> NestedEML(nesting=("x", "1")).target(np.array([[0.0, 5.0]]), {}).tolist()
        [[1.0, 0.0]]

    References:
        Odrzywołek (2026), "All elementary functions from a single binary operator", and its code.
    """

    nesting: Nesting
    in_features: int = field(default=2, init=False)
    out_features: int = field(default=2, init=False)

    def __post_init__(self) -> None:
        _check(self.nesting)

    @property
    def name(self) -> str:
        """The nesting, such as ``eml(1, eml(y, x))``."""
        return _text(self.nesting)

    @property
    def depth(self) -> int:
        """How many calls are nested."""
        return _depth(self.nesting)

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return nothing: every seed has to find the same function."""
        return {}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Compute the function; NaN where a logarithm has no real value. See `Task.target`."""
        with np.errstate(all="ignore"):
            value = _evaluate(self.nesting, x)
        parts = [value, value * 0]
        return torch.stack(parts, -1) if isinstance(x, torch.Tensor) else np.stack(parts, -1)


def _evaluate(nesting: Nesting, x: Array) -> Array:
    if isinstance(nesting, str):
        return x[..., 0] * 0 + 1 if nesting == "1" else x[..., INPUTS.index(nesting)]
    a, b = (_evaluate(part, x) for part in nesting)
    return torch.exp(a) - torch.log(b) if isinstance(x, torch.Tensor) else np.exp(a) - np.log(b)


def _text(nesting: Nesting) -> str:
    if isinstance(nesting, str):
        return nesting
    return f"eml({_text(nesting[0])}, {_text(nesting[1])})"


def _depth(nesting: Nesting) -> int:
    return 0 if isinstance(nesting, str) else 1 + max(_depth(part) for part in nesting)


def _check(nesting: object) -> None:
    if isinstance(nesting, tuple) and len(cast(tuple[object, ...], nesting)) == 2:
        for part in cast(tuple[object, ...], nesting):
            _check(part)
    elif nesting not in ("1", *INPUTS):
        raise InvalidValueError(
            f"nesting should be made of '1', 'x', 'y' and pairs, found {nesting!r}; write for "
            "example ('1', ('y', 'x'))."
        )
