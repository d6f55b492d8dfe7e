"""Moving a factor into or out of the base of a power."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from nalm.symbolic._formula._formula import Base, Call, Number, Power, Product, Sum, argument_of
from nalm.symbolic._formula._number import ZERO, as_float, is_even, is_integer, is_measured
from nalm.symbolic._formula._parameters import parameters
from nalm.symbolic._normal_form._sign import is_positive, never_negative

Exponents: TypeAlias = dict[Base, Number]
"""The powers of a product: its bases, each once, and their exponents."""


def multiply(exponents: Exponents, powers: Iterable[tuple[Base, Number]]) -> None:
    """Multiply in place; equal bases add their exponents, and those of 0 are dropped."""
    for base, exponent in powers:
        total = exponents.get(base, ZERO) + exponent
        exponents.pop(base, None)
        if total != 0:
            exponents[base] = total


class _Split(NamedTuple):
    """Exponents of one base b in b^outer · (Σₖ cₖ b^innerₖ …)^power; the rest … may be negative.

    Where b is e^A, its reciprocal e^(-A) is no longer than itself. There may be measured numbers
    inside b, which are then measured as often as b is written.
    """

    outer: Number
    inner: tuple[Number, ...]
    power: Number
    signed: bool
    exponential: bool = False
    inside: int = 0

    def shifted(self, by: Number) -> "_Split":
        """Take b^by out of the sum."""
        outer = self.outer + by * self.power
        inner = tuple([each - by for each in self.inner])
        # Of every step that is tried; `_replace` takes longer.
        return _Split(outer, inner, self.power, self.signed, self.exponential, self.inside)

    def measured(self) -> int:
        every = [each for each in (self.outer, *self.inner) if each != 0]
        return sum(map(is_measured, every)) + self.inside * len(every)

    def singular(self) -> bool:
        """Tell whether b = 0 has no value."""
        # With b in every term, the sum is 0 at b = 0; a negative power of it has no value there.
        vanishing = self.power < 0 and all(each > 0 for each in self.inner)
        return vanishing or self.outer < 0 or any(each < 0 for each in self.inner)

    def only_positive(self) -> bool:
        """Tell whether b < 0 has no value."""
        return not all(is_integer(each) for each in (self.outer, *self.inner))

    def cost(self) -> tuple[float, ...]:
        """Count non-zero and negative exponents; of equals, prefer small whole numbers."""
        every = (self.outer, *self.inner)
        # A factor below the line costs nothing more where the sum is below it too.
        negative = sum(each < 0 for each in self.inner) + (self.outer < 0 < self.power)
        negative = 0 if self.exponential else negative
        return (
            len(self.inner) == 1 and self.inner[0] != 0,  # a product to a power is a product
            sum(each != 0 for each in every) + negative,
            negative,
            sum(not is_integer(each) for each in every),
            # From here on only ties are broken.
            sum(abs(as_float(each)) for each in every),
            abs(as_float(self.outer)),
            *(as_float(each) for each in self.inner),
        )


def shift(
    base: Sum, power: Number, *, others: Exponents, positive: Sequence[bool]
) -> tuple[Sum, Exponents]:
    r"""Share the factors of a product so that few exponents, and few negative ones, remain.

    $$x^r \Big(\sum_k c_k x^{q_k} \cdots\Big)^p
      = x^{r + sp} \Big(\sum_k c_k x^{q_k - s} \cdots\Big)^p$$

    holds for every x where p and s are integers, where s and s p are even, and for x > 0. Only
    these steps are taken, and none that loses a point of the domain or adds a measured number.

    Args:
        base: The sum.
        power: Its exponent p.
        others: The other powers of the product.
        positive: Which inputs are positive.

    Returns:
        The new sum and the new other powers.
    """
    terms = [dict[Base, Number]((p.base, p.exponent) for p in t.powers) for t in base.terms]
    others = dict(others)
    changed = False
    for factor in dict.fromkeys(factor for term in terms for factor in term):
        inner = tuple(term.get(factor, ZERO) for term in terms)
        signed = not all(never_negative(t, positive, without=factor) for t in base.terms)
        split = _Split(others.get(factor, ZERO), inner, power, signed)
        if not isinstance(factor, int):
            split = _of_compound(split, factor)
        best = _best(split, positive=is_positive(factor, positive))
        if best is split:
            continue
        changed = True
        others[factor] = best.outer
        for term, exponent in zip(terms, best.inner, strict=True):
            term[factor] = exponent
    if not changed:
        return base, others
    new = (
        Product(old.coefficient, tuple(Power(b, e) for b, e in term.items() if e != 0))
        for old, term in zip(base.terms, terms, strict=True)
    )
    return Sum(tuple(new)), {b: e for b, e in others.items() if e != 0}


def _of_compound(split: _Split, factor: Sum | Call) -> _Split:
    inside = len(parameters(factor.argument if isinstance(factor, Call) else factor))
    return split._replace(exponential=argument_of(factor, "exp") is not None, inside=inside)


def _best(split: _Split, *, positive: bool) -> _Split:
    # Each step makes an exponent 0: one of the sum, or the one outside.
    steps = dict.fromkeys(split.inner)
    # From measured numbers, the step would be a rounded one and leave a remainder of about 0.
    if isinstance(split.outer, Fraction) and isinstance(split.power, Fraction):
        steps[-split.outer / split.power] = None
    allowed = [
        split.shifted(step)
        for step in steps
        if step != 0 and _valid(split, step, positive=positive)
    ]
    # `min` keeps the first of equals: a formula in normal form stays as it is.
    return min([split, *allowed], key=_Split.cost)


def _valid(split: _Split, step: Number, *, positive: bool) -> bool:
    new = split.shifted(step)
    if new.measured() > split.measured():
        return False
    if positive:
        return True
    if new.singular() and not split.singular():
        return False
    # (bˢ S)ᵖ = bˢᵖ Sᵖ holds for both signs where p and s are integers. Where b < 0 had no value
    # before, only b > 0 has to agree.
    if is_integer(split.power):
        return is_integer(step) or split.only_positive()
    # At b = 0 the sum vanished, whatever the sign of what now stays in it.
    if step > 0 and (split.signed or not all(is_even(each) for each in new.inner)):
        return False
    # With s even, bˢ = |b|ˢ ≥ 0 may leave the power, as |b|ˢᵖ; with s p even, that is bˢᵖ again.
    return split.only_positive() or (is_even(step) and is_even(step * split.power))
