"""What a family of curves of one argument is, and how one of them is written.

g(y) = Σ cₖ φₖ(R; b, d)
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.functions._view import AS_IT_IS, Seen
from nalm.symbolic import Call, Power, Product, Sum

ONE = Fraction(1)

Parts = tuple[tuple[Power, ...], ...]
"""Each φ as a product of powers."""


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A family of curves.

    Attributes:
        functions: Names of those it needs.
        columns: φ of R `(rows,)`, b and d `(starts, 1)`: a list of `(starts, rows)`.
        written: φ as powers, of the argument, b and d.
        grid: Starts `(starts, 2)`, b and d, for the values of R and what is to be fitted.
        seen: g.
        plain: Whether R is an input, a sum, product or quotient of two, and no power.
    """

    functions: tuple[str, ...]
    columns: Callable[[FloatArray, FloatArray, FloatArray], Sequence[FloatArray]]
    written: Callable[[Argument, float, float], Parts]
    grid: Callable[[FloatArray, FloatArray], FloatArray]
    seen: Seen = AS_IT_IS
    plain: bool = True

    def table(self, values: FloatArray, numbers: FloatArray) -> FloatArray:
        """Compute the columns `(starts, rows, columns)`."""
        columns = self.columns(values, numbers[:, :1], numbers[:, 1:])
        shape = (len(numbers), len(values))
        return np.stack([np.broadcast_to(one, shape) for one in columns], axis=-1)


def formula_of(shape: Shape, argument: Argument, *, numbers: FloatArray, solved: FloatArray) -> Sum:
    """Write a curve, solved for the target.

    Args:
        shape: Its family.
        argument: R.
        numbers: b and d.
        solved: c `(columns,)`.
    """
    b, d = numbers.tolist()
    terms = _terms(shape.written(argument, b, d), solved.tolist())
    return shape.seen.inverse(Sum(tuple(terms)))


def _terms(parts: Parts, numbers: Sequence[float]) -> Iterator[Product]:
    """Yield c φ; of a sine and the cosine that follows it one sine with a phase."""
    several = iter(zip(parts, numbers, strict=True))
    for powers, number in several:
        if not _begins_with("sin", powers):
            yield Product(number, powers)
            continue
        (_, cosine), (sine, *others) = next(several), powers
        assert isinstance(sine.base, Call)
        phase = Product(float(np.arctan2(cosine, number)))
        shifted = Call("sin", Sum((*sine.base.argument.terms, phase)))
        yield Product(float(np.hypot(number, cosine)), (Power(shifted, ONE), *others))


def _begins_with(function: str, powers: tuple[Power, ...]) -> bool:
    base = powers[0].base if powers else None
    return isinstance(base, Call) and base.function == function
