import numpy as np
import pytest

from nalm.discovery.stages.curves import _grids as grids

VALUES = np.linspace(0.5, 9, 60)


def test_pairs_are_told_once():
    pairs = grids.pairs(VALUES, VALUES)
    assert len({tuple(sorted(pair)) for pair in pairs.tolist()}) == len(pairs)
    assert (pairs[:, 0] > pairs[:, 1]).all()


def test_what_needs_positive_values_has_no_start_without_them():
    for grid in (grids.hills, grids.stretched):
        assert len(grid(VALUES, VALUES))
        assert grid(VALUES - 5, VALUES).shape == (0, 2)


def test_a_shift_leaves_all_values_positive():
    assert (VALUES.min() - grids.shifts(VALUES, VALUES)[:, 1] > 0).all()


@pytest.mark.parametrize(("first", "second", "share"), [(2.0, 5.0, 0.5), (10.8, 8.6, 1.0)])
def test_a_second_wave_is_sought_in_what_the_first_leaves(first, second, share):
    y = np.sin(first * VALUES) + share * np.sin(second * VALUES + 0.7)
    starts = grids.two_waves(VALUES, y)
    step = grids.STEP / np.ptp(VALUES)
    assert any(np.abs(np.sort(one) - sorted((first, second))).max() < 2 * step for one in starts)
