import math

import pytest
import torch

from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.tasks._base._numbers import avoid_zero, finite, interval, positive, short


def test_numbers_become_floats():
    assert type(finite(1, name="x")) is float
    assert positive(2, name="x") == 2.0
    assert interval(-1, 1) == (-1.0, 1.0)


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_numbers_are_finite(value):
    with pytest.raises(InvalidValueError, match=r"x should be finite, found .*choose"):
        finite(value, name="x")


@pytest.mark.parametrize("value", [None, "wide", (1, 2)])
def test_numbers_are_numbers(value):
    with pytest.raises(InvalidTypeError, match=r"x should be a number, found .*write"):
        finite(value, name="x")


@pytest.mark.parametrize("value", [0, -0.0, -1])
def test_positive_numbers_are_above_zero(value):
    with pytest.raises(InvalidValueError, match="x should be > 0"):
        positive(value, name="x")


@pytest.mark.parametrize(("low", "high"), [(1, 1), (2, 1)])
def test_intervals_are_not_empty(low, high):
    with pytest.raises(InvalidValueError, match="low < high, found low="):
        interval(low, high)


@pytest.mark.parametrize("text", ["2", "-0.1", "1e-08", "0.30000000000000004", "1e+20"])
def test_short_text_reads_back(text):
    assert short(float(text)) == text


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_only_zero_is_moved_and_hardly(dtype):
    x = torch.tensor([0.0, -0.0, 1e-30, -1.0, 2.0], dtype=dtype)
    moved = avoid_zero(x, 4.0)
    tiny = torch.finfo(dtype).eps
    assert moved.tolist() == [tiny, tiny, *x[2:].tolist()]
    assert moved.dtype == dtype
