from hypothesis import given

from nalm.symbolic import Call, Fold, Power, Product, Sum, parameters
from nalm.symbolic._formula._fold import with_numbers
from tests.symbolic.strategies import F, formulas, plus, quick, term

INNER = plus(term(3, (1, 2)), term(0.5))
FORMULA = plus(term(2.5, (0, 1), (INNER, F(1, 2))), term(7))

WRITTEN = Fold(
    number=str,
    input=lambda index: f"x{index}",
    call="{}{}".format,
    power=lambda base, exponent: f"{base}^{exponent}",
    product=lambda coefficient, powers: "*".join([coefficient, *powers]),
    sum=lambda terms: f"({' + '.join(terms)})",
)
SAME = Fold(
    number=lambda number: number,
    input=lambda index: index,
    call=Call,
    power=Power,
    product=lambda coefficient, powers: Product(coefficient, tuple(powers)),
    sum=lambda terms: Sum(tuple(terms)),
)


def test_every_part_is_given_what_became_of_its_parts():
    assert WRITTEN(FORMULA) == "(2.5*x0^1*(3*x1^2 + 0.5)^1/2 + 7)"


def test_a_term_and_a_factor_can_be_folded_by_themselves():
    assert WRITTEN.of_product(FORMULA.terms[1]) == "7"
    assert WRITTEN.of_power(FORMULA.terms[0].powers[1]) == "(3*x1^2 + 0.5)^1/2"


def test_nothing_becomes_of_a_sum_without_terms_but_the_sum():
    assert WRITTEN(plus()) == "()"


@quick
@given(formulas())
def test_a_formula_can_be_built_again_from_its_parts(formula):
    assert repr(SAME(formula)) == repr(formula)


@quick
@given(formulas())
def test_numbers_come_in_the_order_of_the_parameters(formula):
    folded, replaced = [], []
    count = Fold(
        number=folded.append,
        input=lambda index: 0,
        call=lambda function, argument: 0,
        power=lambda base, exponent: 0,
        product=lambda coefficient, powers: 0,
        sum=lambda terms: 0,
    )
    count(formula)
    with_numbers(formula, lambda number: replaced.append(number) or number)
    for numbers in (folded, replaced):
        measured = [number for number in numbers if isinstance(number, float)]
        assert measured == parameters(formula).tolist()


def test_every_number_is_replaced_and_nothing_else():
    inner = plus(term(4, (1, 3)), term(1.5))
    expected = plus(term(3.5, (0, 2), (inner, F(3, 2))), term(8))
    assert with_numbers(FORMULA, lambda number: number + 1) == expected
