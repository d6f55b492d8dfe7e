import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from nalm.discovery.numerics._levenberg_marquardt import Tangent, levenberg_marquardt


@given(
    arrays(np.float64, (6, 2), elements=st.floats(-3, 3)),
    arrays(np.float64, 6, elements=st.floats(-3, 3)),
    st.sampled_from([0.0, 1e-6, 1.0]),
)
def test_a_step_promises_what_a_linear_residual_gives(slope, residual, damping):
    unit = slope / np.maximum(np.linalg.norm(slope, axis=0), 1e-300)
    apart = np.linalg.svd(unit, compute_uv=False)[-1]
    assume(apart > 1e-6 or apart < 1e-15)  # between, rounding decides the step
    step, promised = Tangent.at(slope, residual).step(damping)
    left = residual - slope @ step
    assert promised == pytest.approx(residual @ residual - left @ left, abs=1e-9)


def test_a_step_along_nearly_equal_columns_is_off_by_its_rounding():
    slope = np.array([[0, 0], [8e-9, 0], [1, 1], [0, 0], [0, 0], [0, 0]])
    step, promised = Tangent.at(slope, np.ones(6)).step(0.0)
    left = np.ones(6) - slope @ step
    rounding = 1e-15 * np.linalg.norm(step)
    assert promised == pytest.approx(6 - left @ left, abs=rounding)


@pytest.mark.parametrize("influence", [0.0, 2e-311])
def test_a_number_without_influence_stays(influence):
    slope = np.array([[1.0, influence], [2.0, influence]])
    step, promised = Tangent.at(slope, np.array([1.0, 2.0])).step(0.0)
    assert step == pytest.approx([1.0, 0.0])
    assert promised == pytest.approx(5.0)


def test_no_rows_and_no_step():
    step, promised = Tangent.at(np.empty((0, 2)), np.empty(0)).step(1.0)
    assert step.tolist() == [0.0, 0.0]
    assert promised == 0.0


def valley(numbers):
    """Rosenbrock's, whose bottom is bent."""
    return np.array([10 * (numbers[1] - numbers[0] ** 2), 1 - numbers[0]])


def valley_slope(numbers):
    return np.array([[-20 * numbers[0], 10.0], [-1.0, 0.0]])


@pytest.mark.parametrize("begin", [(-1.2, 1.0), (3.0, -4.0), (1.0, 1.0)])
def test_the_lowest_place_of_a_bent_valley_is_found(begin):
    found = levenberg_marquardt(valley, np.array(begin), slope=valley_slope, trials=200)
    assert found.numbers == pytest.approx([1.0, 1.0])
    assert found.cost == pytest.approx(0.0, abs=1e-20)


def test_every_step_that_is_taken_lowers_the_cost():
    places = []

    def slope(numbers):
        places.append(numbers)
        return valley_slope(numbers)

    levenberg_marquardt(valley, np.array([-1.2, 1.0]), slope=slope)
    costs = [float(valley(place) @ valley(place)) for place in places]
    assert len(costs) > 3
    assert (np.diff(costs) < 0).all()


def test_a_step_out_of_the_domain_is_not_taken():
    def residual(numbers):
        with np.errstate(invalid="ignore"):
            return np.log(numbers) - np.log(5.0)

    found = levenberg_marquardt(residual, np.array([100.0]), slope=lambda p: 1 / p[:, None])
    assert found.numbers == pytest.approx([5.0])


def test_the_trials_are_counted():
    tried = []

    def residual(numbers):
        tried.append(numbers)
        return valley(numbers)

    levenberg_marquardt(residual, np.array([-1.2, 1.0]), slope=valley_slope, trials=4)
    assert len(tried) == 1 + 4
