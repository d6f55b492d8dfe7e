"""The measured numbers of a formula: what each is called, and which are exponents."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from nalm.symbolic import Sum, sum_in


@dataclass(frozen=True, kw_only=True)
class FreeParameter:
    """One float of a formula.

    Attributes:
        name: `c2`, the coefficient of the second term; `p2[x0]`, the exponent of `x0` in it;
            `p2[s1]`, the exponent of the first sum in it, whose own numbers are `c2.s1.1`, ….
        value: What the formula holds.
        exponent: Whether it is an exponent; otherwise it is a coefficient.
    """

    name: str
    value: float
    exponent: bool


def free_parameters(
    formula: Sum, inputs: Sequence[str], *, exact: bool = False
) -> tuple[FreeParameter, ...]:
    """List the floats of a formula in the order of `nalm.symbolic.parameters`.

    Args:
        formula: Any formula; its exact numbers are passed over.
        inputs: What the inputs are called.
        exact: Whether exact coefficients are listed as well, each in its place among the others.
    """
    return tuple(_walk(formula, inputs, "", exact))


def input_names(inputs: int) -> tuple[str, ...]:
    """Call inputs `x0`, `x1`, … that have no names."""
    return tuple(f"x{i}" for i in range(inputs))


def _walk(formula: Sum, inputs: Sequence[str], prefix: str, exact: bool) -> Iterator[FreeParameter]:
    for number, term in enumerate(formula.terms, 1):
        place, sums = f"{prefix}{number}", count(1)
        if exact or isinstance(term.coefficient, float):
            yield FreeParameter(name=f"c{place}", value=float(term.coefficient), exponent=False)
        for power in term.powers:
            # Sums are counted also where their exponents are exact: their own numbers need the
            # name.
            base = inputs[power.base] if isinstance(power.base, int) else f"s{next(sums)}"
            if isinstance(power.exponent, float):
                name = f"p{place}[{base}]"
                yield FreeParameter(name=name, value=float(power.exponent), exponent=True)
            if (inner := sum_in(power.base)) is not None:
                yield from _walk(inner, inputs, f"{place}.{base}.", exact)
