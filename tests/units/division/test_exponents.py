import math

import pytest
import torch

from nalm import Exponents
from nalm.errors import InvalidValueError


@pytest.mark.parametrize("name", ["largest", "step"])
@pytest.mark.parametrize("value", [0.0, -1.0, math.nan])
def test_exponents_need_room(name, value):
    with pytest.raises(InvalidValueError, match=rf"Exponents\.{name}: expected a positive number"):
        Exponents(**{name: value})


@pytest.mark.parametrize(("step", "expected"), [(1.0, [0.0, 0.5, 0.25]), (0.5, [0.0, 0.0, 0.25])])
def test_distance_is_to_the_nearest_multiple(step, expected):
    W = torch.tensor([[2.0, -0.5, 0.75]])
    assert Exponents(step=step).distance(W).tolist() == [expected]
