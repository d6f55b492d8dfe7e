"""Sums of products of powers."""

from collections.abc import Sequence
from typing import Any, cast, final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm.errors import InvalidValueError


@final
class PowerTerm(nn.Module):
    """Multiply powers of positive inputs: c Π_i x_i^{w_i} = c exp(Σ_i w_i log x_i).

    Args:
        in_features: Number of inputs.
        coefficient: c at the start.

    Attributes:
        exponents: w, shape (in_features,), drawn from N(0, 1/4).
        coefficient: c, shape (1,).

    Shape:
        log_x: logarithms of the inputs, (batch, in_features), to (batch, 1).
    """

    def __init__(self, in_features: int, *, coefficient: float = 1.0) -> None:
        super().__init__()
        self.exponents = nn.Parameter(0.5 * torch.randn(in_features))
        self.coefficient = nn.Parameter(torch.tensor([coefficient]))

    def forward(self, log_x: Float[Tensor, "batch inputs"]) -> Float[Tensor, "batch 1"]:
        """Return the term."""
        return torch.exp(log_x @ self.exponents[:, None]) * self.coefficient


@final
class PowerTerms(nn.Module):
    """Add up products of powers of positive inputs, a Laurent polynomial if all are whole.

    y = b + Σ_k c_k Π_i x_i^{w_ki}. The first coefficient starts at 1 and the others at 0, so that
    a term has no influence until its coefficient is trained: a network grows by its updates,
    the first term alone (``terms.0.*``), then two of them, and so on.

    Args:
        in_features: Number of inputs, at least 1.
        terms: Number of terms, at least 1.

    Raises:
        InvalidValueError: A number is less than 1.

    Shape:
        x: (batch, in_features), all above 0, to (batch, 1).

    Example:
        >>> network = PowerTerms(2, terms=1)
        >>> network.terms[0].exponents.data = torch.tensor([1.0, -2.0])
        >>> network(torch.tensor([[8.0, 2.0]])).item(), network.formula(["a", "b"])
        (2.0, '1*a^1*b^-2 + 0')

    References:
        Ranasinghe et al. (2024), "GINN-LP: A Growing Interpretable Neural Network for Discovering
        Multivariate Laurent Polynomial Equations", AAAI: its power-term approximators.
    """

    def __init__(self, in_features: int, *, terms: int) -> None:
        super().__init__()
        if in_features < 1 or terms < 1:
            raise InvalidValueError(
                f"in_features, terms: expected at least 1, found {in_features} and {terms}."
            )
        self.terms = nn.ModuleList(
            PowerTerm(in_features, coefficient=0.0 if k else 1.0) for k in range(terms)
        )
        self.bias = nn.Parameter(torch.zeros(1))

    def forward(self, x: Float[Tensor, "batch inputs"]) -> Float[Tensor, "batch 1"]:
        """Return the sum."""
        log_x = x.log()
        return torch.stack([term(log_x) for term in self.terms]).sum(0) + self.bias

    def formula(self, names: Sequence[str]) -> str:
        """Write the sum, numbers to four digits.

        Args:
            names: One for each input.
        """
        parts: list[str] = []
        for term in cast(Sequence[PowerTerm], self.terms):
            exponents = cast(list[float], cast(Any, term.exponents).tolist())
            powers = [f"{n}^{w:.4g}" for n, w in zip(names, exponents, strict=True) if w]
            parts.append("*".join([f"{term.coefficient.item():.4g}", *powers]))
        return " + ".join([*parts, f"{self.bias.item():.4g}"])
