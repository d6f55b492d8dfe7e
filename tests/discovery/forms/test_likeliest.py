import pytest

from nalm.discovery import Budget, Noise
from nalm.discovery.forms._asked import Asked
from nalm.discovery.forms._likeliest import likeliest
from tests.discovery.forms._problems import X, decay, form, problem


@pytest.mark.parametrize(("budget", "noise"), [(Budget(), 1), (Budget.start(-1.0), 0)])
def test_no_second_noise_is_tried_once_the_time_is_up(budget, noise):
    data = problem(lambda x: decay(x) * (1 + 0.05 * (-1) ** (x * 3.9).round()), X)
    asked = Asked(start={}, bounds={})
    found, _ = likeliest(form("a*exp(-b*x) + c"), data, name="auto", asked=asked, budget=budget)
    assert found in ((Noise.CONSTANT,), (Noise.CONSTANT, Noise.RELATIVE))[noise]
