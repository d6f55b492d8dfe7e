from types import SimpleNamespace

import numpy as np
import pytest

from nalm.discovery.dynamics.verdict._noise_left import other_noise, smooth_deviation
from nalm.discovery.dynamics.verdict._verdict_rules import DYNAMICS_VERDICT_RULES

SOLUTION = np.linspace(0.5, 20.0, 200)[:, None]
NOISE = np.random.default_rng(0).standard_normal((200, 1))


def data(measured, *, relative=False, share=1.0, sigma=0.01):
    return SimpleNamespace(
        measured=measured, relative=(relative,), independent=(share,), sigma=np.array([sigma])
    )


@pytest.mark.parametrize("relative", [False, True])
def test_residuals_tell_which_noise_they_are_of(relative):
    proportional = data(SOLUTION * (1 + 0.03 * NOISE), relative=relative)
    constant = data(SOLUTION + 0.1 * NOISE, relative=relative)
    signs = [other_noise(SOLUTION[:, 0], each, state=0) > 0 for each in (proportional, constant)]
    assert signs == ([False, True] if relative else [True, False])


def test_a_state_that_is_not_positive_has_constant_noise():
    assert other_noise(SOLUTION[:, 0], data(SOLUTION - 1), state=0) == -np.inf


def smooth(inner, **changes):
    return smooth_deviation(inner, data(SOLUTION, **changes), state=0, rules=DYNAMICS_VERDICT_RULES)


def test_a_smooth_deviation_is_a_fraction_of_the_spread():
    spread = float(SOLUTION.std())
    assert smooth(30.0, share=0.1) == pytest.approx(0.3 / spread)
    assert smooth(30.0, share=0.1, relative=True) == pytest.approx(0.3)


def test_noise_and_independent_residuals_are_no_smooth_deviation():
    assert smooth(30.0) == smooth(2.0, share=0.1) == np.inf
