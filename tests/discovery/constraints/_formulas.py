"""Random formulas of two inputs, and forms without constants as formulas."""

from fractions import Fraction

from hypothesis import strategies as st

from nalm.symbolic import Call, Power, Product, Sum, read_form

NUMBERS = st.floats(-3, 3).map(lambda value: round(value, 3))
EXPONENTS = st.sampled_from([Fraction(1), Fraction(2), Fraction(-1), 0.5, -0.5, Fraction(3), 1.37])
FUNCTIONS = st.sampled_from(
    ["exp", "log", "sin", "cos", "sinh", "cosh", "tanh", "arctan", "arcsinh", "erf"]
)


def _sums(bases):
    powers = st.lists(st.builds(Power, bases, EXPONENTS), min_size=0, max_size=2).map(tuple)
    terms = st.lists(st.builds(Product, NUMBERS, powers), min_size=1, max_size=3).map(tuple)
    return st.builds(Sum, terms)


def formulas():
    """Sums of products of powers of inputs, sums and functions."""
    flat = _sums(st.sampled_from([0, 1]))
    inner = st.one_of(st.sampled_from([0, 1]), flat, st.builds(Call, FUNCTIONS, flat))
    return _sums(inner)


def formula(text, names=("x",)):
    """Read a form whose numbers are all written."""
    form = read_form(text, names)
    assert not form.constants
    return form.formula
