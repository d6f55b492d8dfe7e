from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.rewriting._trim import trim
from nalm.symbolic import Call, evaluate, parameters, simplify
from tests.discovery._laws import formula, term

POSITIVE = np.random.default_rng(0).uniform(1, 3, (20, 2))
SIGNED = np.random.default_rng(0).uniform(-3, 3, (20, 2))
HALF = Fraction(1, 2)
X, Y = term(1.0, (0, 1)), term(2.0, (1, 1))


def test_what_adds_something_stays():
    both = formula(X, Y)
    assert trim(both, SIGNED) == both
    root = formula(term(1.0, (formula(term(Fraction(1)), term(0.5, (0, 2))), HALF)))
    assert trim(root, SIGNED) == root


def test_a_negligible_term_is_dropped():
    assert trim(formula(X, term(1e-9, (1, 1))), POSITIVE) == formula(X)
    assert trim(formula(term(1e-9, (1, 1)), X), POSITIVE) == formula(X)


def test_a_term_that_counts_on_one_row_stays():
    rows = np.vstack([POSITIVE, [[1.0, 1e4]]])
    both = formula(X, term(1e-9, (1, 1)))
    assert trim(both, rows) == both


def test_a_root_of_one_term_is_resolved_where_the_inputs_are_positive():
    inner = formula(term(Fraction(4), (0, 2)), term(1e-12))
    made = trim(formula(term(3.0, (inner, HALF))), POSITIVE)
    assert made == formula(term(6.0, (0, 1)))
    assert np.allclose(evaluate(made, POSITIVE), 6 * POSITIVE[:, 0])


@pytest.mark.parametrize("inner", [term(Fraction(4), (0, 2)), term(Fraction(-4), (0, 1))])
def test_the_absolute_value_in_disguise_is_refused(inner):
    assert trim(formula(term(3.0, (formula(inner, term(1e-12)), HALF))), SIGNED) is None


@pytest.mark.parametrize("constant", [1e-8, 1e-3])
def test_the_absolute_value_but_for_very_few_rows_is_refused(constant):
    """The term is not negligible on the rows next to 0, and it is nothing on most."""
    base = formula(term(Fraction(1), (0, 2)), term(constant))
    rows = np.concatenate([SIGNED, [[1e-3, 1.0]]])
    made = trim(formula(term(3.0, (0, 2), (base, -HALF))), rows)
    assert (made is None) == (constant < 1e-6)


def square(exponent, place=0):
    """1 + 2 x^exponent, as a base."""
    return formula(term(Fraction(1)), term(2.0, (place, exponent)))


@pytest.mark.parametrize(
    "powers",
    [
        [(formula(term(1.0, (0, 4)), term(Fraction(1), (0, 2))), HALF)],
        [(square(-2), -HALF)],  # |x| / √(x² + 2)
        [(square(-2), -HALF), (square(2), HALF)],
        [(square(-2), HALF), (0, 2)],
        [(formula(term(1.0, (square(-2), HALF)), term(Fraction(1), (0, 2))), 1 + HALF)],
    ],
)
def test_roots_that_hold_the_size_of_an_input_are_refused(powers):
    assert trim(formula(term(3.0, *powers)), SIGNED) is None
    assert trim(formula(term(3.0, *powers)), POSITIVE) is not None


@pytest.mark.parametrize(
    "powers",
    [
        [(square(-4), HALF)],  # √(x⁴ + 2) / x²
        [(square(-2), HALF), (square(-2), -HALF - 1), (0, 1)],
        [(square(-2), HALF), (formula(term(1.0, (0, 4)), term(Fraction(1), (0, 2))), HALF)],
        [(formula(term(1.0, (0, -4)), term(Fraction(1), (0, -2))), HALF)],
    ],
)
def test_roots_that_go_smoothly_through_zero_stay(powers):
    assert trim(formula(term(3.0, *powers)), SIGNED) == formula(term(3.0, *powers))


@pytest.mark.parametrize(("first", "second"), [(1.0, -1.0), (-2.0, 1.0)])
def test_a_root_without_a_value_near_zero_hides_no_size(first, second):
    base = formula(term(first), term(Fraction(round(second)), (0, 2), (1, -2)))
    law = formula(term(1.0, (base, -HALF)))
    rows = np.random.default_rng(0).uniform(-3, 3, (400, 2))
    rows = rows[evaluate(base, rows) > 0]
    assert (trim(law, rows) is None) == (second > 0)  # then it is |y| √(1 / (x² - 2y²)) for y


def polynomial(*coefficients):
    """c₀ x² + c₁ xy + c₂ y²."""
    first, second, third = coefficients
    return formula(term(Fraction(first), (0, 2)), term(second, (0, 1), (1, 1)), term(third, (1, 2)))


@pytest.mark.parametrize("root", [HALF, -HALF, Fraction(3, 2), 0.4999])
def test_the_root_of_a_square_is_refused(root):
    rows = np.random.default_rng(0).uniform(0, 3, (120, 2))
    assert trim(formula(term(1.0, (polynomial(1, -2.0, 1.0), root))), rows) is None
    apart = rows + np.array([4.0, 0.0])
    assert trim(formula(term(1.0, (polynomial(1, -2.0, 1.0), root))), apart) is not None


@pytest.mark.parametrize("coefficients", [(1, 0.0, -1.0), (1, -1.9, 1.0), (1, -2.5, 1.0)])
def test_roots_that_end_at_zero_or_pass_it_by_stay(coefficients):
    rows = np.random.default_rng(0).uniform(0, 3, (400, 2))
    rows = rows[evaluate(polynomial(*coefficients), rows) > 0]
    law = formula(term(1.0, (polynomial(*coefficients), HALF)))
    assert trim(law, rows) is not None


def test_distances_stay():
    rows = np.random.default_rng(0).uniform(1, 5, (1000, 4))
    squares = [term(Fraction(1), (0, 2)), *(term(1.0, (k, 2)) for k in (1, 2, 3))]
    base = formula(*squares, term(-2.0, (0, 1), (1, 1)), term(-2.0, (2, 1), (3, 1)))
    assert trim(formula(term(1.0, (base, HALF))), rows) is not None


@pytest.mark.parametrize("off", [1.0, 1.0005])
def test_the_root_of_the_square_of_three_terms_is_refused(off):
    rows = np.random.default_rng(0).uniform(0, 3, (60, 2))
    base = formula(  # (x - 2 y + 1)²
        term(Fraction(1), (0, 2)), term(4.0 * off, (1, 2)), term(1.0), term(-4.0, (0, 1), (1, 1)),
        term(2.0, (0, 1)), term(-4.0, (1, 1)),
    )  # fmt: skip
    assert trim(formula(term(1.0, (base, HALF))), rows) is None


@pytest.mark.parametrize("power", [HALF, -HALF, 2, Fraction(-3, 2)])
def test_powers_of_a_square_are_written_as_those_of_its_root(power):
    law = formula(term(3.0, (polynomial(1, 4.0, 4.0), power)))
    ((made,),) = (each.powers for each in trim(law, POSITIVE).terms)
    assert made.exponent == 2 * power
    assert len(made.base.terms) == 2
    assert np.allclose(evaluate(trim(law, POSITIVE), POSITIVE), evaluate(law, POSITIVE))


def test_whole_powers_of_a_square_of_any_sign_are_written_so_as_well():
    law = formula(term(3.0, (polynomial(1, -4.0, 4.0), -1)))
    ((made,),) = (each.powers for each in trim(law, SIGNED).terms)
    assert made.exponent == -2


def test_whole_powers_of_one_term_are_resolved_for_every_sign():
    inner = formula(term(Fraction(-2), (0, 3)), term(1e-12))
    made = trim(formula(term(1.0, (inner, Fraction(2)))), SIGNED)
    assert np.allclose(evaluate(made, SIGNED), 4 * SIGNED[:, 0] ** 6)


@pytest.mark.parametrize("exponents", [(2, HALF), (4, Fraction(1, 4)), (Fraction(2), -HALF)])
def test_the_size_of_a_sum_is_not_written_as_the_sum(exponents):
    """√((x - y)²) is x - y only where that is positive."""
    inner, outer = exponents
    difference = formula(term(Fraction(1), (0, 1)), term(Fraction(-1), (1, 1)))
    size = formula(term(2.0, (formula(term(Fraction(1), (difference, inner))), outer)))
    made = trim(size, SIGNED)
    assert made is None or np.allclose(evaluate(made, SIGNED), evaluate(size, SIGNED))
    rows = np.column_stack([POSITIVE[:, 0] + 3, POSITIVE[:, 1]])
    assert np.allclose(evaluate(trim(size, rows), rows), evaluate(size, rows))


def test_a_logarithm_in_disguise_is_refused():
    p = 1e-4
    log = formula(term(1 / (2 * p), (0, p)), term(-1 / (2 * p), (0, -p)))
    assert np.allclose(evaluate(log, POSITIVE), np.log(POSITIVE[:, 0]), atol=1e-6)
    assert trim(log, POSITIVE) is None
    assert trim(formula(term(1.0, (log, Fraction(1, 3))), X), POSITIVE) is None


def test_a_difference_that_does_not_cancel_stays():
    difference = formula(X, term(-1.0, (1, 1)))
    assert trim(difference, SIGNED) == difference


def test_a_base_keeps_one_exact_coefficient():
    inner = formula(term(Fraction(1), (0, -8)), term(1e12, (0, 1)), term(3e12, (1, 1)))
    made = trim(formula(term(1.0, (inner, HALF))), POSITIVE)
    (power,) = made.terms[0].powers
    assert len(power.base.terms) == 2
    assert isinstance(power.base.terms[0].coefficient, Fraction)
    assert np.allclose(
        evaluate(made, POSITIVE), evaluate(formula(term(1.0, (inner, HALF))), POSITIVE)
    )


def test_a_base_of_nothing_is_refused():
    empty = formula(term(1.0, (0, 1)), term(Fraction(1), (0, 2)))
    assert trim(formula(term(1.0, (empty, HALF))), np.zeros((3, 1))) is None


def test_what_has_no_value_is_left_for_the_judge():
    pole = formula(term(1.0, (0, -1)), X)
    assert trim(pole, np.zeros((3, 1))) == pole


U = formula(term(1.0, (0, 1)))
DISGUISES = {
    "log(x²)": Call("log", formula(term(1.0, (0, 2)))),
    "log((x - y)²)": Call("log", formula(term(1.0, (formula(X, term(-1.0, (1, 1))), 2)))),
    "arccos(cos u)": Call("arccos", formula(term(1.0, (Call("cos", U), 1)))),
    "arcsin(cos u)": Call("arcsin", formula(term(1.0, (Call("cos", U), 1)))),
    "arctan(tan u)": Call("arctan", formula(term(1.0, (Call("tan", U), 1)))),
    "arcsinh(sinh u)": Call("arcsinh", formula(term(1.0, (Call("sinh", U), 1)))),
    "tanh(10⁴ x)": Call("tanh", formula(term(1e4, (0, 1)))),
    "erf(10⁴ x)": Call("erf", formula(term(1e4, (0, 1)))),
    "sin of almost nothing": Call("sin", formula(term(1e-3, (0, 1)))),
    "exp of almost nothing": Call("exp", formula(term(1e-3, (0, 1)))),
    "arcsin(√(1 - cos² u))": Call(
        "arcsin", formula(term(1.0, (formula(term(Fraction(1)), term(-1.0, (Call("cos", U), 2))),
                                     HALF)))
    ),
}  # fmt: skip


@pytest.mark.parametrize("call", DISGUISES.values(), ids=DISGUISES)
def test_a_function_that_is_another_formula_is_refused(call):
    assert trim(formula(term(2.0, (call, 1))), SIGNED) is None
    assert trim(formula(term(1.0), term(2.0, (call, 1))), SIGNED) is None


@pytest.mark.parametrize(
    "call",
    [
        Call("log", formula(term(1.0, (0, 2)), term(0.5))),
        Call("log", formula(term(1.0, (0, 2)), term(1.0, (1, 2)))),
        Call("arcsin", formula(term(0.5, (Call("sin", U), 1), (1, -1)))),
        Call("tanh", formula(term(2.0, (0, 1)))),
        Call("sin", formula(term(0.1, (0, 1)))),
    ],
)
def test_a_function_that_bends_stays(call):
    whole = formula(term(2.0, (call, 1)))
    assert trim(whole, SIGNED) == whole


def test_of_a_positive_input_the_logarithm_of_a_square_is_one():
    whole = formula(term(2.0, (DISGUISES["log(x²)"], 1)))
    assert trim(whole, POSITIVE) == whole


def test_an_argument_is_trimmed():
    call = Call("exp", formula(term(0.5, (0, 1)), term(1e-12, (1, 1))))
    assert trim(formula(term(2.0, (call, 1))), POSITIVE) == formula(
        term(2.0, (Call("exp", formula(term(0.5, (0, 1)))), 1))
    )


def test_a_root_of_a_sine_that_is_a_size_is_refused():
    call = Call("sin", formula(term(0.2, (0, 2))))
    assert trim(formula(term(2.0, (call, HALF))), SIGNED) is None
    whole = formula(term(2.0, (call, HALF)))
    assert trim(whole, POSITIVE) == whole


@pytest.mark.parametrize(("offset", "bends"), [(0.0, True), (3.0, False)])
def test_of_a_hyperbolic_tangent_the_bend_has_to_be_there(offset, bends):
    call = Call("tanh", formula(term(0.5, (0, 1)), term(offset)))
    assert (trim(formula(term(2.0, (call, 1))), POSITIVE) is not None) == bends


@pytest.mark.parametrize(("rate", "bends"), [(1.0, True), (100.0, False)])
def test_an_inverse_hyperbolic_sine_of_large_arguments_is_a_logarithm(rate, bends):
    call = Call("arcsinh", formula(term(rate, (0, 1))))
    assert (trim(formula(term(2.0, (call, 1))), POSITIVE) is not None) == bends


@pytest.mark.parametrize("exponent", [-3, -2, -1, Fraction(-1, 2), Fraction(1, 2), 2, 3])
def test_the_scale_of_a_sum_beside_an_exact_factor_stays_measured(exponent):
    """1/y, y² or √y is a sum with measured terms: y has as many measured numbers."""
    inner = formula(term(0.2887), term(0.8793, (0, 1)))
    trimmed = trim(formula(term(Fraction(1), (inner, exponent))), np.linspace(1, 5, 9)[:, None])
    assert len(parameters(simplify(trimmed))) == 2


def test_beside_a_measured_factor_one_term_of_a_sum_is_exact():
    inner = formula(term(0.2887), term(0.8793, (0, 1)))
    trimmed = trim(formula(term(2.5, (inner, -2))), np.linspace(1, 5, 9)[:, None])
    assert len(parameters(trimmed)) == 2
