"""Which units the constants of a formula carry.

The formula has the target's unit, and so has each of its terms. The argument of a function and its
value have none, and neither have exponents. That leaves open the unit of a sum that is raised, for
its scale could as well stand outside: it is that of its first term with an exact coefficient, which
then is a plain number.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from nalm.discovery.problem._problem import Units
from nalm.discovery.problem._unit_powers import Dimension, in_coherent_units, multiplied
from nalm.symbolic import Call, Number, Power, Product, Sum

NONE: Dimension = {}
ONE = Fraction(1)


def constant_units(formula: Sum, units: Units) -> tuple[Dimension, ...]:
    """Find the unit of every number of a formula.

    Args:
        formula: Any formula of these inputs.
        units: Of the inputs and of the formula.

    Returns:
        Powers of the units that were given, one for each coefficient and exponent, exact or
        measured, in the order of `nalm.symbolic.parameters`; none for exponents.

    Example:
        >>> rate = Call("exp", Sum((Product(-0.2, (Power(0, ONE),)),)))
        >>> decay = Sum((Product(1003.0, (Power(rate, ONE),)),))
        >>> [dict(unit) for unit in constant_units(decay, Units.read(["s"], "V"))]
        [{'V': Fraction(1, 1)}, {}, {'s': Fraction(-1, 1)}, {}]
    """
    return tuple(_walk(formula, units.target, units))


def with_measured_units(formula: Sum, units: Units) -> Sum:
    """Make exact coefficients measured ones, if they would have to carry a unit.

    That a constant with a unit is 1 or 1/2 is a coincidence of the units that were chosen. Terms of
    one sum that need the same unit share one constant, so that their ratio stays exact. The scale
    inside a logarithm is left as it is: the constant beside the logarithm stands for it.

    Args:
        formula: In its normal form.
        units: Of the inputs and of the formula.

    Example:
        >>> fall = Sum((Product(Fraction(5), (Power(0, Fraction(2)),)),))
        >>> with_measured_units(fall, Units.read(["s"], "m")).terms[0].coefficient
        5.0
        >>> with_measured_units(fall, Units.read(["m"], "m^2")).terms[0].coefficient
        Fraction(5, 1)
    """
    return _measured(formula, units.target, units)


def carries_unit(unit: Dimension) -> bool:
    """Tell whether a number with this unit depends on the choice of units.

    Example:
        >>> [carries_unit({"J": ONE, name: -ONE, "m": -ONE}) for name in ("N", "kN")]
        [False, True]
    """
    return bool(in_coherent_units(unit))


def _walk(formula: Sum, unit: Dimension, units: Units) -> Iterator[Dimension]:
    for term in formula.terms:
        yield _needed(term, unit, units)
        for power in term.powers:
            yield NONE
            base = power.base
            if isinstance(base, Call):
                yield from _walk(base.argument, NONE, units)
            elif isinstance(base, Sum):
                yield from _walk(base, _unit_of(base, units), units)


def _needed(term: Product, unit: Dimension, units: Units) -> Dimension:
    """Return the unit of a term's coefficient, given that of the term."""
    return multiplied([(unit, ONE), (_unit_of_powers(term, units), -ONE)])


def _unit_of(base: Sum, units: Units) -> Dimension:
    """Return the unit of a sum that is free to choose it."""
    exact = (term for term in base.terms if isinstance(term.coefficient, Fraction))
    term = next(exact, base.terms[0] if base.terms else None)
    return NONE if term is None else _unit_of_powers(term, units)


def _unit_of_powers(term: Product, units: Units) -> Dimension:
    return multiplied(
        (
            units.inputs[power.base]
            if isinstance(power.base, int)
            else _unit_of(power.base, units),
            _exact(power.exponent),
        )
        for power in term.powers
        if not isinstance(power.base, Call)
    )


def _exact(exponent: Number) -> Fraction:
    # The shortest decimal that is this double, so that units are computed exactly.
    return Fraction(repr(exponent) if isinstance(exponent, float) else exponent)


def _measured(formula: Sum, unit: Dimension, units: Units) -> Sum:
    kept: list[Product] = []
    scaled: dict[frozenset[tuple[str, Fraction]], list[Product]] = {}
    for term in formula.terms:
        new = replace(term, powers=tuple(_inside(power, units) for power in term.powers))
        needed = in_coherent_units(_needed(term, unit, units))
        if needed and isinstance(term.coefficient, Fraction):
            scaled.setdefault(frozenset(needed.items()), []).append(new)
        else:
            kept.append(new)
    return Sum((*kept, *(_with_scale(terms) for terms in scaled.values())))


def _inside(power: Power, units: Units) -> Power:
    base = power.base
    if isinstance(base, Call):
        logarithm = base.function == "log"
        unit = _unit_of(base.argument, units) if logarithm else NONE
        return replace(power, base=replace(base, argument=_measured(base.argument, unit, units)))
    if isinstance(base, Sum):
        return replace(power, base=_measured(base, _unit_of(base, units), units))
    return power


def _with_scale(terms: list[Product]) -> Product:
    if len(terms) == 1:
        return replace(terms[0], coefficient=float(terms[0].coefficient))
    return Product(1.0, (Power(Sum(tuple(terms)), ONE),))
