import math

import numpy as np
import pytest

from nalm.statistics._profile import DROP, first_root, gap, profile_bounds


@pytest.mark.parametrize("width", [1e-9, 1.0, 50.0])
def test_a_parabola_gives_the_normal_interval(width):
    low, high = profile_bounds(lambda x: -(((x - 3) / width) ** 2) / 2, 3.0, drop=DROP)
    assert (3 - low) / width == pytest.approx(1.959964, rel=1e-5)
    assert (high - 3) / width == pytest.approx(1.959964, rel=1e-5)


def test_a_flat_profile_has_no_bounds():
    np.testing.assert_array_equal(
        profile_bounds(lambda x: 0.0, 0.0, drop=DROP), [-math.inf, math.inf]
    )


def test_first_root_is_the_nearest_one_on_its_side():
    assert first_root(lambda x: (1 - x) * (x + 2), 1.0) == pytest.approx(1.0)
    assert first_root(lambda x: (1 - x) * (x + 2), -1.0) == pytest.approx(-2.0)


def test_gap_does_not_cancel():
    differences = np.array([-0.5, -2e-4, -1e-4, -1e-8, 0.0, 1e-12, 1e-4, 2e-4, 3.0])
    exact = [differences[k] - math.log1p(differences[k]) for k in (0, 1, 7, 8)]
    found = gap(1 + differences, differences)
    np.testing.assert_allclose(found[[0, 1, 7, 8]], exact, rtol=1e-8)
    np.testing.assert_allclose(found[[3, 4, 5]], differences[[3, 4, 5]] ** 2 / 2, rtol=1e-7)
    np.testing.assert_allclose(found[[2, 6]], 0.5e-8, rtol=1e-4)
