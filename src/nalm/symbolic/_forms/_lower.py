"""From an expression to a formula whose measured numbers are expressions of the constants."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from nalm.symbolic._forms._expression import (
    UNIT,
    Added,
    Applied,
    Expression,
    Multiplied,
    Name,
    Raised,
    exact_value,
    float_value,
    names_in,
)
from nalm.symbolic._formula._formula import Base, Call, Number, Power, Product, Sum
from nalm.symbolic._formula._parameters import with_parameters


class _Power(NamedTuple):
    base: "_Base"
    exponent: Expression


class _Term(NamedTuple):
    """A coefficient, which has no inputs, times powers of what has some."""

    coefficient: Expression
    powers: tuple[_Power, ...]


class _Function(NamedTuple):
    name: str
    argument: "tuple[_Term, ...]"


_Base: TypeAlias = "int | tuple[_Term, ...] | _Function"


def lower(expression: Expression, index: Mapping[str, int]) -> tuple[Sum, tuple[Expression, ...]]:
    """Write an expression as a formula of the inputs.

    Args:
        expression: What a user wrote.
        index: Input's name -> its index; all other names are constants.

    Returns:
        The formula, with 1.0 for each number that is not exact; and what these numbers are, in the
        order of `parameters`.

    Example:
        >>> formula, numbers = lower(Multiplied((Name("a"), Name("t"))), {"t": 0})
        >>> formula.terms[0].powers, numbers
        ((Power(base=0, exponent=Fraction(1, 1)),), (Name(name='a'),))
    """
    numbers: list[Expression] = []
    return _sum(_terms(expression, index), numbers), tuple(numbers)


def as_sum(expression: Expression, names: Sequence[str]) -> Sum:
    """Write an expression of these names alone as a formula of them."""
    formula, numbers = lower(expression, {name: i for i, name in enumerate(names)})
    # What is not exact has no names either, as √2: its value.
    return with_parameters(formula, [float_value(number) for number in numbers])


def _terms(expression: Expression, index: Mapping[str, int]) -> tuple[_Term, ...]:
    """Write an expression as a sum; only whole powers of a product are multiplied out."""
    if not any(name in index for name in names_in(expression)):
        return (_Term(expression, ()),)
    if isinstance(expression, Name):
        return (_Term(UNIT, (_Power(index[expression.name], UNIT),)),)
    if isinstance(expression, Added):
        return tuple(term for part in expression.terms for term in _terms(part, index))
    if isinstance(expression, Multiplied):
        return (_product(expression, index),)
    if isinstance(expression, Raised):
        return (_raised(expression, index),)
    assert isinstance(expression, Applied)
    argument = _terms(expression.argument, index)
    return (_Term(UNIT, (_Power(_Function(expression.function, argument), UNIT),)),)


def _product(expression: Multiplied, index: Mapping[str, int]) -> _Term:
    coefficients: list[Expression] = []
    powers: list[_Power] = []
    for factor in expression.factors:
        terms = _terms(factor, index)
        if len(terms) == 1:
            coefficients.append(terms[0].coefficient)
            powers += terms[0].powers
        else:
            powers.append(_Power(terms, UNIT))
    return _Term(Multiplied(tuple(coefficients)), tuple(powers))


def _raised(expression: Raised, index: Mapping[str, int]) -> _Term:
    base, exponent = expression.base, expression.exponent
    if any(name in index for name in names_in(exponent)):
        # b^u is e^(u ln b): only numbers are exponents.
        as_exponential = Applied("exp", Multiplied((exponent, Applied("log", base))))
        return _terms(as_exponential, index)[0]
    terms = _terms(base, index)
    if len(terms) != 1 or not _distributes(terms[0], exponent):
        return _Term(UNIT, (_Power(terms, exponent),))
    powers = tuple(_Power(each.base, _times(each.exponent, exponent)) for each in terms[0].powers)
    return _Term(Raised(terms[0].coefficient, exponent), powers)


def _distributes(term: _Term, exponent: Expression) -> bool:
    """Say whether (c Π b^p)^q is c^q Π b^(p q) wherever the first has a value, and nowhere else."""
    single = len(term.powers) == 1 and term.powers[0].exponent == UNIT
    if single and exact_value(term.coefficient) == 1:
        return True
    wholes = [exact_value(each) for each in (exponent, *(p.exponent for p in term.powers))]
    return all(whole is not None and whole.denominator == 1 for whole in wholes)


def _times(a: Expression, b: Expression) -> Expression:
    return b if a == UNIT else Multiplied((a, b))


def _sum(terms: tuple[_Term, ...], numbers: list[Expression]) -> Sum:
    return Sum(tuple(_written(term, numbers) for term in terms))


def _written(term: _Term, numbers: list[Expression]) -> Product:
    # In the order of `parameters`: the coefficient, then of each power the exponent and the base.
    coefficient = _number(term.coefficient, numbers)
    powers: list[Power] = []
    for power in term.powers:
        exponent = _number(power.exponent, numbers)
        powers.append(Power(_base(power.base, numbers), exponent))
    return Product(coefficient, tuple(powers))


def _base(base: _Base, numbers: list[Expression]) -> Base:
    if isinstance(base, int):
        return base
    if isinstance(base, _Function):
        return Call(base.name, _sum(base.argument, numbers))
    return _sum(base, numbers)


def _number(expression: Expression, numbers: list[Expression]) -> Number:
    exact = exact_value(expression)
    if exact is not None:
        return exact
    numbers.append(_plain(expression))
    return 1.0


def _plain(expression: Expression) -> Expression:
    """Leave out factors of 1."""
    if not isinstance(expression, Multiplied):
        return expression
    factors = [_plain(factor) for factor in expression.factors if factor != UNIT]
    return factors[0] if len(factors) == 1 else Multiplied(tuple(factors) or (UNIT,))
