import math

import numpy as np
import pytest
import torch

from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.tasks import Exponential


def test_pinned_value():
    x = Exponential(scale=2).sample(torch.tensor([[[math.exp(-1.5)]]]))
    assert x.item() == pytest.approx(3.0)


def test_the_mean_is_the_scale():
    drawn = Exponential(scale=2).draw(np.random.RandomState(0), (100_000, 1))
    assert drawn.mean() == pytest.approx(2.0, rel=0.02)


def test_draws_follow_the_reference():
    expected = np.random.RandomState(1).exponential(scale=2.0, size=(3, 2))
    drawn = Exponential(scale=2).draw(np.random.RandomState(1), (3, 2))
    np.testing.assert_array_equal(drawn, expected)


def test_text():
    assert str(Exponential(scale=0.5)) == "Exp(0.5)"


def test_wrong_scales_are_refused():
    with pytest.raises(InvalidValueError, match="scale should be > 0, found -1"):
        Exponential(scale=-1)
    with pytest.raises(InvalidTypeError, match="scale should be a number"):
        Exponential(scale="wide")
