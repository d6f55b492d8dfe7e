"""Which exponents an SPU may learn."""

from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from nalm.errors import InvalidValueError


@dataclass(frozen=True, kw_only=True)
class Exponents:
    """Name the exponents that a unit's penalty pulls to: whole multiples of a step.

    Args:
        largest: The largest in absolute value, positive.
        step: Distance between two of them, positive.

    Raises:
        InvalidValueError: A number is not positive.

    Example:
        >>> from nalm import SPU
        >>> squares_and_roots = SPU(2, 1, exponents=Exponents(largest=2, step=0.5))
    """

    largest: float = 1.0
    step: float = 1.0

    def __post_init__(self) -> None:
        """Check both numbers."""
        for name in ("largest", "step"):
            value = getattr(self, name)
            if not value > 0:
                raise InvalidValueError(
                    f"Exponents.{name}: expected a positive number, found {value!r}; leave it out "
                    "for 1."
                )

    def distance(self, W: Float[Tensor, "outputs inputs"]) -> Float[Tensor, "outputs inputs"]:
        """Return how far each entry is from the nearest exponent."""
        return (W - self.nearest(W)).abs()

    def nearest(self, W: Float[Tensor, "outputs inputs"]) -> Float[Tensor, "outputs inputs"]:
        """Return the nearest exponent of each entry."""
        return self.step * (W / self.step).round()
