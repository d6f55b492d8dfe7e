"""Trees of the one operator from which all elementary functions are made."""

import math
from enum import Enum
from typing import Any, cast, final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm.errors import InvalidTypeError, InvalidValueError

LARGEST = 1e300
"""Bound of every intermediate value, so that no infinity goes on."""

Complex = tuple[Tensor, Tensor]
"""Real and imaginary part: real arithmetic compiles everywhere, complex arithmetic does not."""


class EMLInit(Enum):
    """Say how the logits of an EML tree are drawn, each from a normal distribution.

    `UNIFORM` has leaves of mean 0 and gates of mean 4, which are nearly closed; `BIASED` raises the
    constant of the leaves by 2, `INPUTS` their inputs by 1; `RANDOM_HOT` raises one choice of each
    leaf by 3 and opens a quarter of the gates.
    """

    BIASED = "biased"
    UNIFORM = "uniform"
    INPUTS = "xy_biased"
    RANDOM_HOT = "random_hot"


@final
class EMLTree(nn.Module):
    """Evaluate a full binary tree of eml(a, b) = exp a - ln b in the complex plane.

    Each of the 2^depth leaves mixes 1 and the inputs by softmax(l / τ). Each child of a node is
    mixed with 1 by a gate s = σ(g / τ): the node sees s + (1 - s) · child. In evaluation mode each
    leaf takes its most likely choice, and each gate is open or closed.

    Args:
        in_features: Number of inputs, at least 1.
        depth: Number of levels of nodes, at least 1.
        temperature: First value of τ, above 0; a `ScheduledBuffer` of a recipe changes it.
        init: How the logits are drawn.

    Attributes:
        leaves: l, shape (2^depth, 1 + in_features).
        gates: g, shape (2^depth - 1, 2), nodes from the lowest level up, left child before right.
        temperature: τ, a buffer of shape ().

    Raises:
        InvalidTypeError, InvalidValueError: An argument cannot work.

    Shape:
        x: (*batch, in_features) to (*batch, 2), the real and the imaginary part.

    Example:
        >>> tree = EMLTree(2, depth=1).eval()
        >>> tree.leaves.data = torch.tensor([[0.0, 9.0, 0.0], [9.0, 0.0, 0.0]])  # x_0 and 1
        >>> tree.gates.data.fill_(-9.0)
        tensor([[-9., -9.]])
        >>> tree.formula(["x", "y"]), tree(torch.tensor([1.0, 5.0])).tolist()
        ('eml(x, 1)', [2.7182817459106445, 0.0])

    References:
        Odrzywołek (2026), "All elementary functions from a single binary operator", and its code.
    """

    leaves: Float[Tensor, "leaves choices"]
    gates: Float[Tensor, "nodes 2"]
    temperature: Float[Tensor, ""]

    def __init__(
        self,
        in_features: int,
        *,
        depth: int,
        temperature: float = 2.5,
        init: EMLInit = EMLInit.UNIFORM,
    ) -> None:
        super().__init__()
        if not isinstance(init, EMLInit):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidTypeError(
                f"init: expected an EMLInit, found {init!r}; write for example EMLInit.UNIFORM."
            )
        if in_features < 1 or depth < 1 or not temperature > 0:
            raise InvalidValueError(
                "in_features, depth, temperature: expected at least 1, at least 1 and a positive "
                f"number, found {in_features}, {depth} and {temperature}."
            )
        self.in_features, self.depth, self.init = in_features, depth, init
        count = 2**depth
        self.leaves = nn.Parameter(torch.empty(count, 1 + in_features))
        self.gates = nn.Parameter(torch.empty(count - 1, 2))
        self.register_buffer("temperature", torch.tensor(temperature, dtype=torch.float64))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the logits."""
        with torch.no_grad():
            self.leaves.normal_()
            self.gates.normal_(mean=3.0 if self.init is EMLInit.RANDOM_HOT else 4.0)
            if self.init is EMLInit.BIASED:
                self.leaves[:, 0] += 2
            elif self.init is EMLInit.INPUTS:
                self.leaves[:, 1:] += 1
            elif self.init is EMLInit.RANDOM_HOT:
                hot = torch.randint(self.leaves.shape[1], (len(self.leaves), 1))
                self.leaves.scatter_add_(1, hot, self.leaves.new_full(hot.shape, 3.0))
                self.gates.sub_(6.0 * (torch.rand(self.gates.shape) < 0.25))

    def choices(self) -> tuple[Float[Tensor, "leaves choices"], Float[Tensor, "nodes 2"]]:
        """Return the shares of the leaves' choices, and of the constant 1 at the gates."""
        leaves, gates = self.leaves / self.temperature, self.gates / self.temperature
        if self.training:
            return leaves.softmax(-1), torch.sigmoid(gates)
        hot = nn.functional.one_hot(leaves.argmax(-1), leaves.shape[-1])
        return hot.to(leaves.dtype), (gates >= 0).to(gates.dtype)

    def forward(self, x: Float[Tensor, "*batch inputs"]) -> Float[Tensor, "*batch 2"]:
        """Return the value of the root."""
        leaves, gates = self.choices()
        # Without a product with 1: an infinite input would make a NaN of a weight of 0.
        real = leaves[:, 0] + x @ leaves[:, 1:].T  # (*batch, leaves)
        first = 2 ** (self.depth - 1)
        # The leaves are real: half of all nodes are above them, and need no complex functions.
        value = _eml_of_reals(*(_mixed(real[..., k::2], gates[:first, k]) for k in (0, 1)))
        for level in range(1, self.depth):
            nodes = 2 ** (self.depth - level - 1)
            s = gates[first : first + nodes]
            left, right = (
                _gated((value[0][..., side::2], value[1][..., side::2]), s[:, side])
                for side in (0, 1)
            )
            value, first = _eml(left, right), first + nodes
        return torch.cat(value, -1)

    def formula(self, names: list[str]) -> str:
        """Write the tree of evaluation mode.

        Args:
            names: One for each input.

        Returns:
            Nested calls of ``eml``, such as ``eml(1, eml(y, x))``.
        """
        chosen = cast(list[int], cast(Any, self.leaves.argmax(-1)).tolist())
        closed = cast(list[list[bool]], cast(Any, self.gates >= 0).tolist())
        terms = [["1", *names][choice] for choice in chosen]
        while len(terms) > 1:
            pairs = list(zip(terms[::2], terms[1::2], strict=True))
            here, closed = closed[: len(pairs)], closed[len(pairs) :]
            terms = [
                f"eml({'1' if left else a}, {'1' if right else b})"
                for (a, b), (left, right) in zip(pairs, here, strict=True)
            ]
        return terms[0]


def _gated(value: Complex, s: Float[Tensor, " nodes"]) -> Complex:
    """Return s + (1 - s) · value; exactly 1 where s is 1, however large the value."""
    real, imaginary = value
    return _mixed(real, s), torch.where(s >= 1, 0.0, (1 - s) * imaginary)


def _mixed(real: Tensor, s: Float[Tensor, " nodes"]) -> Tensor:
    return torch.where(s >= 1, 1.0, s + (1 - s) * real)


def _eml_of_reals(a: Tensor, b: Tensor) -> Complex:
    """Return exp a - ln b, whose imaginary part is -π where b is negative."""
    imaginary = torch.where(b < 0, -math.pi, torch.zeros_like(b))
    return _bounded(torch.exp(a) - torch.log(b.abs())), imaginary


def _eml(a: Complex, b: Complex) -> Complex:
    """Return exp a - ln b, without what is no finite number."""
    size = torch.exp(a[0])
    real = size * torch.cos(a[1]) - torch.log(torch.hypot(*b))
    imaginary = size * torch.sin(a[1]) - torch.atan2(b[1], b[0])
    return _bounded(real), _bounded(imaginary)


def _bounded(x: Tensor) -> Tensor:
    largest = min(LARGEST, torch.finfo(x.dtype).max)
    return torch.nan_to_num(x, nan=0.0, posinf=largest, neginf=-largest).clamp(-largest, largest)
