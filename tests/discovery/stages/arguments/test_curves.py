from itertools import pairwise

import numpy as np
import pytest

from nalm.discovery.stages.arguments._curves import EXACT, TURNS, Curve, curves, exact_near
from nalm.symbolic import find_function

VALUES = np.linspace(2, 7, 60)


def test_a_cosine_is_a_sine_of_another_phase():
    assert curves(("exp", "sin", "cos")) == [Curve("exp"), Curve("sin")]
    assert curves(("cos",)) == [Curve("cos")]
    assert curves(()) == []


def test_a_sine_of_any_phase_is_a_sum_of_its_columns():
    columns = Curve("sin").columns(VALUES)
    wanted = 3 * np.sin(VALUES + 0.4)
    fitted = columns @ np.linalg.lstsq(columns, wanted, rcond=None)[0]
    assert fitted == pytest.approx(wanted)


@pytest.mark.parametrize("name", ["exp", "log", "tanh", "cos"])
def test_another_function_is_one_column_of_its_values(name):
    assert Curve(name).columns(VALUES) == pytest.approx(find_function(name).value(VALUES)[:, None])
    assert not Curve(name).is_wave


@pytest.mark.parametrize("rows", [5, 9, 16])
def test_no_frequency_is_beyond_the_nyquist_limit(rows):
    """Above half a turn from one row to the next a sine looks like a slower one."""
    numbers = Curve("sin").numbers(np.linspace(0, 30, rows))
    assert numbers[numbers != 1].max() < np.pi / (30 / (rows - 1))


def test_repeated_readings_do_not_raise_the_limit():
    once = np.linspace(0, 30, 6)
    assert (Curve("sin").numbers(np.tile(once, 10)) == Curve("sin").numbers(once)).all()


def test_frequencies_lie_closely_up_to_the_most_turns():
    numbers = Curve("sin").numbers(np.linspace(0, 5, 300))
    steps = np.diff(numbers * 5)
    assert steps.max() < 1
    assert 0.9 < numbers.max() * 5 / (2 * np.pi * TURNS) <= 1


def test_a_logarithm_needs_no_number():
    assert Curve("log").numbers(VALUES).tolist() == [1.0]


@pytest.mark.parametrize("name", ["sin", "exp", "tanh"])
@pytest.mark.parametrize("values", [VALUES, 1e-6 * VALUES, 1e4 * (VALUES - 4)])
def test_bounds_contain_the_number_and_not_zero(name, values):
    numbers = Curve(name).numbers(values)
    assert (np.diff(numbers) > 0).all()
    for b in numbers.tolist():
        low, high = Curve(name).around(b, numbers)
        assert low < b < high
        assert low * high > 0


def test_bounds_of_neighbours_leave_no_gap():
    numbers = Curve("sin").numbers(VALUES)
    bounds = [Curve("sin").around(b, numbers) for b in numbers.tolist()]
    assert all(one[1] > other[0] for one, other in pairwise(bounds))


def test_exact_numbers_are_tried_near_a_measured_one():
    assert exact_near(1.1) == [1.0]
    assert exact_near(-0.45) == [-0.5]
    assert exact_near(1.45) == []
    assert all(one in exact_near(one) for one in EXACT)
