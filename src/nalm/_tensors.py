"""The tensor vocabulary of the package: names for the shapes that appear in signatures."""

from typing import TypeAlias

from jaxtyping import Float
from torch import Tensor

Inputs: TypeAlias = Float[Tensor, "*batch inputs"]
"""A batch of input vectors."""

Outputs: TypeAlias = Float[Tensor, "*batch outputs"]
"""A batch of output vectors."""

Scalar: TypeAlias = Float[Tensor, ""]
"""A tensor without dimensions."""
