"""The array vocabulary of the package; it loads no PyTorch, which takes a second."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float64]
"""A double-precision NumPy array."""

Array: TypeAlias = Any
"""A NumPy array or a torch tensor: code typed with it uses only operations that both have."""
