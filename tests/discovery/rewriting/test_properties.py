from fractions import Fraction

import pytest

from nalm.discovery.rewriting._properties import (
    constants_of_logarithms,
    count_calls,
    further_logarithms,
    has_measured_exponents,
    has_neat_exponents,
    is_flexible,
    is_product,
    largest_exponent,
    numbers_of,
    skeleton,
)
from nalm.symbolic import Call, parameters
from tests.discovery._laws import formula, term

SQUARE = formula(term(1.0, (0, 2)))
LINE = formula(term(1.0), term(1.0, (0, 1)))
FREE = formula(term(1.0, (0, 1.5)))
SATURATED = formula(term(2.0, (0, 1), (formula(term(Fraction(1)), term(0.5, (0, 1))), -1)))


def test_numbers_come_in_the_order_of_parameters():
    measured = [n for n, _ in numbers_of(SATURATED) if isinstance(n, float)]
    assert measured == parameters(SATURATED).tolist()


def test_kinds_of_formula():
    root = formula(term(1.0, (LINE, Fraction(1, 2))))
    assert [is_product(each) for each in (SQUARE, FREE, LINE, root)] == [True, True, False, False]
    measured = [has_measured_exponents(each) for each in (SQUARE, FREE, root)]
    assert measured == [False, True, False]
    assert has_measured_exponents(formula(term(1.0, (FREE, 1))))


def test_neat_exponents_are_halves_and_those_of_sums_small():
    def inside(exponent):
        return formula(term(1.0, (LINE, exponent)))

    half, third = Fraction(1, 2), Fraction(1, 3)
    neat = [SQUARE, formula(term(1.0, (0, -12))), inside(half), inside(Fraction(-3, 2)), inside(2)]
    assert all(map(has_neat_exponents, neat))
    odd = [FREE, formula(term(1.0, (0, third))), inside(third), inside(3), inside(0.5)]
    odd += [formula(term(1.0, (inside(third), 2)))]
    assert not any(map(has_neat_exponents, odd))


def test_the_largest_exponent_of_all_sums():
    inner = formula(term(Fraction(1)), term(2.0, (0, -3)))
    assert largest_exponent(formula(term(1.0, (0, 2), (inner, 0.5)))) == 3
    assert largest_exponent(formula(term(1.0))) == 0


def test_what_calls_a_function():
    """However deep it stands; an argument may call another."""
    cosine = Call("cos", LINE)
    inside = formula(term(1.0), term(1.0, (cosine, 2)))
    assert count_calls(formula(term(1.0, (inside, Fraction(1, 2))))) == 1
    assert count_calls(formula(term(1.0, (Call("exp", inside), 1)), term(2.0, (cosine, 1)))) == 3
    assert not count_calls(formula(term(1.0, (LINE, Fraction(1, 2))), term(2.0)))


@pytest.mark.parametrize(
    ("beside", "count"),
    [
        pytest.param(term(2.0, (Call("log", LINE), 1)), 1, id="a log u"),
        pytest.param(term(2.0, (Call("log", LINE), 2)), 0, id="its square"),
        pytest.param(term(2.0, (Call("log", LINE), 1), (0, 1)), 0, id="another factor"),
        pytest.param(term(2.0, (Call("exp", LINE), 1)), 0, id="another function"),
    ],
)
def test_a_constant_beside_a_logarithm_is_part_of_its_argument(beside, count):
    both = formula(term(3.0), beside)
    assert constants_of_logarithms(both) == count
    assert constants_of_logarithms(formula(term(1.0, (both, -2)), term(1.0))) == count
    assert constants_of_logarithms(formula(beside)) == 0


def test_logarithms_beside_one_another_are_one():
    logarithms = [term(2.0, (Call("log", formula(term(1.0, (k, 1)))), 1)) for k in range(3)]
    assert [further_logarithms(formula(*logarithms[:k])) for k in range(4)] == [0, 0, 1, 2]
    squared = term(1.0, (Call("log", SQUARE), 2))
    assert further_logarithms(formula(logarithms[0], squared)) == 0
    assert further_logarithms(formula(term(1.0, (formula(*logarithms), -1)))) == 2


def test_a_sum_with_unusual_exponents_is_flexible():
    third = Fraction(1, 3)
    assert is_flexible(formula(term(1.0, (0, third)), term(2.0)))
    assert not is_flexible(formula(term(1.0, (0, Fraction(1, 2))), term(2.0)))
    assert not is_flexible(formula(term(1.0, (0, third))))


def test_a_product_beside_a_neat_formula_of_other_inputs_is_not_flexible():
    decay = (Call("exp", formula(term(-0.4, (1, 1)))), 1)
    assert not is_flexible(formula(term(1.0, (0, 0.26), decay)))
    assert not is_flexible(
        formula(term(1.0, (0, 0.26), (formula(term(1.0, (1, 1)), term(2.0)), -1)))
    )
    assert is_flexible(formula(term(1.0, (1, 0.26), decay)))
    assert is_flexible(formula(term(1.0, (0, 0.26), decay), term(1.0)))
    assert is_flexible(formula(term(1.0, (0, 2), (formula(term(1.0, (1, 0.3)), term(2.0)), -1))))


def test_a_skeleton_has_no_coefficients():
    def shifted(number, exponent=-1):
        return formula(
            term(2.0, (0, 1), (formula(term(Fraction(1), (1, 1)), term(number)), exponent))
        )

    assert skeleton(shifted(0.998)) == skeleton(shifted(Fraction(1)))
    others = [shifted(1.0, 2), SQUARE, LINE, formula(term(1.0, (Call("exp", LINE), 1)))]
    assert len({skeleton(each) for each in (shifted(1.0), *others)}) == 5
