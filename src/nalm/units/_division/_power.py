"""What the NPU and the Real NPU share: the gate, the penalty, the constraints."""

import math

import torch
from jaxtyping import Float
from torch import Tensor

from nalm._tensors import Inputs, Scalar
from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.units._base._functional import (
    distance_to_signs_or_zero,
    distance_to_zero_or_one,
    worst_distance,
    zero_of,
)
from nalm.units._base._initialisation import fill_uniform_, nau_bound, xavier_bound
from nalm.units._base._unit import check_option
from nalm.units._division._power_options import Clip, Discretise, PowerInit

_CLIPPED_GATE = (Clip.GATE, Clip.BOTH, Clip.ALL)
_CLIPPED_WEIGHT = (Clip.WEIGHT, Clip.BOTH, Clip.ALL)
_DISCRETE_GATE = (Discretise.GATE, Discretise.BOTH, Discretise.BOTH_OR_ZERO)
_SIGNS = (Discretise.WEIGHT, Discretise.BOTH)
_SIGNS_OR_ZERO = (Discretise.WEIGHT_OR_ZERO, Discretise.BOTH_OR_ZERO)


def magnitude_and_phase(
    x: Inputs, gate: Float[Tensor, " inputs"], *, epsilon: float
) -> tuple[Inputs, Inputs]:
    """Return r = g (|x| + ε) + 1 - g, and k = π g where x < 0 and 0 elsewhere."""
    # Also where no constraint clamps the parameter: a gate outside [0, 1] selects nothing.
    g = gate.clamp(0, 1)
    # A closed gate turns the input into 1, which no exponent changes; its logarithm is 0.
    r = g * (x.abs() + epsilon) + (1 - g)
    # The logarithm of a negative number has the imaginary part π; the gate scales it as well.
    k = torch.where(x < 0, g * math.pi, 0.0)
    return r, k


def power_constraints(clip: Clip, weight: str) -> dict[str, tuple[float, float]]:
    """Return the intervals that `clip` asks for, with the name of the (real) weight."""
    constraints: dict[str, tuple[float, float]] = {}
    if clip in _CLIPPED_GATE:
        constraints["gate"] = (0.0, 1.0)
    if clip in _CLIPPED_WEIGHT:
        constraints[weight] = (-1.0, 1.0)
    if clip is Clip.ALL:
        constraints["weight_imag"] = (-1.0, 1.0)
    return constraints


def power_penalty(W: Tensor, gate: Tensor, *, discretise: Discretise) -> Scalar:
    """Return the sum of the terms that `discretise` asks for, each a mean over its parameter."""
    penalty = zero_of(W)
    if discretise in _SIGNS:
        penalty = penalty + (1 - W.abs()).abs().mean()
    if discretise in _SIGNS_OR_ZERO:
        penalty = penalty + distance_to_signs_or_zero(W).mean()
    if discretise in _DISCRETE_GATE:
        penalty = penalty + distance_to_zero_or_one(gate).mean()
    return penalty


def fill_power_weight_(W: Tensor, generator: torch.Generator | None, *, init: PowerInit) -> None:
    """Draw the (real) weight of shape (outputs, inputs)."""
    bound = (nau_bound if init is PowerInit.CONSTRAINED else xavier_bound)(*W.shape)
    fill_uniform_(W, generator, low=-bound, high=bound)


def check_power_options(
    clip: Clip, discretise: Discretise, *, init: PowerInit, epsilon: float, imaginary: bool
) -> None:
    """Raise unless every option has its type and a value that the unit can use."""
    check_option(Clip, clip=clip)
    check_option(Discretise, discretise=discretise)
    check_option(PowerInit, init=init)
    if clip is Clip.ALL and not imaginary:
        raise InvalidValueError(
            "clip: expected a member for a unit without imaginary weights, found Clip.ALL; "
            "use Clip.BOTH, or the NPU."
        )
    check_epsilon(epsilon)


def check_epsilon(epsilon: float) -> None:
    """Raise unless ε is a finite number that is not negative."""
    if isinstance(epsilon, bool) or not isinstance(epsilon, int | float):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidTypeError(f"epsilon: expected a number, found {epsilon!r}; pass a float.")
    if not 0 <= epsilon < math.inf:
        raise InvalidValueError(
            f"epsilon: expected a finite number of at least 0, found {epsilon}; "
            "the papers use 2⁻²³, and 0 for inputs that are never 0."
        )


def complex_sparsity_error(W_r: Tensor, W_i: Tensor) -> Scalar:
    """Return the mean of the sparsity errors of the real and the imaginary weight."""
    return (worst_distance(W_r) + worst_distance(W_i)) / 2
