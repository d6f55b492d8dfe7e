"""The course of an epidemic, as data for a differential equation that is to be found."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

import numpy as np
from torch import Tensor

from nalm._typing import Array, FloatArray
from nalm.tasks._base._numbers import finite
from nalm.tasks._base._task import Task

TOLERANCE = 1e-10
"""Of the reference solution, relative and absolute."""


@dataclass(frozen=True, kw_only=True)
class FractionalSIR(Task):
    r"""Learn the course of a fractional SIR model from its start.

    $$\dot S = -r + \eta R, \qquad \dot I = r - \alpha I, \qquad \dot R = \alpha I - \eta R,
      \qquad r = \beta I^\gamma S^{1 - \gamma}$$

    The inputs are the start (S, I, R) at time 0, which is `START`; the targets are (S, I, R) at
    the `TIMES`, one time after the other, whatever the inputs: there is one course only.

    Args:
        alpha: Rate of recovery.
        beta: Rate of infection.
        eta: Rate at which the recovered become susceptible again.
        gamma: Exponent of the infected; the susceptible have 1 - γ.
        in_features: Always 3.
        out_features: Always 120.

    Raises:
        InvalidTypeError: If a constant is not a number.
        InvalidValueError: If a constant is not finite.

    Example:
        >>> from nalm.tasks import FractionalSIR
        >>> FractionalSIR().instance(seed=0)["course"].shape
        (120,)

    References:
        Heim, Pevný and Šmídl (2020), "Neural Power Units", NeurIPS, section 4.1, equations 15 and
        16; equation 17 has a slip in the sign of η.
    """

    alpha: float = 0.05
    beta: float = 0.06
    eta: float = 0.01
    gamma: float = 0.5
    in_features: int = field(default=3, init=False)
    out_features: int = field(default=120, init=False)

    START = (100.0, 0.01, 0.0)
    TIMES = tuple(200 * j / 39 for j in range(40))

    def __post_init__(self) -> None:
        for name in ("alpha", "beta", "eta", "gamma"):
            object.__setattr__(self, name, finite(getattr(self, name), name=name))

    @property
    def name(self) -> str:
        """Always ``fractional SIR``."""
        return "fractional SIR"

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return the course, the same for every seed.

        Args:
            seed: The run's seed.
        """
        # A copy: the solution itself is cached for all seeds.
        return {"course": _course(self).copy()}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        r"""Return the course for every row.

        Args:
            x: Starts of shape (\*batch, 3), NumPy or torch; their values have no influence.
            instance: What `instance` returned.

        Returns:
            Shape (\*batch, 120).
        """
        course, shape = instance["course"], (*x.shape[:-1], self.out_features)
        if isinstance(course, Tensor):
            return course.expand(shape)
        return np.broadcast_to(course, shape)


@cache
def _course(task: FractionalSIR) -> FloatArray:
    """Integrate the model, time after time."""
    from scipy.integrate import solve_ivp  # pyright: ignore  (heavy, and needed here only)

    def rates(_: float, state: FloatArray) -> list[float]:
        S, I, R = state  # noqa: E741  (the model's letters)
        infection = task.beta * I**task.gamma * S ** (1 - task.gamma)
        recovery, loss = task.alpha * I, task.eta * R
        return [loss - infection, infection - recovery, recovery - loss]

    times = task.TIMES
    solve = cast("Callable[..., Any]", solve_ivp)
    solution = solve(
        rates,
        (times[0], times[-1]),
        task.START,
        method="DOP853",
        t_eval=times,
        rtol=TOLERANCE,
        atol=TOLERANCE,
    )
    return np.ascontiguousarray(solution.y.T).ravel()
