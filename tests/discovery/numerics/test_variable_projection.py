import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.numerics._variable_projection import projected, refined

X = np.linspace(0, 4, 60)


def decays(numbers):
    return np.exp(-numbers[:, None, :] * X[:, None])


def test_the_coefficients_are_those_of_least_squares():
    random = np.random.default_rng(0)
    numbers, goal = random.uniform(0.2, 3, (5, 2)), random.normal(size=len(X))
    fit = projected(decays, numbers, goal=goal)
    for row, miss in zip(numbers, fit.miss, strict=True):
        table = decays(row[None])[0]
        solved = np.linalg.lstsq(table, goal, rcond=None)[0]
        assert miss == pytest.approx(np.square(goal - table @ solved).sum())


def test_a_column_without_a_value_misses_without_bound():
    fit = projected(lambda n: np.log(n[:, None] + X[:, None]), np.array([[-1.0], [1.0]]), goal=X)
    assert fit.miss[0] == np.inf
    assert np.isfinite(fit.miss[1])


@given(st.floats(0.1, 0.6), st.floats(1.2, 4), st.floats(0.2, 5), st.floats(-5, -0.2))
def test_two_rates_are_found_from_others(slow, fast, first, second):
    goal = first * np.exp(-slow * X) + second * np.exp(-fast * X)
    starts = np.array([[0.3, 2.0], [0.15, 4.0], [0.5, 1.0]])
    fit = refined(decays, starts, goal=goal, free=[0, 1], steps=30)
    assert fit.miss.min() < 1e-6 * np.square(goal).sum()


def test_no_start_becomes_worse_and_held_numbers_stay():
    random = np.random.default_rng(1)
    starts, goal = random.uniform(0.2, 3, (8, 2)), random.normal(size=len(X))
    before, after = (
        projected(decays, starts, goal=goal),
        refined(decays, starts, goal=goal, free=[1]),
    )
    assert (after.miss <= before.miss).all()
    assert (after.numbers[:, 0] == starts[:, 0]).all()
