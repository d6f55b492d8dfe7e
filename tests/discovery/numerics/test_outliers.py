import numpy as np
import pytest

from nalm.discovery.numerics._outliers import how_far, outlying


@pytest.mark.parametrize("rows", [20, 200])
@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e6])
def test_one_row_far_off_is_told_whatever_the_scale(rows, scale):
    residual = np.random.default_rng(0).standard_normal(rows)
    residual[7] = -40.0
    assert np.flatnonzero(outlying(scale * residual)).tolist() == [7]
    assert how_far(scale * residual)[7] > 20
    assert (np.delete(how_far(residual), 7) == 1).all()


def test_normal_noise_has_no_outliers():
    assert not outlying(np.random.default_rng(1).standard_normal(3000)).any()


def test_many_rows_are_no_exceptions():
    residual = np.random.default_rng(0).standard_normal(100)
    residual[:15] = 50.0
    assert not outlying(residual).any()
    assert (how_far(residual) == 1).all()


def test_a_known_size_takes_the_place_of_the_median():
    assert outlying(np.array([1.0, 6.0]), sigma=1.0).tolist() == [False, True]
    assert not outlying(np.array([6.0, 6.0]), sigma=1.0).any()


@pytest.mark.parametrize(("rows", "far"), [(9, 0), (14, 0), (15, 1), (40, 1)])
def test_of_few_rows_none_is_far_off(rows, far):
    residual = np.random.default_rng(rows).normal(0, 0.1, rows)
    residual[0] = 30.0
    assert outlying(residual).sum() == far
