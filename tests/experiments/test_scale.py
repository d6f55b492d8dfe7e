"""A scale holds the values between its ends; that of successes only these."""

import math

import pytest

from nalm.experiments import Scale


@pytest.mark.parametrize(
    ("scale", "lowest", "highest"),
    [
        (Scale.REAL, -math.inf, math.inf),
        (Scale.POSITIVE, 0, math.inf),
        (Scale.SHARE, 0, 1),
        (Scale.SUCCESS, 0, 1),
    ],
)
def test_both_ends_belong_to_a_scale(scale, lowest, highest):
    assert (scale.lowest, scale.highest) == (lowest, highest)
    for value in (-1e9, -1e-9, 0.0, 1.0, 1.001, 1e9):
        assert scale.holds(value) == (lowest <= value <= highest)


def test_nothing_is_half_a_success():
    assert Scale.SHARE.holds(0.5)
    assert not Scale.SUCCESS.holds(0.5)
