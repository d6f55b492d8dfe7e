"""The regulariser that keeps what feeds a unit away from its neutral element."""

from collections.abc import Sequence

import torch
from torch import Tensor

from nalm._tensors import Inputs, Scalar
from nalm.units._additive._nac import NAC
from nalm.units._additive._nau import NAU
from nalm.units._base._functional import LOG_EPSILON, zero_of
from nalm.units._base._nac_weight import nac_weight
from nalm.units._base._unit import Unit
from nalm.units._multiplicative._nac_mul_nmu import NACMulNMU
from nalm.units._multiplicative._nmu import NMU


def input_penalty(unit: Unit, inputs: Sequence[Inputs]) -> Scalar:
    r"""Return how far a unit's mean inputs are from its neutral element where it leaves them out.

    For sums (NAU, NAC) mean((1 - |W_oi|) x̄_i²), and for products (NMU, `NACMulNMU`)
    mean((1 - W_oi) (1 - x̄_i)²), with x̄ the mean over all inputs given; both are Madsen and
    Johansen's R_z. For `NACMulNMU`, x̄ is the mean of log(|x| + 10⁻⁷), as in their code. Other
    units have none: 0.

    Args:
        unit: Any unit.
        inputs: What it was called with in one forward pass; at least one batch.

    Returns:
        A tensor without dimensions, differentiable through the weights and the inputs.

    Example:
        >>> import torch
        >>> from nalm import NMU
        >>> from nalm.units import input_penalty
        >>> nmu = NMU(2, 1)
        >>> nmu.weight.data = torch.tensor([[1.0, 0.5]])
        >>> input_penalty(nmu, [torch.tensor([[9.0, 2.0], [9.0, 4.0]])]).item()
        1.0

    References:
        Madsen and Johansen (2020), "Neural Arithmetic Units", ICLR, section 4.2 and its code.
    """
    # A recurrence calls its unit at every step: the mean is over all calls.
    rows = torch.cat([each.flatten(0, -2) for each in inputs])
    if isinstance(unit, NACMulNMU):
        return _from_one(unit.weight, torch.log(rows.abs() + LOG_EPSILON).mean(0))
    if isinstance(unit, NMU):
        return _from_one(unit.weight, rows.mean(0))
    if isinstance(unit, NAU):
        return _from_zero(unit.weight.clamp(-1, 1), rows.mean(0))
    if isinstance(unit, NAC):
        return _from_zero(nac_weight(unit.w_hat, unit.m_hat, snap=unit.snap), rows.mean(0))
    return zero_of(next(unit.parameters()))


def _from_zero(weight: Tensor, mean: Tensor) -> Scalar:
    return ((1 - weight.abs()) * mean**2).mean()


def _from_one(weight: Tensor, mean: Tensor) -> Scalar:
    return ((1 - weight) * (1 - mean) ** 2).mean()
