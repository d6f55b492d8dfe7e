from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery.dynamics.candidates._outermost import outermost
from nalm.discovery.dynamics.candidates._ranking import judge
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.regressor._counted import fewest
from nalm.discovery.dynamics.systems._system import independent
from nalm.symbolic import Sum
from tests.discovery.dynamics._trajectories import ONE, PREDATOR, PREY, lotka_volterra, term

DATA = smooth_trajectories(read(*lotka_volterra(share=0.01))[0])
LINE = Sum((term(1.2, (0, ONE)), term(-1.0, (1, ONE))))


def fitted(*formulas):
    system = independent(formulas)
    return judge(system, DATA, time=False, held=outermost(DATA)).refined


def test_few_of_the_residuals_of_a_wrong_equation_are_independent():
    wrong, right = fewest(DATA, fitted(LINE, PREDATOR)), fewest(DATA, fitted(PREY, PREDATOR))
    assert wrong[0] < 0.5
    assert right == pytest.approx((1.0, 1.0))


def test_the_shares_of_the_equations_stay_the_least():
    assert fewest(replace(DATA, independent=(0.3, 1.0)), fitted(PREY, PREDATOR)) == (0.3, 1.0)


def test_what_the_time_cut_off_says_nothing_of_them():
    # A fit that was not finished misses the data, whatever its equation.
    assert fewest(DATA, replace(fitted(LINE, PREDATOR), cut=True)) == (1.0, 1.0)
    assert np.isfinite(fitted(LINE, PREDATOR).chi2)
