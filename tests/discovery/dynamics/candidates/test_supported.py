import numpy as np
from scipy.integrate import solve_ivp

from nalm.discovery.dynamics.candidates._supported import with_supported_terms
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.systems._system import independent
from nalm.discovery.dynamics.systems._terms import separated
from nalm.symbolic import Sum
from tests.discovery.dynamics._trajectories import ONE, term

T = np.linspace(0.0, 15.0, 250)


def logistic(tolerance, small=0.0):
    """Growth that a solver computed with a relative tolerance."""
    return solve_ivp(
        lambda _, x: 0.7 * x - 0.1 * x**2 + small * x**3,
        (0, 15),
        [0.4],
        t_eval=T,
        rtol=tolerance,
        atol=1e-12,
    ).y.T


def kept(tolerance, small):
    trajectories, _ = read(T, logistic(tolerance, small))
    law = (term(0.7, (0, ONE)), term(-0.1, (0, 2 * ONE)))
    system = separated(independent((Sum((*law, term(small, (0, 3 * ONE)))),)))
    found = with_supported_terms(system, smooth_trajectories(trajectories), time=False)
    return len(found.terms)


def test_a_term_below_the_errors_of_the_data_is_left_out():
    assert kept(1e-3, 2e-6) == 2


def test_the_same_term_stays_where_the_data_are_exact():
    assert kept(1e-11, 2e-6) == 3


def test_each_state_keeps_a_term():
    trajectories, _ = read(T, logistic(1e-3))
    wrong = separated(independent((Sum((term(1e-9, (0, ONE)),)),)))
    found = with_supported_terms(wrong, smooth_trajectories(trajectories), time=False)
    assert len(found.terms) == 1


def test_of_terms_that_say_the_same_one_stays():
    trajectories, _ = read(T, logistic(1e-3))
    halves = [term(0.35, (0, exponent)) for exponent in (1.0, 1.0001)]
    system = separated(independent((Sum((*halves, term(-0.1, (0, 2 * ONE)))),)))
    found = with_supported_terms(system, smooth_trajectories(trajectories), time=False)
    assert len(found.terms) == 2
    assert found.terms[1] == Sum((term(-0.1, (0, 2 * ONE)),))
