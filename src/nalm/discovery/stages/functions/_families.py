"""Functions as factors of a law, F(u): their sizes on logarithmic scale, and how to write one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic import Base, Call, Power, Product, Sum, Symmetry, as_formula, find_function

ONE = Fraction(1)
_ERF = find_function("erf").value

SIZES = (0.2, 0.35, 0.65, 1.2, 2.0, 3.5, 6.0)
"""|u| at the median row, of a function that is not periodic."""
FAR = (0.2, 2.0, 20.0, 200.0, 2000.0, 20000.0)
"""The same of a logarithm, which bends everywhere."""


@dataclass(frozen=True, kw_only=True)
class Family:
    """A factor F(u), u = b R.

    Attributes:
        needs: Functions that it is written with; if none, such a factor is sought beside others.
        values: F of an array.
        written: F(u) as what is raised, given u.
        periodic: Whether b is a frequency.
        both: Whether F(-u) is another factor than F(u), but for a sign or an exponential of u.
        differences: Whether it is tried along differences of inputs alone: along products it is
            another family times a power.
        sizes: |u| that is tried at the median row, if F is not periodic.
        largest: |u| beyond which F is another of its own limits, an exponential or a constant.
        may_grow: Whether it is tried beside an exponential of R as well.
    """

    needs: tuple[str, ...]
    values: Callable[[FloatArray], FloatArray]
    written: Callable[[Sum], Base]
    periodic: bool = False
    both: bool = False
    differences: bool = False
    sizes: tuple[float, ...] = SIZES
    largest: float = 8.0
    may_grow: bool = False


def _beside(function: str, constant: int) -> Callable[[Sum], Base]:
    def written(argument: Sum) -> Base:
        called = as_formula(Call(function, argument)).terms[0]
        return Sum((called, Product(Fraction(constant))))

    return written


def _one_minus(argument: Sum) -> Base:
    called = as_formula(Call("erf", argument)).terms[0]
    return Sum((Product(ONE), Product(-called.coefficient, called.powers)))


def _one_plus(argument: Sum) -> Base:
    return Call("log", Sum((Product(ONE), *argument.terms)))


def _over_argument(argument: Sum) -> Base:
    own = Power(Call("sin", argument), ONE)
    if len(argument.terms) != 1:
        return Sum((Product(ONE, (own, Power(argument, -ONE))),))
    (term,) = argument.terms
    reciprocal = tuple(Power(power.base, -power.exponent) for power in term.powers)
    return Sum((Product(1 / term.coefficient, (own, *reciprocal)),))


def _tangent(argument: Sum) -> Base:
    own = (Power(Call("sin", argument), ONE), Power(Call("cos", argument), -ONE))
    return Sum((Product(ONE, own),))


def _called(function: str) -> Callable[[Sum], Base]:
    return lambda argument: Call(function, argument)


def _sum_with_one(argument: Sum) -> Base:
    return Sum((Product(ONE), *argument.terms))


FAMILIES = (
    Family(needs=(), values=lambda u: 1 + np.where(u > 0, u, np.nan), written=_sum_with_one),
    # By itself it is found without a grid, but other factors may need it beside them.
    Family(needs=("exp",), values=np.exp, written=_called("exp"), both=True),
    # Of (e^u - 1) and (e^-u - 1) one is the other times an exponential of u, a factor of its own;
    # and so with a plus. But 1 - e^-u is common, and seen sooner than two factors together.
    Family(needs=("exp",), values=np.expm1, written=_beside("exp", -1), both=True, may_grow=True),
    Family(needs=("exp",), values=lambda u: np.exp(u) + 1, written=_beside("exp", 1),
           may_grow=True),
    Family(needs=("exp",), values=np.cosh, written=_called("cosh"), may_grow=True),
    Family(needs=("exp",), values=np.sinh, written=_called("sinh"), may_grow=True),
    Family(needs=("tanh",), values=np.tanh, written=_called("tanh"), largest=4.0),
    Family(needs=("erf",), values=_ERF, written=_called("erf"), largest=3.0),
    Family(needs=("erf",), values=lambda u: 1 - _ERF(u), written=_one_minus, both=True,
           largest=4.0),
    Family(needs=("sin",), values=np.sin, written=_called("sin"), periodic=True, may_grow=True),
    Family(needs=("sin",), values=lambda u: np.sin(u) / u, written=_over_argument, periodic=True,
           differences=True, may_grow=True),
    Family(needs=("cos",), values=np.cos, written=_called("cos"), periodic=True, may_grow=True),
    Family(needs=("sin", "cos"), values=np.tan, written=_tangent, periodic=True, may_grow=True),
    Family(needs=("log",), values=lambda u: np.log(np.where(u > 0, u, np.nan)),
           written=_called("log"), sizes=FAR, largest=1e9),
    Family(needs=("log",), values=np.log1p, written=_one_plus, both=True, sizes=(*SIZES, *FAR[2:]),
           largest=1e9),
)  # fmt: skip


def family_of(name: str) -> Family:
    """Make a family of any function."""
    function = find_function(name)
    return Family(
        needs=(name,),
        values=function.value,
        written=_called(name),
        both=function.symmetry is Symmetry.NONE,
        largest=50.0,
    )


def of_functions(names: Sequence[str]) -> tuple[Family, ...]:
    """Choose the families that need no other function."""
    known = tuple(each for each in FAMILIES if names and {*each.needs} <= {*names})
    others = (name for name in names if not any(name in each.needs for each in FAMILIES))
    return (*known, *map(family_of, others))
