import pytest
from hypothesis import given

from nalm.symbolic import Power
from nalm.symbolic._writing._layout import join_terms, layout, led_by_plus, rounded
from tests.symbolic.strategies import F, formulas, plus, quick, term


def test_negative_exponents_go_below():
    parts = layout(term(-2.5, (0, 1), (1, -2), (2, -0.5)))
    assert parts.negative
    assert parts.coefficient == 2.5
    assert parts.above == (Power(0, F(1)),)
    assert parts.below == (Power(1, F(2)), Power(2, 0.5))


@pytest.mark.parametrize(
    ("product", "coefficient"),
    [
        (term(1, (0, 1)), None),
        (term(-1, (0, 1)), None),
        (term(1.0, (0, 1)), None),
        (term(1, (0, -1)), 1),
        (term(1), 1),
        (term(0, (0, 1)), 0),
    ],
)
def test_a_one_is_written_only_where_nothing_else_is(product, coefficient):
    assert layout(product).coefficient == coefficient


@pytest.mark.parametrize(
    ("product", "above", "below"),
    [
        (term(F(3, 2), (0, 1)), (3,), (2,)),
        (term(F(1, 2), (0, 1)), (), (2,)),
        (term(F(1, 2), (0, -1)), (1,), (2,)),
        (term(F(3), (0, 1)), (3,), ()),
        (term(2.5, (0, 1)), (2.5,), ()),
        (term(1, (0, 1)), (), ()),
    ],
)
def test_the_denominator_of_a_coefficient_goes_below(product, above, below):
    assert layout(product).constants() == (above, below)


def test_a_sum_begins_with_a_term_without_a_minus():
    a, b, c = term(-1, (0, 1)), term(2, (1, 1)), term(3)
    assert led_by_plus((a, b, c)) == (b, a, c)
    assert led_by_plus((b, a, c)) == (b, a, c)
    assert led_by_plus((a, a)) == (a, a)
    assert led_by_plus(()) == ()


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (plus(), "0"),
        (plus(term(-2)), "-2"),
        (plus(term(-2), term(3), term(-4)), "3 - 2 - 4"),
        (plus(term(2), term(3)), "2 + 3"),
        (plus(term(-2), term(-3)), "-2 - 3"),
    ],
)
def test_terms_are_joined_by_their_signs(formula, text):
    assert join_terms(formula, lambda product: str(abs(product.coefficient))) == text


def test_measured_numbers_are_rounded_and_exact_ones_are_not():
    inner = plus(term(1.23456, (0, 7.77777)))
    formula = plus(term(F(10001, 10000), (inner, F(1, 3)), (1, 0.99999)))
    inner = plus(term(1.23, (0, 7.78)))
    assert rounded(formula, digits=3) == plus(term(F(10001, 10000), (inner, F(1, 3)), (1, 1.0)))


@quick
@given(formulas())
def test_seventeen_digits_are_all(formula):
    assert rounded(formula, digits=17) == formula
