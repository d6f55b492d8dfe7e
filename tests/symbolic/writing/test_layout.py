import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.symbolic._writing._layout import (
    Factor,
    Term,
    join_terms,
    layout,
    led_by_plus,
    placed,
    rounded,
)
from tests.symbolic.strategies import EXACT, MEASURED, F, quick

ABOVE, BELOW = Factor(False, "x", "x"), Factor(True, "y", "y")


@pytest.mark.parametrize(
    ("exponent", "place"),
    [
        (F(2), (False, 2)),
        (F(0), (False, 0)),
        (F(-2), (True, 2)),
        (-0.5, (True, 0.5)),
        (0.5, (False, 0.5)),
    ],
)
def test_negative_exponents_go_below(exponent, place):
    assert placed(exponent) == place


def test_factors_keep_their_order_above_and_below():
    other = Factor(True, "z", "z")
    parts = layout(-2.5, [BELOW, ABOVE, other])
    assert parts.negative
    assert parts.coefficient == 2.5
    assert parts.above == (ABOVE,)
    assert parts.below == (BELOW, other)


@pytest.mark.parametrize(
    ("coefficient", "factors", "size"),
    [
        (F(1), [ABOVE], None),
        (F(-1), [ABOVE], None),
        (1.0, [ABOVE], None),
        (F(1), [BELOW], 1),
        (F(1), [], 1),
        (F(0), [ABOVE], 0),
    ],
)
def test_a_one_is_written_only_where_nothing_else_is(coefficient, factors, size):
    assert layout(coefficient, factors).coefficient == size


@pytest.mark.parametrize(
    ("coefficient", "factor", "above", "below"),
    [
        (F(3, 2), ABOVE, (3,), (2,)),
        (F(1, 2), ABOVE, (), (2,)),
        (F(1, 2), BELOW, (1,), (2,)),
        (F(3), ABOVE, (3,), ()),
        (2.5, ABOVE, (2.5,), ()),
        (F(1), ABOVE, (), ()),
    ],
)
def test_the_denominator_of_a_coefficient_goes_below(coefficient, factor, above, below):
    assert layout(coefficient, [factor]).constants() == (above, below)


def test_a_sum_begins_with_a_term_without_a_minus():
    a, b, c = Term(True, "x"), Term(False, "2*y"), Term(False, "3")
    assert led_by_plus((a, b, c)) == (b, a, c)
    assert led_by_plus((b, a, c)) == (b, a, c)
    assert led_by_plus((a, a)) == (a, a)
    assert led_by_plus(()) == ()


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ((), "0"),
        ((-2,), "-2"),
        ((-2, 3, -4), "3 - 2 - 4"),
        ((2, 3), "2 + 3"),
        ((-2, -3), "-2 - 3"),
    ],
)
def test_terms_are_joined_by_their_signs(numbers, text):
    assert join_terms([Term(number < 0, str(abs(number))) for number in numbers]) == text


def test_measured_numbers_are_rounded_and_exact_ones_are_not():
    assert rounded(1.23456, digits=3) == 1.23
    assert rounded(0.99999, digits=3) == 1.0
    assert rounded(F(10001, 10000), digits=3) == F(10001, 10000)


@quick
@given(EXACT | MEASURED | st.floats(allow_nan=False))
def test_seventeen_digits_are_all(number):
    assert rounded(number, digits=17) == number
