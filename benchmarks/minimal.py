"""The units as a user would write them by hand for one experiment: no checks, plain PyTorch."""

import math

import torch
from torch import Tensor, nn

EPSILON = 2.0**-23


class Minimal(nn.Module):
    """A weight matrix and the interval that it is clamped to."""

    low, high, width = -1.0, 1.0, 1

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        low, high = max(self.low / 2, -0.5), self.high / 2 + (0.25 if self.low == 0 else 0)
        weight = torch.empty(outputs, inputs * self.width).uniform_(low, high)
        self.weight = nn.Parameter(weight)

    @torch.no_grad()
    def project_(self) -> None:
        """Clamp the weight."""
        self.weight.clamp_(self.low, self.high)


class NAU(Minimal):
    """Add."""

    def forward(self, x: Tensor) -> Tensor:
        """Return W x."""
        return x @ self.weight.clamp(-1, 1).T


class NMU(Minimal):
    """Multiply."""

    low = 0.0

    def forward(self, x: Tensor) -> Tensor:
        """Return Π (W x + 1 - W)."""
        return (x.unsqueeze(-2) * self.weight + 1 - self.weight).prod(-1)


class NRU(Minimal):
    """Multiply and divide."""

    def forward(self, x: Tensor) -> Tensor:
        """Return Π (sign(x) |x|^W A + 1 - A)."""
        gate = torch.tanh(1000 * self.weight) ** 2
        x = x.unsqueeze(-2)
        return (x.sign() * x.abs() ** self.weight * gate + 1 - gate).prod(-1)


class NMRU(Minimal):
    """Multiply inputs and reciprocals."""

    low, width = 0.0, 2

    def forward(self, x: Tensor) -> Tensor:
        """Return Π (W |x| + 1 - W) cos(Σ W k)."""
        x = torch.cat([x, 1 / (x + EPSILON)], -1)
        magnitude = (x.abs().unsqueeze(-2) * self.weight + 1 - self.weight).prod(-1)
        return magnitude * torch.cos(((x < 0) * math.pi) @ self.weight.T)


class RealNPU(Minimal):
    """Multiply real powers."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__(inputs, outputs)
        self.gate = nn.Parameter(torch.full((inputs,), 0.5))

    def forward(self, x: Tensor) -> Tensor:
        """Return exp(W log r) cos(W k)."""
        gate = self.gate.clamp(0, 1)
        r = gate * (x.abs() + EPSILON) + (1 - gate)
        k = torch.where(x < 0, gate * math.pi, 0.0)
        return torch.exp(torch.log(r) @ self.weight.T) * torch.cos(k @ self.weight.T)


class Two(nn.Module):
    """One layer after another."""

    def __init__(self, first: Minimal, second: Minimal) -> None:
        super().__init__()
        self.first, self.second = first, second

    def forward(self, x: Tensor) -> Tensor:
        """Return what the second makes of the first."""
        return self.second(self.first(x))

    def project_(self) -> None:
        """Clamp both weights."""
        self.first.project_()
        self.second.project_()


class NAUNMU(Two):
    """Add, then multiply: the network of the arithmetic task."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__(NAU(inputs, 2), NMU(2, outputs))


class NMUNAU(Two):
    """Multiply, then add."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__(NMU(inputs, 2), NAU(2, outputs))
