"""A sum of the inputs with a sign each."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._task import Task


@dataclass(frozen=True, kw_only=True)
class SignedSum(Task):
    r"""Learn a sum in which each input has a sign, given or drawn by the seed.

    $$t = \sum_i s_i x_i, \qquad s_i \in \{-1, 1\}$$

    With one positive sign it is the identity.

    Args:
        in_features: Length of an input vector; at least 1.
        signs: -1 or 1 for each input; without any, the seed draws them.
        out_features: Always 1.

    Raises:
        InvalidValueError: If there is no input, or signs are given that are not one per input.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import SignedSum
        >>> task = SignedSum(in_features=3, signs=(1, 1, -1))
        >>> task.target(np.array([5.0, 2.0, 3.0]), task.instance(seed=0))
        array([4.])

    References:
        Kollanur (2022), course report on Neural Arithmetic Logic Units, sections 2 and 3.3.
    """

    in_features: int
    signs: tuple[int, ...] = ()
    out_features: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        if self.in_features < 1:
            raise InvalidValueError(
                f"in_features should be >= 1, found {self.in_features}; add an input."
            )
        one_each = len(self.signs) == self.in_features and {*self.signs} <= {-1, 1}
        if self.signs and not one_each:
            raise InvalidValueError(
                f"signs should be -1 or 1 for each of the {self.in_features} inputs, found "
                f"{self.signs}; give one per input, or none to let the seed draw them."
            )

    @property
    def name(self) -> str:
        """``identity``, ``signed sum``, or ``random signs`` where the seed draws them."""
        if self.signs == (1,):
            return "identity"
        return "signed sum" if self.signs else "random signs"

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return the ``signs``, of shape (inputs,)."""
        drawn = np.random.RandomState(seed).choice([-1.0, 1.0], size=self.in_features)
        return {"signs": np.array(self.signs, dtype=np.float64) if self.signs else drawn}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Compute the sum; see `Task.target`."""
        return (x * instance["signs"]).sum(-1)[..., None]
