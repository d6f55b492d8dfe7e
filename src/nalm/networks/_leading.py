"""Networks that read only the first inputs."""

from typing import final

from jaxtyping import Float
from torch import Tensor, nn


@final
class LeadingInputs(nn.Module):
    """Pass on the first inputs and drop the others, such as recorded targets.

    Args:
        count: How many are passed on.

    Shape:
        x: (batch, inputs) to (batch, count).

    Example:
        >>> import torch
        >>> LeadingInputs(2)(torch.tensor([[1.0, 2.0, 3.0]])).tolist()
        [[1.0, 2.0]]
    """

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def forward(self, x: Float[Tensor, "batch inputs"]) -> Float[Tensor, "batch count"]:
        """Return the first inputs."""
        return x[..., : self.count]
