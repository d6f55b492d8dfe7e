import numpy as np
import pytest
from scipy.integrate import solve_ivp

from nalm.discovery.dynamics.candidates._held_choice import held_or_linear
from nalm.discovery.dynamics.measurements._held import Between, with_controls
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.symbolic import Sum
from tests.discovery.dynamics._trajectories import ONE, noisy, term

T = np.linspace(0.0, 20.0, 101)
LEVELS = np.repeat([0.0, 2.0, 0.5, 1.5, 0.0], [15, 25, 20, 25, 16])
LAG = Sum((term(-0.6, (0, ONE)), term(0.6, (1, ONE))))


def lagging(*, hold):
    """A lag behind a control that is held, or goes in straight lines."""
    x = [0.4]
    for k in range(len(T) - 1):
        change = 0.0 if hold else (LEVELS[k + 1] - LEVELS[k]) / (T[k + 1] - T[k])

        def rate(t, x, k=k, change=change):
            return 0.6 * (LEVELS[k] + change * (t - T[k]) - x)

        x.append(solve_ivp(rate, T[k : k + 2], x[-1:], rtol=1e-10, atol=1e-12).y[0, -1])
    return np.array(x)[:, None]


@pytest.mark.parametrize("share", [0.0, 0.01])
@pytest.mark.parametrize("hold", [True, False])
def test_the_data_say_whether_a_control_is_held(hold, share):
    trajectories, _ = read(T, noisy(lagging(hold=hold), share), controls=LEVELS)
    data = smooth_trajectories(with_controls(trajectories, Between.AUTO))
    chosen = held_or_linear(data, {0: [LAG]}, time=False)
    assert chosen.trajectories[0].held == (hold,)


def test_nothing_is_asked_where_no_control_has_steps():
    trajectories, _ = read(T, lagging(hold=True), controls=np.sin(T))
    data = smooth_trajectories(with_controls(trajectories, Between.AUTO))
    assert held_or_linear(data, {0: [LAG]}, time=False) is data
