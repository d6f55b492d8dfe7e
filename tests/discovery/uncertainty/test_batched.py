from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.uncertainty._batched import derive_many, evaluate_many
from nalm.symbolic import Power, Product, Sum, evaluate, parameters, with_parameters
from tests.discovery._measured import EXACT_POWER, LINE, NESTED, POWER, ROOT

FORMULAS = [LINE, POWER, EXACT_POWER, ROOT, NESTED, Sum(())]


def draws_of(formula, count=7):
    random = np.random.default_rng(0)
    values = parameters(formula)
    return values * (1 + 0.1 * random.standard_normal((count, len(values))))


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize(("low", "high"), [(1.5, 4.0), (-2.0, 2.0)])
def test_each_draw_is_what_evaluate_says(formula, low, high):
    x = np.random.default_rng(1).uniform(low, high, (30, 3))
    x[0] = 0.0
    draws = draws_of(formula)
    found = evaluate_many(formula, x, values=draws)
    one_by_one = [evaluate(with_parameters(formula, each), x) for each in draws]
    assert found.shape == (7, 30)
    np.testing.assert_allclose(found, one_by_one, rtol=1e-12)


@pytest.mark.parametrize("formula", FORMULAS)
def test_each_draw_may_have_inputs_of_its_own(formula):
    x = np.random.default_rng(1).uniform(-2.0, 2.0, (7, 30, 3))
    draws = draws_of(formula)
    found = evaluate_many(formula, x, values=draws)
    alone = [evaluate_many(formula, x[i], values=draws[i : i + 1])[0] for i in range(7)]
    np.testing.assert_array_equal(found, alone)


def test_there_are_rows_without_a_value():
    x = np.array([[-1.0], [0.0], [2.0]])
    found = evaluate_many(
        Sum((Product(1.0, (Power(0, -0.5),)),)), x, values=np.array([[1.0, -0.5]])
    )
    assert np.isnan(found[0]).tolist() == [True, True, False]


@pytest.mark.parametrize("formula", FORMULAS)
def test_derivatives_are_differences(formula):
    x = np.random.default_rng(1).uniform(1.5, 4, (30, 3))
    draws, step = draws_of(formula), 1e-6
    value, slopes = derive_many(formula, x, values=draws)
    np.testing.assert_array_equal(value, evaluate_many(formula, x, values=draws))
    assert len(slopes) == draws.shape[1]
    for column, slope in enumerate(slopes):
        shift = np.zeros(draws.shape[1])
        shift[column] = step
        up = evaluate_many(formula, x, values=draws + shift)
        down = evaluate_many(formula, x, values=draws - shift)
        np.testing.assert_allclose(slope, (up - down) / (2 * step), rtol=1e-6, atol=1e-8)


def test_a_derivative_where_a_factor_is_zero():
    inner = Sum((Product(Fraction(1), (Power(0, Fraction(1)),)), Product(-2.0)))
    formula = Sum((Product(3.0, (Power(inner, Fraction(1)),)),))
    _, slopes = derive_many(formula, np.array([[2.0]]), values=np.array([[3.0, -2.0]]))
    assert [each.tolist() for each in slopes] == [[[0.0]], [[3.0]]]
