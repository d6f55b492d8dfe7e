from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.problem._separable import factor_values, factors
from tests.discovery._laws import alike, problem, table

RANGES = [(1, 3)] * 3


@pytest.mark.parametrize("power", [Fraction(1), Fraction(-2), Fraction(1, 2)])
def test_the_input_that_acts_by_a_factor_comes_first(power):
    data = table(lambda a, b, c: a ** float(power) * (b**2 + b * c + 1), RANGES, rows=200)
    assert factors(data, largest=6.0)[0] == (power, 0, 0)


def test_the_next_candidates_divide_more_inputs_out():
    data = table(lambda a, b, c: a**2 / b * c**3, RANGES, rows=100)
    found = factors(data, largest=6.0)
    assert [sum(e != 0 for e in factor) for factor in found] == [1, 2]
    truth = (2, -1, 3)
    assert all(e in (0, t) for factor in found for e, t in zip(factor, truth, strict=True))


def test_one_input_at_least_is_left():
    assert all(
        0 in factor for factor in factors(table(lambda a, b: a * b, RANGES[:2]), largest=6.0)
    )


@pytest.mark.parametrize(
    "data",
    [
        table(lambda a: a, RANGES[:1]),
        table(lambda a, b: a * b, RANGES[:2], rows=8),
        problem(np.column_stack([np.ones(60), np.arange(1.0, 61)]), np.arange(1.0, 61)),
        problem(np.zeros((60, 2)), np.ones(60)),
        problem(np.random.default_rng(0).uniform(1, 2, (60, 2)), np.zeros(60)),
    ],
    ids=["one input", "few rows", "an input that is constant", "zero inputs", "zero target"],
)
def test_where_nothing_can_be_divided_out(data):
    assert factors(data, largest=6.0) == []


def test_an_odd_power_is_no_factor():
    assert factors(table(lambda a, b: a**0.27 * b, RANGES[:2]), largest=6.0)[:1] in ([], [(0, 1)])


def over_decades(law, count, rows=400, seed=0):
    random = np.random.default_rng(seed)
    x = 10 ** random.uniform(-1, 1, (rows, count)) * random.choice([-1, 1], (rows, count))
    y = law(*x.T)
    usable = np.isfinite(y)
    return problem(x[usable], y[usable])


@pytest.mark.parametrize("seed", range(5))
def test_inputs_that_act_little_hide_no_factor(seed):
    with np.errstate(all="ignore"):
        data = over_decades(lambda v, c, w: w * np.sqrt((c + v) / (c - v)), 3, seed=seed)
    assert (0, 0, 1) in factors(data, largest=6.0)


def test_a_factor_has_the_value_of_its_product():
    x = np.array([[4.0, -2.0], [9.0, 3.0]])
    assert factor_values(x, (Fraction(1, 2), Fraction(-1))).tolist() == [-1.0, 1.0]
    assert factor_values(x, (Fraction(0), Fraction(0))).tolist() == [1.0, 1.0]
    assert np.isnan(factor_values(x, (Fraction(0), Fraction(1, 2)))[0])


def test_inputs_that_vary_alike_have_no_huge_exponents():
    def sizes(largest):
        return [abs(e) for factor in factors(alike(), largest=largest) for e in factor]

    assert max(sizes(1e9)) > 50
    assert max(sizes(6.0)) <= 6
