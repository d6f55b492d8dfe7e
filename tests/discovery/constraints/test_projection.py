import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from nalm.discovery.constraints._projection import Equalities, fit_within, slopes_of

NUMBERS = st.floats(-5, 5).filter(lambda number: number == 0 or abs(number) > 1e-3)
SIZES = st.lists(NUMBERS, min_size=3, max_size=3).map(np.array)


def equalities(misses, basis):
    return Equalities(misses, lambda numbers: slopes_of(misses, numbers), basis)


def test_slopes_are_derivatives():
    found = slopes_of(lambda z: np.array([z[0] ** 2, z[0] * z[1]]), np.array([3.0, 0.0]))
    assert found == pytest.approx(np.array([[6.0, 0.0], [0.0, 3.0]]), abs=1e-6)
    assert slopes_of(lambda z: np.zeros(2), np.zeros(0)).shape == (2, 0)


@given(SIZES, SIZES)
def test_numbers_move_onto_a_plane_and_stay_there(normal, numbers):
    if np.abs(normal).max() < 0.1:
        return
    own = equalities(lambda z: np.array([normal @ z - 1]), np.eye(3))
    found = own.onto(numbers)
    assert normal @ found == pytest.approx(1.0, abs=1e-9)
    directions = own.kept_directions(found)
    scale = np.where(found == 0, 1.0, np.abs(found))
    assert directions.shape == (3, 2)
    assert normal @ directions == pytest.approx(np.zeros(2), abs=1e-6)
    assert np.linalg.matrix_rank(directions / scale[:, None]) == 2


def test_only_open_directions_are_taken():
    own = equalities(lambda z: np.array([z.sum() - 1]), np.eye(3)[:, :1])
    assert own.onto(np.array([5.0, 2.0, 3.0])) == pytest.approx([-4.0, 2.0, 3.0])


def test_what_cannot_be_kept_is_said():
    assert equalities(lambda z: z**2 + 1, np.eye(1)).onto(np.ones(1)) is None
    assert equalities(lambda z: z * np.nan, np.eye(1)).onto(np.ones(1)) is None
    assert equalities(lambda z: np.ones(1), np.zeros((0, 0))).onto(np.zeros(0)) is None


@given(st.integers(0, 2**32 - 1))
def test_a_fit_within_equalities_is_that_of_scipy(seed):
    random = np.random.default_rng(seed)
    columns, y = random.normal(size=(12, 3)), random.normal(size=12)

    def residual(z):
        return columns @ z - y

    def cost(z):
        return float(np.square(residual(z)).sum())

    own = equalities(lambda z: np.array([z[0] * np.exp(z[1] / 4) - 1]), np.eye(3))
    begin = own.onto(np.array([1.0, 0.1, 0.0]))
    found = fit_within(own, begin, residual=residual, slope=lambda z: columns)
    there = {"type": "eq", "fun": lambda z: own.misses(z)[0]}
    other = minimize(cost, found, constraints=[there], options={"ftol": 1e-14, "maxiter": 300})
    assert np.abs(own.misses(found)).max() < 1e-9
    assert cost(found) <= other.fun * (1 + 1e-5) + 1e-9
