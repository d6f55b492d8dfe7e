"""Terms smaller than rounding error, which a search may leave in a formula."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.rewriting._double_zero import has_double_zero
from nalm.discovery.rewriting._perfect_squares import root_of_square
from nalm.discovery.rewriting._properties import count_calls
from nalm.symbolic import Call, Power, Product, Sum, as_formula, evaluate

NOTHING = 1e-8
"""Largest share of a sum, on every row, of a term that is dropped."""
FAINT = 1e-6
"""Median share of a sum below which a term is ignored when its root is compared with |x|."""
SQUARE = 1e-3
"""Largest difference, in units of its largest term, of a sum from the square of another."""
STRAIGHT = 0.02
"""Size of an argument, on every row, up to which a function is straight."""
STEEP, STEEPEST = 10.0, 60.0
"""Median size of its argument from which a hyperbolic tangent is a step, and range of the argument
of an exponential, 26 powers of ten of its values, from which the exponential is one."""
TAIL = 1.5
"""Size of its argument from which a hyperbolic tangent is 1 - 2 e^(-2u), to 5 % of the second."""
INVERSE = {
    "arcsin": {"sin", "cos"}, "arccos": {"sin", "cos"}, "arctan": {"tan"}, "arcsinh": {"sinh"},
}  # fmt: skip
"""Functions of which others are the inverse in a part of their range."""
CANCELLED = 1e-3
"""Median size of a sum, in units of its largest term, below which it is refused."""


def trim(formula: Sum, x: FloatArray) -> Sum | None:
    """Drop terms that are negligible beside the others on every row.

    A sum with one term left stops being a sum: its exponent goes to the term. Where that is
    not the same function, as in √(x²) = |x| for an x of both signs, the formula is refused with
    `None`: a protected operator in disguise is not arithmetic. So is a sum whose terms nearly
    cancel, which is a limit in disguise: (x^p - x^-p) / 2p is log x.
    """
    terms = _kept(formula.terms, x)
    if terms is None:
        return None
    made = [_product(term, x) for term in terms]
    products = tuple(term for term in made if term is not None)
    return Sum(products) if len(products) == len(made) else None


def _kept(terms: tuple[Product, ...], x: FloatArray) -> tuple[Product, ...] | None:
    with np.errstate(all="ignore"):
        values = np.array([evaluate(Sum((term,)), x) for term in terms])
    if len(terms) < 2 or not np.isfinite(values).all():
        return terms
    sizes = np.abs(values)
    largest = np.maximum(sizes.max(axis=0), 1e-300)
    if sizes.any() and np.median(np.abs(values.sum(axis=0)) / largest) < CANCELLED:
        return None
    # On every row: a term that matters at one end of the data alone stays.
    share = (sizes / largest).max(axis=1)
    return tuple(term for term, part in zip(terms, share, strict=True) if part > NOTHING)


def _product(product: Product, x: FloatArray) -> Product | None:
    coefficient, powers = product.coefficient, list[Power]()
    for power in product.powers:
        if isinstance(power.base, int):
            powers.append(power)
            continue
        if isinstance(power.base, Call):
            called = _called(power.base, x)
            if called is None:
                return None
            powers.append(replace(power, base=called))
            continue
        base = trim(power.base, x)
        if base is None or not base.terms:
            return None
        only, *others = base.terms
        if others:
            own = _without_square(power, base, x)
            powers.append(_anchored(own) if isinstance(coefficient, float) else own)
            continue
        if not _distributes(only, power, x):
            return None
        coefficient = float(coefficient) * float(only.coefficient) ** float(power.exponent)
        powers += [Power(w.base, _times(w.exponent, power.exponent)) for w in only.powers]
    return None if _hides_size(powers, x) else Product(coefficient, tuple(powers))


def is_no_curve(function: str, values: FloatArray) -> bool:
    """Say whether a function has none of its bends among the rows.

    One that jumps between two rows has none: x tanh(10⁴ x) is |x|. Nor has a hyperbolic or an error
    function of which only a tail is there: it is a constant and an exponential, or a logarithm.

    Args:
        function: Its name.
        values: Of its argument on the rows.
    """
    if function in ("tanh", "erf"):
        size = np.abs(values)
        return bool(np.median(size) > STEEP or size.min() > TAIL)
    if function in ("sinh", "cosh"):
        return bool(np.ptp(values) > STEEPEST or np.abs(values).min() > TAIL)
    if function == "arcsinh":
        return bool(np.abs(values).min() > STEEP)
    return function == "exp" and bool(np.ptp(values) > STEEPEST)


def _called(call: Call, x: FloatArray) -> Call | None:
    """Trim the argument; `None` where another formula is meant.

    Of an argument next to 0 on every row, sin u is u, and e^u is 1 + u: a function that does not
    bend is none. And arccos(cos u) is |u|, as log u² is 2 log |u|.
    """
    argument = trim(call.argument, x)
    if argument is None or not argument.terms:
        return None
    with np.errstate(all="ignore"):
        values = evaluate(argument, x)
    if (np.abs(values) < STRAIGHT).all() or is_no_curve(call.function, values):
        return None
    even = call.function == "log" and (_is_even(argument, x) or has_double_zero(argument, x))
    return None if even or _undoes(call.function, argument) else Call(call.function, argument)


def _undoes(function: str, argument: Sum) -> bool:
    """Whether a function is called of its own inverse."""
    if len(argument.terms) != 1 or len(argument.terms[0].powers) != 1:
        return False
    base = argument.terms[0].powers[0].base
    return isinstance(base, Call) and base.function in INVERSE.get(function, ())


def _is_even(argument: Sum, x: FloatArray) -> bool:
    """Whether a product forgets the sign of an input that has both."""
    both = np.flatnonzero((x < 0).any(axis=0) & (x > 0).any(axis=0)).tolist()
    even = (w.base for t in argument.terms for w in t.powers if float(w.exponent) % 2 == 0)
    return len(argument.terms) == 1 and any(base in both for base in even)


def _hides_size(powers: Sequence[Power], x: FloatArray) -> bool:
    """Whether roots make |x|ᵏ, k not even, of an input of both signs: √(x⁴ + x²) = |x| √(x² + 1).

    A sum behaves near x = 0 as x^m of its lowest exponent m, its root of exponent p as |x|^(m p),
    unless it is negative there and its root has no value, as that of 1 - v²/x².
    """
    # Whole powers keep signs, so that only the others can make |x| of x.
    roots = [w for w in powers if isinstance(w.base, Sum) and float(w.exponent) % 1 != 0]
    if any(_is_size(w.base, x) for w in roots if isinstance(w.base, Sum)):
        return True
    called = [w.base for w in powers if isinstance(w.base, Call) and float(w.exponent) % 1 != 0]
    if any(has_double_zero(as_formula(call), x) for call in called):
        return True
    signed = np.flatnonzero((x < 0).any(axis=0) & (x > 0).any(axis=0)).tolist()
    seen = [_seen(w, x) for w in roots] if signed else []
    return any(
        sum(_order(w, place) for w in seen if _has_value(w, place, x)) % 2 != 0 for place in signed
    )


def _seen(root: Power, x: FloatArray) -> Power:
    """Leave out the faint terms of a root: that of x² + 10⁻⁹ is |x| on nearly all rows."""
    assert isinstance(root.base, Sum)
    with np.errstate(all="ignore"):
        sizes = np.abs([evaluate(Sum((term,)), x) for term in root.base.terms])
        share = np.median(sizes / np.maximum(sizes.max(axis=0), 1e-300), axis=1)
    # `not part < FAINT` keeps a share that is not a number.
    kept = tuple(t for t, part in zip(root.base.terms, share, strict=True) if not part < FAINT)
    return replace(root, base=Sum(kept or root.base.terms))


def _has_value(root: Power, place: int, x: FloatArray) -> bool:
    """Whether the root of a sum has a value on some row if one input goes to 0."""
    assert isinstance(root.base, Sum)
    orders = _orders(root.base, place)
    lowest = tuple(
        term for term, m in zip(root.base.terms, orders, strict=True) if m == min(orders)
    )
    with np.errstate(all="ignore"):
        return bool((evaluate(Sum(lowest), x) > 0).any())


def _is_size(base: Sum, x: FloatArray) -> bool:
    """Whether a sum is the square of one of both signs, as in √(x² - 2xy + y²) = |x - y|."""
    if count_calls(base) and has_double_zero(base, x):
        return True
    root = root_of_square(base, x, near=SQUARE)
    if root is None:
        return False
    values = evaluate(root, x)
    return bool((values < 0).any() and (values > 0).any())


def _without_square(power: Power, base: Sum, x: FloatArray) -> Power:
    """Write (x² + 2xy + y²)ᵖ as (x + y)²ᵖ, where that is the same."""
    root = root_of_square(base, x, near=NOTHING)
    # For a whole exponent r^(2p) is (r²)ᵖ in any case; a root of r² is |r|, which is r only for a
    # positive r.
    if root is None or (power.exponent % 1 != 0 and not (evaluate(root, x) > 0).all()):
        return replace(power, base=base)
    return Power(root, 2 * power.exponent)


def _order(power: Power, place: int) -> float:
    """Compute the exponent of the power of one input that this behaves as near 0."""
    if not isinstance(power.base, Sum):
        return float(power.exponent) * (power.base == place)
    return float(power.exponent) * min(_orders(power.base, place))


def _orders(base: Sum, place: int) -> list[float]:
    """Compute the exponent of the power of one input that each term behaves as near 0."""
    return [sum(_order(w, place) for w in term.powers) for term in base.terms]


def _distributes(only: Product, power: Power, x: FloatArray) -> bool:
    """Whether (c Π bᵉ)ᵖ = cᵖ Π b^(e p) on the rows."""
    # A whole power distributes over any product, a root only over factors that are positive.
    if power.exponent == round(float(power.exponent)):
        return True
    bases = (evaluate(as_formula(w.base), x) for w in only.powers)
    return float(only.coefficient) > 0 and all(bool((base > 0).all()) for base in bases)


def _times(a: Fraction | float, b: Fraction | float) -> Fraction | float:
    return a * b if isinstance(a, Fraction) and isinstance(b, Fraction) else float(a) * float(b)


def _anchored(power: Power) -> Power:
    """Make one coefficient of a sum exact beside a measured factor, if the exact one was dropped.

    Its value stays, as a fraction. Beside an exact factor it is the scale, and stays measured.
    """
    assert isinstance(power.base, Sum)
    if any(isinstance(term.coefficient, Fraction) for term in power.base.terms):
        return power
    first, *others = power.base.terms
    # A float is a fraction exactly, so that the sum has its value and one measured number less.
    exact = Product(Fraction(float(first.coefficient)), first.powers)
    return replace(power, base=Sum((exact, *others)))
