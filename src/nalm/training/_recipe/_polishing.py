"""Polishing after the last optimiser step: minimising the loss of one fixed batch."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from torch import Tensor

from nalm.errors import InvalidValueError
from nalm.training._recipe._lbfgs import Objective, minimise


@dataclass(frozen=True, kw_only=True)
class Polishing(ABC):
    """Polishing: a second phase on the batch and the penalty weights of the last step.

    It makes sense where that batch is all the data, see `Recipe.batches`.
    """

    @property
    @abstractmethod
    def steps(self) -> int:
        """Iterations at most; the last evaluation counts as this many steps later."""

    @abstractmethod
    def minimise(self, objective: Objective, start: Tensor) -> Tensor:
        """Return the parameters `(runs, size)` where each run ends."""


@dataclass(frozen=True, kw_only=True)
class LBFGS(Polishing):
    """Minimise by limited-memory BFGS, each run with its own line search.

    Args:
        iterations: Search directions at most, positive.
        history: Steps that the approximate Hessian is made of, positive.

    Raises:
        InvalidValueError: If a number is not positive.

    Example:
        >>> from nalm.training import LBFGS
        >>> LBFGS(iterations=200).steps
        200

    References:
        Nocedal and Wright, Numerical Optimization (2006), algorithm 7.5.
    """

    iterations: int = 1000
    history: int = 10

    def __post_init__(self) -> None:
        """Check the numbers."""
        for name in ("iterations", "history"):
            value = getattr(self, name)
            if not isinstance(value, int) or value < 1:
                raise InvalidValueError(
                    f"LBFGS.{name}: expected a positive whole number, found {value!r}."
                )

    @property
    def steps(self) -> int:
        """Iterations at most."""
        return self.iterations

    def minimise(self, objective: Objective, start: Tensor) -> Tensor:
        """Return the parameters `(runs, size)` where each run ends."""
        found = minimise(objective, start, iterations=self.iterations, history=self.history)
        return found.parameters
