"""A formula as a SymPy expression."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from nalm.symbolic._formula._fold import Fold
from nalm.symbolic._formula._formula import Number, Sum
from nalm.symbolic._formula._functions import find_function
from nalm.symbolic._formula._names import check_names
from nalm.symbolic._formula._pi import MultipleOfPi

if TYPE_CHECKING:
    import sympy  # pyright: ignore[reportMissingTypeStubs]

    _Expr: TypeAlias = sympy.Expr
    _Writer: TypeAlias = Fold[_Expr, _Expr, _Expr, _Expr, _Expr]


def to_sympy(formula: Sum, names: Sequence[str]) -> "sympy.Expr":
    """Build the SymPy expression of a formula.

    The symbols are `Symbol(name, real=True)`, not `positive=True`: SymPy then keeps √(x²) as |x|,
    which is what the formula computes for an x of either sign. To state that an input is
    positive, replace its symbol: `expr.subs(Symbol("x", real=True), Symbol("x", positive=True))`.
    SymPy cancels on its own, so the expression can have a value where the formula has none.

    Args:
        formula: What is translated.
        names: Names of the inputs.

    Returns:
        The expression; exact numbers are `Rational` or multiples of `pi`, measured ones `Float`.

    Raises:
        InvalidValueError: If there are fewer names than inputs.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Power, Product, Sum, to_sympy
        >>> to_sympy(Sum((Product(Fraction(3, 2), (Power(0, Fraction(2)),)),)), ["x"])
        3*x**2/2
    """
    # It takes half a second, and only this function needs it.
    import sympy  # pyright: ignore[reportMissingTypeStubs]

    check_names(formula, names)
    symbols = [sympy.Symbol(name, real=True) for name in names]

    def number(value: Number) -> sympy.Expr:
        if isinstance(value, MultipleOfPi):
            # `sympy.pi` has no type; this is the same object.
            return sympy.Mul(number(value.factor), sympy.acos(-1))
        if isinstance(value, Fraction):
            return sympy.Rational(value.numerator, value.denominator)
        return sympy.Float(value)

    write: _Writer = Fold(
        number=number,
        input=symbols.__getitem__,
        call=lambda function, argument: find_function(function).sympy(argument),
        power=sympy.Pow,
        product=lambda coefficient, factors: sympy.Mul(coefficient, *factors),
        sum=lambda terms: sympy.Add(*terms),
    )
    return write(formula)
