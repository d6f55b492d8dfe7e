"""The array vocabulary of the package: names for the shapes that appear in signatures."""

from typing import Any, TypeAlias

import numpy as np
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor

Inputs: TypeAlias = Float[Tensor, "*batch inputs"]
"""A batch of input vectors."""

Outputs: TypeAlias = Float[Tensor, "*batch outputs"]
"""A batch of output vectors."""

Scalar: TypeAlias = Float[Tensor, ""]
"""A tensor without dimensions."""

FloatArray: TypeAlias = NDArray[np.float64]
"""A double-precision NumPy array."""

Array: TypeAlias = Any
"""A NumPy array or a torch tensor: code typed with it uses only operations that both have."""
