from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery import Noise
from nalm.discovery.problem._problem import Dimensions
from nalm.discovery.scoring._judge import judge
from nalm.discovery.verdict._exponent_error import exponent_error, raised_error
from nalm.symbolic import Call, parameters
from tests.discovery._laws import formula, problem, table, term
from tests.discovery._measured import USUAL

HALVES = formula(term(1.0, (0, Fraction(3, 2)), (1, -1)))
FREE = formula(term(1.0, (0, 1.4), (1, -0.9)))


def error(candidate, data, noise=Noise.CONSTANT):
    judged = judge(candidate, data, outer=data, noises=(noise,))
    assert judged is not None
    return exponent_error(judged, data)


def law(a, b):
    return 2 * a**1.5 / b


@pytest.mark.parametrize("noise", USUAL)
@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_error_of_the_fit_with_all_exponents_measured(seed, noise):
    data = table(law, [(1, 4), (1, 3)], relative=0.03, seed=seed)
    fit = judge(FREE, data, outer=data, noises=(noise,)).fit
    expected = np.sqrt(np.diag(fit.covariance))[1:].max()
    assert error(HALVES, data, noise) == pytest.approx(expected, rel=0.1)


@given(st.floats(-30, 30), st.floats(-30, 30))
def test_units_of_the_columns_change_nothing(x, y):
    data = table(law, [(1, 4), (1, 3)], relative=0.03)
    scaled = problem(data.x * [10**x, 1], data.y * 10**y)
    assert error(HALVES, scaled) == pytest.approx(error(HALVES, data), rel=1e-6)


def test_rows_count_by_their_weights():
    data = table(law, [(1, 4), (1, 3)], rows=30, relative=0.03)
    twice = problem(np.vstack([data.x] * 2), np.tile(data.y, 2))
    weight = np.where(np.arange(60) < 30, 1.0, 1e-12)
    heavy = problem(twice.x, np.where(weight == 1, twice.y, 9.0), weight=weight)
    rows, spare = np.sqrt([60 - 3, 30 - 3])
    assert error(HALVES, heavy) * rows == pytest.approx(error(HALVES, data) * spare, rel=0.01)


def test_a_row_where_the_product_is_0_says_nothing():
    data = table(law, [(1, 4), (1, 3)], rows=30, relative=0.03)
    more = problem(np.vstack([data.x, [[0.0, 2.0]]]), np.append(data.y, 0.0))
    rows, spare = np.sqrt([31 - 3, 30 - 3])
    assert error(HALVES, more) * rows == pytest.approx(error(HALVES, data) * spare, rel=1e-6)


def test_signs_of_the_inputs_do_not_matter():
    data = table(lambda a, b: 2 * a / b, [(1, 4), (1, 3)], relative=0.03)
    flipped = problem(-data.x, data.y)
    product = formula(term(1.0, (0, 1), (1, -1)))
    assert error(product, flipped) == pytest.approx(error(product, data))


def test_too_few_rows_and_inputs_that_vary_together_leave_it_open():
    few = table(law, [(1, 4), (1, 3)], rows=3, relative=0.03)
    assert error(HALVES, few) == np.inf
    x = np.linspace(1, 2, 20)
    together = problem(np.column_stack([x, 2 * x]), x**0.5 + 0.01 * np.cos(9 * x))
    assert error(HALVES, together) == np.inf


def test_what_units_decide_needs_no_rows():
    """The period of a pendulum, on one planet: only sqrt(l / g) is a time."""
    units = Dimensions(
        inputs=((Fraction(1), Fraction(1)), (Fraction(0), Fraction(-2))),
        target=(Fraction(0), Fraction(1)),
    )
    random = np.random.default_rng(0)
    length = random.uniform(0.5, 2, 12)
    x = np.column_stack([length, np.full(12, 9.81)])
    y = 2 * np.pi * np.sqrt(length / 9.81) * (1 + 0.2 * random.standard_normal(12))
    root = formula(term(6.0, (0, Fraction(1, 2)), (1, Fraction(-1, 2))))
    assert error(root, problem(x, y)) == np.inf
    assert error(root, problem(x, y, dimensions=units)) == 0


def test_units_leave_the_direction_of_a_ratio_open():
    units = Dimensions(inputs=((Fraction(1), Fraction(1)),), target=(Fraction(1),))
    data = table(lambda a, b: a**2 / b, [(1, 4), (1, 3)], relative=0.03)
    square = formula(term(1.0, (0, 2), (1, -1)))
    bound = error(square, problem(data.x, data.y, dimensions=units))
    assert 0 < bound < error(square, data)


def test_a_constant_has_no_exponents():
    assert error(formula(term(1.0)), table(law, [(1, 4), (1, 3)])) == 0


def arrhenius(exponent, beside=()):
    """c x^w exp(-b/x)."""
    rate = Call("exp", formula(term(-3.0, (0, -1))))
    powers = [(0, exponent)] if exponent else []
    return formula(term(2.0, *powers, (rate, 1), *beside))


@pytest.mark.parametrize("scale", [1.0, 1e-9, 1e9])
def test_an_exponent_beside_a_function_has_the_error_of_a_fit(scale):
    data = table(lambda a: scale * np.exp(-3 / a), [(1, 4)], relative=0.01)
    fit = judge(arrhenius(0.01), data, outer=data, noises=(Noise.RELATIVE,)).fit
    measured = [k for k, n in enumerate(parameters(fit.formula)) if abs(n) < 0.5]
    expected = np.sqrt(np.diag(fit.covariance))[measured].max()
    assert error(arrhenius(0), data, Noise.RELATIVE) == pytest.approx(expected, rel=0.1)


def test_a_row_where_the_function_is_0_is_no_harm():
    sine = formula(term(2.0, (0, 1), (Call("sin", formula(term(1.7, (1, 1)))), 1)))
    data = table(lambda a, b: 2 * a * np.sin(1.7 * b), [(1, 4), (0.1, 6)], constant=0.02)
    more = problem(np.vstack([data.x, [[2.0, 0.0]]]), np.append(data.y, 0.0))
    assert error(sine, more) == pytest.approx(error(sine, data), rel=0.05)


def test_a_narrow_range_leaves_it_open():
    narrow, wide = (
        table(lambda a: np.exp(-3 / a), [ends], rows=100, relative=0.01)
        for ends in ((3, 4), (0.5, 5))
    )
    assert (
        error(arrhenius(0), narrow, Noise.RELATIVE)
        > 0.1
        > error(arrhenius(0), wide, Noise.RELATIVE)
    )


# ── Exponents of sums and functions ───────────────────────────────────────────────────────────────


def raised(candidate, data):
    judged = judge(candidate, data, outer=data, noises=(Noise.CONSTANT,))
    assert judged is not None
    return raised_error(judged, data)


def shifted(exponent):
    return formula(term(1.0, (formula(term(Fraction(1), (0, 1)), term(0.2)), exponent)))


@pytest.mark.parametrize("exponent", [-2, Fraction(1, 2)])
def test_it_is_the_error_of_the_fit_with_the_exponent_measured(exponent):
    data = table(lambda a: 2 * (a + 0.2) ** float(exponent), [(0.1, 3)], rows=200, relative=0.02)
    free = judge(shifted(float(exponent)), data, outer=data, noises=(Noise.CONSTANT,)).fit
    # Of the parameters, the exponent comes after the coefficient.
    assert raised(shifted(exponent), data) == pytest.approx(free.deviations[1], rel=0.01)


def test_over_a_narrow_range_the_exponent_of_a_sum_is_open():
    """0.7 p / (r + 0.19)^2 follows (1 - (1 + r)^-20) / r from 1 % to 10 %."""
    wide, narrow = (
        table(lambda a: 2 / (a + 0.2) ** 2, [(0.01, high)], rows=200, relative=0.02)
        for high in (3, 0.1)
    )
    assert raised(shifted(-2), wide) < 0.1 < raised(shifted(-2), narrow)


@pytest.mark.parametrize("exponent", [1, -1])
def test_a_quotient_has_none(exponent):
    data = table(lambda a: 2 * (a + 0.2) ** exponent, [(0.1, 3)], rows=50, relative=0.02)
    assert raised(shifted(exponent), data) == 0
    assert raised(formula(term(1.0, (Call("exp", formula(term(0.3, (0, 1)))), 1))), data) == 0


def test_a_whole_exponent_of_what_has_both_signs_is_exact():
    data = table(lambda a: 2 * (a - 1.5) ** 2, [(0.1, 3)], rows=50, constant=0.02)
    square = formula(term(1.0, (formula(term(Fraction(1), (0, 1)), term(-1.5)), 2)))
    assert raised(square, data) == 0


def test_exponents_inside_of_a_function_count():
    data = table(lambda a: np.exp(-0.3 * np.sqrt(a + 2)), [(0.1, 3)], rows=50, constant=0.02)
    root = formula(term(-0.3, (formula(term(Fraction(1), (0, 1)), term(2.0)), Fraction(1, 2))))
    assert raised(formula(term(1.0, (Call("exp", root), 1))), data) > 0.1
