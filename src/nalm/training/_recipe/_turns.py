"""Alternating updates: which parameters an optimiser step changes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import accumulate

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from nalm.errors import InvalidValueError


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One part of an alternating update: steps in a row that update some parameters only.

    The others keep their values and what the optimiser stores for them; the number of steps that
    Adam corrects its moments by counts all steps.

    Args:
        steps: How many, positive.
        parameters: Shell patterns of full parameter names, such as ``*gate``; at least one.

    Raises:
        InvalidValueError: If there is no step or no pattern.

    Example:
        >>> from nalm.training import Turn
        >>> weights = Turn(steps=8, parameters=("*w_hat*", "*m_hat*"))
        >>> weights.covers("0.w_hat_add"), weights.covers("0.gate")
        (True, False)
    """

    steps: int
    parameters: tuple[str, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.steps, int) or self.steps < 1:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidValueError(
                f"Turn.steps: expected a positive whole number, found {self.steps!r}."
            )
        if isinstance(self.parameters, str) or not self.parameters:
            raise InvalidValueError(
                "Turn.parameters: expected a tuple of at least one pattern, found "
                f"{self.parameters!r}. Write for example ('*gate',)."
            )

    def covers(self, name: str) -> bool:
        """Say whether a parameter is updated.

        Args:
            name: Its full name.
        """
        return any(fnmatchcase(name, pattern) for pattern in self.parameters)


def check_turns(turns: Sequence[Turn], names: Iterable[str]) -> None:
    """Refuse a pattern that matches no parameter.

    Raises:
        InvalidValueError: If there is one.
    """
    names = list(names)
    for pattern in (pattern for turn in turns for pattern in turn.parameters):
        if not any(fnmatchcase(name, pattern) for name in names):
            raise InvalidValueError(
                f"Turn.parameters: expected patterns that match a parameter of {names}, found "
                f"{pattern!r}. Correct the pattern, or leave it away."
            )


def taking_part(
    turns: Sequence[Turn], names: Iterable[str], *, step: Int[Tensor, ""]
) -> dict[str, Bool[Tensor, ""]]:
    """Say for each parameter whether a step updates it.

    Args:
        turns: They follow each other again and again, from step 0 on.
        names: Full names of the parameters.
        step: The step, counted from 0.
    """
    ends = list(accumulate(turn.steps for turn in turns))
    place = step % ends[-1]
    # The step is a tensor of the program, so each turn becomes a mask and not a branch.
    now = [
        (place >= end - turn.steps) & (place < end) for turn, end in zip(turns, ends, strict=True)
    ]
    found: dict[str, Tensor] = {}
    for name in names:
        found[name] = torch.zeros_like(step, dtype=torch.bool)
        for turn, active in zip(turns, now, strict=True):
            found[name] = found[name] | active if turn.covers(name) else found[name]
    return found
