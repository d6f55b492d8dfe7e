"""A measured number says what it is and is on its scale."""

import math

import pytest

from nalm.errors import InvalidValueError
from nalm.experiments import Measured, Scale


@pytest.mark.parametrize(
    ("scale", "value"),
    [
        *[(Scale.POSITIVE, -1e-9), (Scale.SHARE, -0.1), (Scale.SHARE, 57.0)],
        *[(Scale.SUCCESS, 0.5), (Scale.SUCCESS, 2.0)],
    ],
)
def test_a_number_off_its_scale_is_an_error(scale, value):
    with pytest.raises(InvalidValueError, match=f"rank should be on Scale.{scale.name}"):
        Measured("rank", value, scale=scale)


@pytest.mark.parametrize("scale", Scale)
def test_a_number_that_is_not_known_is_on_every_scale(scale):
    assert math.isnan(Measured("rank", math.nan, scale=scale).value)
