"""Writing a product of powers of binomials as a formula, signs included.

|x|^v (1 + b R)^q = x^(v - w) (x^(w/q) (1 + b R))^q,   w/q = ±2, so that w = ±2q is odd
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._exponents import exact
from nalm.discovery.rewriting._neat_powers import neat_powers
from nalm.discovery.stages.products._parity import is_half
from nalm.symbolic import Power, Product, Sum


@dataclass(frozen=True, kw_only=True)
class Binomial:
    """(1 + b R)^q.

    Attributes:
        b: An exact number, or one that was measured.
        exponents: e of R `(inputs,)`.
        q: Its power.
    """

    b: float | Fraction
    exponents: FloatArray
    q: float

    def times(self, common: FloatArray) -> Power:
        """Multiply both parts by a product of inputs, whose exponents these are `(inputs,)`."""
        ratio = Product(self.b, neat_powers(self.exponents + common))
        return Power(Sum((Product(Fraction(1), neat_powers(common)), ratio)), exact(self.q))


def powers_of(
    outer: FloatArray, binomials: Iterable[Binomial], *, wrong: np.ndarray
) -> tuple[Power, ...]:
    """Write Π xᵢ^(vᵢ) Π (1 + b R)^q.

    Args:
        outer: v `(inputs,)`.
        binomials: The others; one with half an exponent if an input has lost its sign.
        wrong: Of which inputs |x|^v is needed `(inputs,)`.

    Example:
        >>> root = Binomial(b=4.0, exponents=np.array([-2.0, 2.0]), q=0.5)
        >>> from nalm.symbolic import Sum, Product, to_text
        >>> powers = powers_of(np.array([1.0, 0.0]), [root], wrong=np.array([True, False]))
        >>> to_text(Sum((Product(1.0, powers),)), ["x", "y"])
        'sqrt(x^2 + 4*y^2)'
    """
    powers: list[Power] = []
    for each in binomials:
        common = np.zeros_like(outer)
        if is_half(each.q):
            # For an odd w, |x|^v = x^(v - w) |x|^w, and |x|^w = (x²)^(w/2) goes under the root. w
            # has v's sign, so that the exponent outside gets smaller.
            moved = np.where(wrong, 2 * abs(each.q) * np.where(outer < 0, -1.0, 1.0), 0.0)
            outer, common, wrong = outer - moved, moved / each.q, np.zeros_like(wrong)
        powers.append(each.times(common))
    return (*neat_powers(outer), *powers)
