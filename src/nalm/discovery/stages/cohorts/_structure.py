"""The shape of a formula that is trained: how many products are added, raised and multiplied.

    y = (Σₜ cₜ Πᵢ xᵢ^(wₜᵢ))^s,   the last product times Π_f (1 + Σₖ a_fk Πᵢ xᵢ^(u_fki))^(p_f)

or, if the sums are apart, the last product times the first of them, the one before times the
second, and so on. A layer of NPUs makes the products, an NAU adds them, a second NPU raises and
multiplies the sums, and a second NAU adds again (Heim et al. 2020, equations 6 and 7; Madsen and
Johansen 2020, equation 8). The first product of an inner sum is 1 and its scale is 1: both are
absorbed by the product outside, so that no two values of the parameters mean the same function.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property


@dataclass(frozen=True)
class Structure:
    """Numbers of products.

    Attributes:
        terms: Products of the outer sum.
        sums: Products of each inner sum, the constant 1 included; each at least 2.
        apart: Whether each inner sum belongs to a product of its own, instead of all to the last.
        power: s.
    """

    terms: int
    sums: tuple[int, ...] = ()
    apart: bool = False
    power: Fraction = Fraction(1)

    @cached_property
    def inner(self) -> int:
        """Products of the inner sums that have parameters: all but the 1 of each."""
        return sum(self.sums) - len(self.sums)

    @cached_property
    def owners(self) -> tuple[int, ...]:
        """To which inner sum each of those products belongs."""
        return tuple(f for f, products in enumerate(self.sums) for _ in range(products - 1))

    @cached_property
    def hosts(self) -> tuple[int, ...]:
        """Which product of the outer sum each inner sum belongs to."""
        return tuple(self.terms - 1 - f * self.apart for f in range(len(self.sums)))

    def parameters(self, features: int) -> int:
        """Count exponents, coefficients and powers."""
        products = self.terms + self.inner
        return products * (features + 1) + len(self.sums)

    def __str__(self) -> str:
        """Write it as in the report of progress: `2 products, sums of 2 and 3 apart`."""
        outer = "1 product" if self.terms == 1 else f"{self.terms} products"
        if self.sums:
            inner = " and ".join(map(str, self.sums)) + " apart" * self.apart
            outer += f", sum{'s' * (len(self.sums) > 1)} of {inner}"
        return outer if self.power == 1 else f"({outer})^({self.power})"
