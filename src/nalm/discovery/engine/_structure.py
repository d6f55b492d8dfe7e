"""The shape of a formula that is trained: how many products are added, raised and multiplied.

    y = Σₜ cₜ Πᵢ xᵢ^(wₜᵢ),   the last product times Π_f (1 + Σₖ a_fk Πᵢ xᵢ^(u_fki))^(p_f)

A layer of NPUs makes the products, an NAU adds them, a second NPU raises and multiplies the sums,
and a second NAU adds again (Heim et al. 2020, equations 6 and 7; Madsen and Johansen 2020, equation
8). The first product of an inner sum is 1 and its scale is 1: both are absorbed by the product
outside, so that no two values of the parameters mean the same function.
"""

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Structure:
    """Numbers of products.

    Attributes:
        terms: Products of the outer sum.
        sums: Products of each inner sum, the constant 1 included; each at least 2.
    """

    terms: int
    sums: tuple[int, ...] = ()

    @cached_property
    def inner(self) -> int:
        """Products of the inner sums that have parameters: all but the 1 of each."""
        return sum(self.sums) - len(self.sums)

    @cached_property
    def owners(self) -> tuple[int, ...]:
        """To which inner sum each of those products belongs."""
        return tuple(f for f, products in enumerate(self.sums) for _ in range(products - 1))

    def parameters(self, features: int) -> int:
        """Count exponents, coefficients and powers."""
        products = self.terms + self.inner
        return products * (features + 1) + len(self.sums)

    def __str__(self) -> str:
        """Write it as in the report of progress: `2 products, sums of 2 and 3`."""
        outer = "1 product" if self.terms == 1 else f"{self.terms} products"
        if not self.sums:
            return outer
        return f"{outer}, sum{'s' * (len(self.sums) > 1)} of {' and '.join(map(str, self.sums))}"
