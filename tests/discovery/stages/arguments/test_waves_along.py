import numpy as np
import pytest

from nalm.discovery.stages.arguments._waves_along import NUMBERS, WavesAlong
from nalm.discovery.stages.products._working_response import working_response
from tests.discovery._laws import table

RANGES = [(1, 3), (0.2, 4), (0.5, 4)]


def waves(law, *, nearest=(0.0, 0.0, 0.0)):
    data = table(law, RANGES, rows=150)
    response = working_response(data, data.y)
    assert response is not None
    return data.x.T, WavesAlong(response, nearest=np.array(nearest))


@pytest.mark.parametrize("b", NUMBERS)
@pytest.mark.parametrize("phase", [0.0, 0.7, 2.5])
def test_a_wave_of_any_phase_leaves_nothing(b, phase):
    (a, x, t), along = waves(lambda a, x, t: a * np.sin(b * (x - t) + phase))
    left = along.left(np.column_stack([x - t, x + t, a - t]))
    assert left[0] < 1e-9
    assert left[1:].min() > 0.1
    wave = along.wave(x - t)
    assert wave.b == b
    s, c = wave.coefficients[0]
    assert np.tan(phase) == pytest.approx(c / s)


def test_a_wave_about_inputs_is_seen():
    (_, x, t), along = waves(lambda a, x, t: 3 * a + np.cos(2 * (x - t)))
    left = along.left(np.column_stack([x - t, x + t]))
    assert left[0] < 0.1 < left[1]


def test_a_product_beside_a_wave_may_be_given():
    law = lambda a, x, t: a**-2 * np.sin(x - t)  # noqa: E731
    (_, x, t), along = waves(law, nearest=(-2.0, 0.0, 0.0))
    assert along.left((x - t)[:, None]) < 1e-9


def test_what_is_no_angle_is_no_wave():
    (_, x, t), along = waves(lambda a, x, t: a * np.sin(x - t))
    assert along.left(np.column_stack([1e-3 * (x - t), 1e3 * (x - t)])).tolist() == [np.inf] * 2
