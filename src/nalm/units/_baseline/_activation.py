"""The activations of the dense baselines, by the names of the papers."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import torch
from torch import Tensor
from torch.nn import functional as F

from nalm.units._base._expression import Symbol, logistic, tanh
from nalm.units._base._initialisation import xavier_bound


class Activation(Enum):
    """Name an activation of a dense layer, applied to each output."""

    LINEAR = "Linear"
    RELU = "ReLU"
    RELU6 = "ReLU6"
    TANH = "Tanh"
    SIGMOID = "Sigmoid"
    SOFTSIGN = "Softsign"
    SELU = "SELU"
    ELU = "ELU"
    LEAKY_RELU = "LeakyReLU"
    PRELU = "PReLU"
    SWISH = "Swish"
    SOFTPLUS = "Softplus"
    HARDTANH = "Hardtanh"
    TANHSHRINK = "Tanhshrink"
    SOFTSHRINK = "Softshrink"
    HARDSHRINK = "Hardshrink"


def activate(activation: Activation, z: Tensor, *, slope: Tensor | None = None) -> Tensor:
    """Apply an activation; `slope` is the learnt one of `PRELU` below zero."""
    return _FORMS[activation].function(z, slope)


def activation_bound(activation: Activation, *, in_features: int, out_features: int) -> float:
    """Return r of the distribution U(-r, r) of the weights that feed an activation."""
    if activation in (Activation.RELU, Activation.RELU6, Activation.ELU):
        # He et al. (2015), uniform: half of the inputs are cut off, so the variance is doubled.
        return math.sqrt(6 / in_features)
    if activation is Activation.SELU:
        return math.sqrt(3 / in_features)
    gain = 5 / 3 if activation is Activation.TANH else 1.0
    return gain * xavier_bound(in_features, out_features)


def express_activation(activation: Activation, z: Symbol, *, slope: float) -> Symbol | None:
    """Return the activation in arithmetic, or `None` for one that has no such form."""
    arithmetic = _FORMS[activation].arithmetic
    return None if arithmetic is None else arithmetic(z, slope)


@dataclass(frozen=True)
class _Form:
    function: Callable[[Tensor, Tensor | None], Tensor]
    arithmetic: Callable[[Symbol, float], Symbol] | None


_SELU_SCALE, _SELU_ALPHA = 1.0507009873554805, 1.6732632423543772


def _positive(z: Symbol) -> Symbol:
    # max(z, 0): symbols know `abs`, but no common maximum.
    return (z + abs(z)) / 2


def _leaky(z: Symbol, slope: float) -> Symbol:
    return _positive(z) - slope * _positive(-z)


def _elu(z: Symbol) -> Symbol:
    return _positive(z) + math.e ** (-_positive(-z)) - 1


def _selu(z: Symbol) -> Symbol:
    return _SELU_SCALE * (_positive(z) + _SELU_ALPHA * (math.e ** (-_positive(-z)) - 1))


def _hardshrink(z: Symbol) -> Symbol:
    excess = abs(z) - 0.5
    # excess / |excess| is a sign, which turns z off between -1/2 and 1/2.
    return z * (1 + excess / abs(excess)) / 2


def _prelu(z: Tensor, slope: Tensor | None) -> Tensor:
    return torch.where(z > 0, z, z if slope is None else slope * z)


_FORMS = {
    Activation.LINEAR: _Form(lambda z, _: z, lambda z, _: z),
    Activation.RELU: _Form(lambda z, _: F.relu(z), lambda z, _: _positive(z)),
    Activation.RELU6: _Form(lambda z, _: F.relu6(z), lambda z, _: _positive(z) - _positive(z - 6)),
    Activation.TANH: _Form(lambda z, _: torch.tanh(z), lambda z, _: tanh(z)),
    Activation.SIGMOID: _Form(lambda z, _: torch.sigmoid(z), lambda z, _: logistic(z)),
    Activation.SOFTSIGN: _Form(lambda z, _: F.softsign(z), lambda z, _: z / (1 + abs(z))),
    Activation.SELU: _Form(lambda z, _: F.selu(z), lambda z, _: _selu(z)),
    Activation.ELU: _Form(lambda z, _: F.elu(z), lambda z, _: _elu(z)),
    Activation.LEAKY_RELU: _Form(lambda z, _: F.leaky_relu(z), lambda z, _: _leaky(z, 0.01)),
    Activation.PRELU: _Form(_prelu, _leaky),
    Activation.SWISH: _Form(lambda z, _: F.silu(z), lambda z, _: z * logistic(z)),
    Activation.SOFTPLUS: _Form(lambda z, _: F.softplus(z), None),
    Activation.HARDTANH: _Form(
        lambda z, _: F.hardtanh(z), lambda z, _: (abs(z + 1) - abs(z - 1)) / 2
    ),
    Activation.TANHSHRINK: _Form(lambda z, _: z - torch.tanh(z), lambda z, _: z - tanh(z)),
    Activation.SOFTSHRINK: _Form(
        lambda z, _: F.softshrink(z), lambda z, _: _positive(z - 0.5) - _positive(-z - 0.5)
    ),
    Activation.HARDSHRINK: _Form(lambda z, _: F.hardshrink(z), lambda z, _: _hardshrink(z)),
}
