from fractions import Fraction

from nalm.discovery.rewriting._inner_terms import without_inner_terms
from tests.discovery._laws import formula, term

ONE, X, Y = term(Fraction(1)), term(2.0, (0, 1)), term(3.0, (1, 1))


def test_each_term_of_each_inner_sum_is_left_out_once():
    pair = formula(ONE, X)
    nested = formula(Y, term(4.0, (pair, -1)))
    law = formula(X, term(5.0, (nested, Fraction(1, 2)), (0, 2)))

    def outer(base):
        return formula(X, term(5.0, (base, Fraction(1, 2)), (0, 2)))

    made = [
        outer(formula(Y, term(4.0, (formula(X), -1)))),
        outer(formula(Y, term(4.0, (formula(ONE), -1)))),
        outer(formula(term(4.0, (pair, -1)))),
        outer(formula(Y)),
    ]
    assert list(without_inner_terms(law)) == made
    assert list(without_inner_terms(law, where=lambda power: power.exponent == -1)) == made[:2]


def test_a_formula_without_inner_sums_has_no_inner_terms():
    assert list(without_inner_terms(formula(X, Y))) == []
