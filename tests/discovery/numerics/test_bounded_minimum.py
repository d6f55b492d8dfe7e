import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.numerics._bounded_minimum import bounded_minimum


@given(st.floats(0.1, 0.9), st.floats(1e-3, 1e3))
def test_the_lowest_point_of_a_parabola_is_found(place, scale):
    found = bounded_minimum(
        lambda b: (b / scale - place) ** 2, begin=scale / 2, low=0.0, high=scale
    )
    assert found == pytest.approx(place * scale, rel=1e-6)


def test_without_anything_lower_the_begin_is_kept():
    assert bounded_minimum(lambda b: abs(b - 1), begin=1.0, low=0.5, high=3.0) == 1.0
    assert bounded_minimum(lambda b: 0.0, begin=2.0, low=1.0, high=3.0) == 2.0


def test_the_lowest_point_beyond_a_bound_is_next_to_it():
    found = bounded_minimum(lambda b: -b, begin=1.5, low=1.0, high=2.0)
    assert found == pytest.approx(2.0, rel=1e-5)
    assert found <= 2.0


def test_a_minimum_between_negative_bounds():
    found = bounded_minimum(lambda b: np.cos(b), begin=-3.0, low=-4.0, high=-2.5)
    assert found == pytest.approx(-np.pi, rel=1e-7)
