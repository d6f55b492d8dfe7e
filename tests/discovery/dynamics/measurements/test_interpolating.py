import numpy as np
import pytest

from nalm.discovery.dynamics.measurements._interpolating import agreeing_splines


@pytest.mark.parametrize("rows", [3, 5, 8, 40])
def test_both_go_through_both_ends_and_the_first_through_all(rows):
    x = np.linspace(0.0, 1.0, rows)
    first, second = agreeing_splines(x, np.exp(x), at=x)
    assert first(x) == pytest.approx(np.exp(x), abs=1e-12)
    assert second(x[[0, -1]]) == pytest.approx(np.exp(x[[0, -1]]), abs=1e-12)


def test_slopes_of_many_values_agree_and_those_of_two_do_not():
    x = np.linspace(0.0, 1.0, 60)
    first, second = agreeing_splines(x, np.sin(5 * x), at=x)
    assert np.abs(first.derivative()(x) - second.derivative()(x)).max() < 1e-6
    chord, level = agreeing_splines(x[:2], np.array([1.0, 3.0]), at=x[:1])
    assert chord.derivative()(x[:1])[0] == pytest.approx(2.0 / x[1])
    assert level.derivative()(x[:1])[0] == 0.0
