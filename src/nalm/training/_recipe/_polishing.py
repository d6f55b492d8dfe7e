"""Polishing after the last optimiser step: minimising the loss of one fixed batch."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import torch
from jaxtyping import Float, Int
from torch import Tensor

from nalm.errors import InvalidValueError
from nalm.training._arguments import check_count
from nalm.training._recipe import _lbfgs, _levenberg_marquardt
from nalm.training._recipe._lbfgs import Objective
from nalm.training._recipe._levenberg_marquardt import SOLVED, LeastSquares, Residuals
from nalm.training._recipe._rounding import Rounding, nearest_states

Interval = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Problem:
    """The loss and the penalties of a cohort on one fixed batch, as functions of its parameters.

    The parameters of a run are one vector, in the order of the network's own.

    Args:
        objective: Every run's value and gradient, as in training.
        residuals: Numbers of some runs → those runs' residuals and Jacobians in evaluation mode,
            whose derivatives are the true ones; the sum of squares is the value.
        low: Lower ends of the parameters' intervals, −∞ where there is none.
        high: Upper ends.
        names: Full name of the parameter that each entry belongs to.
    """

    objective: Objective
    residuals: Callable[[Int[Tensor, " some"]], Residuals]
    low: Float[Tensor, " size"]
    high: Float[Tensor, " size"]
    names: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Polishing(ABC):
    """Polishing: a second phase on the batch and the penalty weights of the last step.

    It makes sense where that batch says all there is to learn: where it is all the data, see
    `Recipe.batches`, or where data have no noise.

    Attributes:
        needs_squares: Whether it asks for a `SquaredLoss`, and for penalties on a `SquaredMeasure`.
    """

    needs_squares: ClassVar[bool] = False

    def check(self, intervals: Mapping[str, Interval]) -> None:  # noqa: B027 - most check nothing
        """Raise an `InvalidValueError` if it cannot work on a network.

        Args:
            intervals: Full name of each parameter → its ends, infinite where there is none.
        """

    @property
    @abstractmethod
    def steps(self) -> int:
        """Iterations at most; the last evaluation counts as this many steps later."""

    @abstractmethod
    def minimise(self, problem: Problem, start: Tensor) -> Tensor:
        """Return the parameters `(runs, size)` where each run ends."""

    def shortest(self) -> "Polishing":
        """Return it with as few iterations as it can have, for a trial; here, itself."""
        return self


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

    def shortest(self) -> "LBFGS":
        """Return it with one iteration."""
        return replace(self, iterations=1)

    def minimise(self, problem: Problem, start: Tensor) -> Tensor:
        """Return the parameters `(runs, size)` where each run ends."""
        found = _lbfgs.minimise(
            problem.objective, start, iterations=self.iterations, history=self.history
        )
        return found.parameters


@dataclass(frozen=True, kw_only=True)
class LevenbergMarquardt(Polishing):
    """Solve a least-squares problem inside of the parameters' intervals, with some of them rounded.

    Networks of exact arithmetic reach a loss of 0 on data without noise, however close together
    the inputs lie, where gradient descent needs a time that grows with the problem's condition.
    Use it with ``dtype=torch.float64``: a run is solved where its sum of squares is below 10⁻²⁰.

    With `rounding`, the discrete parameters take their nearest values and the others are solved
    for. Where that leaves an error, the next nearest state is tried, and so on. The first state
    that is solved counts; without one, that of the smallest error.

    Args:
        iterations: Steps of one solution at most, positive.
        rounding: Which parameters are discrete.
        states: States of the discrete parameters that are tried at most, positive.

    Raises:
        InvalidValueError: If a number is too small; before training, if a pattern of `rounding`
            matches no parameter, or one without an interval.

    Example:
        >>> from nalm.training import LevenbergMarquardt, Rounding
        >>> exponents = Rounding(parameters="1.*")
        >>> LevenbergMarquardt(iterations=200, rounding=(exponents,), states=5).steps
        1000

    References:
        Nielsen, Damping parameter in Marquardt's method (1999), for the damping; the rounding is
        this project's own.
    """

    needs_squares: ClassVar[bool] = True

    iterations: int = 300
    rounding: tuple[Rounding, ...] = ()
    states: int = 1

    def __post_init__(self) -> None:
        """Check the numbers."""
        for name in ("iterations", "states"):
            check_count(
                f"LevenbergMarquardt.{name}", getattr(self, name), least=1, call=f"{name}=30"
            )

    @property
    def steps(self) -> int:
        """Iterations at most, of all states together."""
        return self.iterations * self.states

    def shortest(self) -> "LevenbergMarquardt":
        """Return it with one iteration of one state."""
        return replace(self, iterations=1, states=1)

    def check(self, intervals: Mapping[str, Interval]) -> None:
        """Raise if a pattern matches no parameter, or one without an interval."""
        for each in self.rounding:
            found = [name for name in intervals if each.matches(name)]
            bounded = [name for name in intervals if all(map(math.isfinite, intervals[name]))]
            if not found or not set(found) <= set(bounded):
                raise InvalidValueError(
                    f"Rounding.parameters: expected a pattern that matches some of {bounded} and "
                    f"no other parameter, found {each.parameters!r}. Correct the pattern."
                )

    def minimise(self, problem: Problem, start: Tensor) -> Tensor:
        """Return the parameters `(runs, size)` where each run ends."""
        held, states = self._states(problem, start)
        best = LeastSquares(start.clone(), torch.full_like(start[:, 0], torch.inf))
        for state in states.unbind(1):
            runs = (best.value > SOLVED).nonzero().flatten()
            if not len(runs):
                break
            rounded = start[runs].index_copy(1, held, state[runs])
            found = _levenberg_marquardt.minimise(
                lambda some, runs=runs: problem.residuals(runs[some]),
                rounded,
                low=problem.low.expand_as(rounded).index_copy(1, held, state[runs]),
                high=problem.high.expand_as(rounded).index_copy(1, held, state[runs]),
                iterations=self.iterations,
            )
            better = found.value < best.value[runs]
            best.parameters[runs[better]] = found.parameters[better]
            best.value[runs[better]] = found.value[better]
        return best.parameters

    def _states(self, problem: Problem, start: Tensor) -> tuple[Tensor, Tensor]:
        """Return the entries that are discrete, and their states in each run, nearest first."""
        values = {
            entry: each.values(float(problem.low[entry]), float(problem.high[entry]))
            for entry, name in enumerate(problem.names)
            for each in self.rounding
            if each.matches(name)
        }
        held = torch.tensor(list(values), dtype=torch.long, device=start.device)
        return held, nearest_states(start[:, held], list(values.values()), count=self.states)
