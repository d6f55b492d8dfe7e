import math

import pytest

from nalm.units._base._rotation import Factor, real_part


@pytest.mark.parametrize("signs", [(1, 1, 1), (-1, 1, 1), (-1, -1, 1), (-1, -1, -1), (1, -1, -1)])
def test_real_part_is_the_cosine_of_the_sum(signs):
    turns = (0.3, -1.7, 0.25)
    factors = [Factor(2.0, 5.0 * s, turn) for s, turn in zip(signs, turns, strict=True)]
    angle = math.pi * sum(turn for s, turn in zip(signs, turns, strict=True) if s < 0)
    assert real_part(factors, 1.0) == pytest.approx(8 * math.cos(angle))


def test_factors_that_do_not_turn_stay_as_they_are():
    assert real_part([Factor(-3.0, -3.0, 0), Factor(2.0, 0.0, 0)], 1.0) == -6
    assert real_part([], 4.0) == 1
