import numpy as np
import pytest

from nalm.discovery._dynamics_refinement import refine_formulas
from nalm.discovery._trajectories import read
from nalm.symbolic import Sum, parameters
from tests.discovery._courses import ONE, ROOT, noisy, solve, term


def test_an_exponent_is_found_with_its_error():
    t = np.linspace(0.0, 6.0, 80)
    trajectories, _ = read(t, noisy(solve([ROOT], t, [16.0]), 0.002))
    guess = Sum((term(-0.3, (0, 0.8)),))
    (formula,), covariance = refine_formulas([guess], trajectories)
    errors = np.sqrt(np.diag(covariance))
    assert (np.abs(parameters(formula) - [-0.5, 0.5]) < 4 * errors).all()
    assert errors[1] < 0.05


def test_time_and_controls_are_inputs():
    t = np.linspace(0.0, 2.0, 40)
    trajectories, _ = read(t, (t**2 + t)[:, None], controls=np.ones(40))
    guess = Sum((term(1.0, (1, ONE)), term(1.0, (2, ONE))))
    (formula,), _ = refine_formulas([guess], trajectories, time=True)
    assert parameters(formula) == pytest.approx([1.0, 2.0], rel=1e-5)
