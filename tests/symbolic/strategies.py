"""Random formulas and the inputs to compute them on."""

from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from nalm.symbolic import Call, MultipleOfPi, Power, Product, Sum
from tests._tiers import examples

INPUTS = 3
NAMES = ["x", "y", "z"]
F = Fraction

quick = examples(40)  # formulas are large: some milliseconds each

WHOLE = st.integers(-3, 3).map(F)
EXACT = st.fractions(-3, 3, max_denominator=3)
OF_PI = EXACT.filter(bool).map(MultipleOfPi)
MEASURED = st.floats(-3, 3).filter(lambda number: number == 0 or abs(number) > 1e-3)


def term(coefficient, *powers):
    """Write `term(2, (0, 1), (inner, F(1, 2)))` for 2 x₀ √inner; whole numbers are exact."""
    return Product(_number(coefficient), tuple(Power(b, _number(e)) for b, e in powers))


def plus(*terms):
    """Write `plus(term(…), term(…))` for a sum."""
    return Sum(terms)


def _number(number):
    return F(number) if isinstance(number, int) else number


FUNCTIONS = ("exp", "log", "sin", "cos", "tan", "tanh", "arcsin", "arccos", "arctan", "erf")
GROWING = ("exp", "tanh", "arctan")  # well conditioned, and positive for positive arguments


def call(function, *terms):
    """Write `call("exp", term(…))` for a function of a sum."""
    return Call(function, Sum(terms))


def formulas(
    *,
    coefficients=EXACT | OF_PI | MEASURED,
    exponents=EXACT | MEASURED,
    depth=2,
    constant=True,
    functions=FUNCTIONS,
):
    """Draw sums of up to three products of up to three powers, `depth` sums inside each other.

    Some sums are a function's argument.
    """
    bases = st.integers(0, INPUTS - 1)
    if depth > 1:
        inner = formulas(
            coefficients=coefficients, exponents=exponents, depth=depth - 1, functions=functions
        ).filter(lambda formula: formula.terms)
        bases = bases | inner
        if functions:
            bases = bases | st.builds(Call, st.sampled_from(functions), inner)
    powers = st.lists(st.builds(Power, bases, exponents), min_size=not constant, max_size=3)
    products = st.builds(Product, coefficients, powers.map(tuple))
    return st.lists(products, max_size=3).map(lambda terms: Sum(tuple(terms)))


POSITIVE_EXACT = st.fractions(F(1, 4), 3, max_denominator=4)
POSITIVE = POSITIVE_EXACT | st.floats(0.25, 3)


def smooth_formulas():
    """Draw formulas of positive terms: well conditioned for positive inputs."""
    return formulas(coefficients=POSITIVE, functions=GROWING)


@st.composite
def tables(draw, *, positive=None, rows=8):
    """Draw inputs of both signs, away from 0; those that are `positive` from 0.5 to 2."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    x = random.uniform(0.5, 2, (rows, INPUTS))
    signs = random.choice([-1.0, 1.0], (rows, INPUTS))
    return np.where([True] * INPUTS if positive is None else positive, x, x * signs)
