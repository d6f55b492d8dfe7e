"""Alternating updates: which parameters an optimiser step changes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import accumulate
from typing import ClassVar

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from nalm.errors import InvalidValueError


@dataclass(frozen=True, kw_only=True)
class AlternatingUpdate:
    """One part of an alternating update: steps in a row that update some parameters only.

    The others keep their values and what the optimiser stores for them; the number of steps that
    Adam corrects its moments by counts all steps.

    Args:
        steps: How many, positive.
        parameters: Shell patterns of full parameter names, such as ``*gate``; at least one.

    Raises:
        InvalidValueError: If there is no step or no pattern.

    Example:
        >>> from nalm.training import AlternatingUpdate
        >>> weights = AlternatingUpdate(steps=8, parameters=("*w_hat*", "*m_hat*"))
        >>> weights.covers("0.w_hat_add"), weights.covers("0.gate")
        (True, False)
    """

    description_name: ClassVar[str] = "Turn"

    steps: int
    parameters: tuple[str, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.steps, int) or self.steps < 1:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidValueError(
                f"AlternatingUpdate.steps: expected a positive whole number, found {self.steps!r}."
            )
        if isinstance(self.parameters, str) or not self.parameters:
            raise InvalidValueError(
                "AlternatingUpdate.parameters: expected a tuple of at least one pattern, found "
                f"{self.parameters!r}. Write for example ('*gate',)."
            )

    def covers(self, name: str) -> bool:
        """Say whether a parameter is updated.

        Args:
            name: Its full name.
        """
        return any(fnmatchcase(name, pattern) for pattern in self.parameters)


def check_patterns(updates: Sequence[AlternatingUpdate], names: Iterable[str]) -> None:
    """Refuse a pattern that matches no parameter.

    Raises:
        InvalidValueError: If there is one.
    """
    names = list(names)
    for pattern in (pattern for update in updates for pattern in update.parameters):
        if not any(fnmatchcase(name, pattern) for name in names):
            raise InvalidValueError(
                "AlternatingUpdate.parameters: expected patterns that match a parameter of "
                f"{names}, found {pattern!r}. Correct the pattern, or leave it away."
            )


def taking_part(
    updates: Sequence[AlternatingUpdate], names: Iterable[str], *, step: Int[Tensor, ""]
) -> dict[str, Bool[Tensor, ""]]:
    """Say for each parameter whether a step updates it.

    Args:
        updates: They follow each other again and again, from step 0 on.
        names: Full names of the parameters.
        step: The step, counted from 0.
    """
    ends = list(accumulate(update.steps for update in updates))
    place = step % ends[-1]
    # The step is a tensor of the program, so each update becomes a mask and not a branch.
    now = [
        (place >= end - update.steps) & (place < end)
        for update, end in zip(updates, ends, strict=True)
    ]
    found: dict[str, Tensor] = {}
    for name in names:
        found[name] = torch.zeros_like(step, dtype=torch.bool)
        for update, active in zip(updates, now, strict=True):
            found[name] = found[name] | active if update.covers(name) else found[name]
    return found
