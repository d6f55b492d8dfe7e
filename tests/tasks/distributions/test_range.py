import math

import numpy as np
import pytest
import torch

from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.tasks import DIVISION_RANGES, Range

BOUNDS = [pair for r in DIVISION_RANGES for side in r for pair in side.intervals]
EVERY_HIGHEST = 1 - 2.0**-24


def test_pinned_values():
    u = torch.tensor([[[0.0, 0.25, 0.75]]])
    assert Range.interval(1, 3).sample(u).tolist() == [[1.0, 1.5, 2.5]]
    both = torch.cat([u, torch.tensor([[[0.0, 0.49, 0.5]]])])
    assert Range.union((0.5, 1.5), (2, 6)).sample(both).tolist() == [[0.5, 0.75, 5.0]]


@pytest.mark.parametrize("bounds", BOUNDS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_samples_stay_between_the_rounded_bounds(bounds, dtype):
    low, high = torch.tensor(bounds, dtype=dtype)
    ends = torch.tensor([0.0, 2.0**-24, 0.5, 1 - 2.0**-23, EVERY_HIGHEST], dtype=dtype)
    u = torch.cat([torch.rand(10_000, generator=torch.Generator().manual_seed(0)).to(dtype), ends])
    x = Range.interval(*bounds).sample(u.reshape(1, 1, -1))
    assert (x >= low).all()
    assert (x <= high).all()


def test_rounding_reaches_the_upper_bound_as_a_rounded_draw_does():
    sampled = Range.interval(1, 2).sample(torch.full((1, 1, 1), EVERY_HIGHEST)).item()
    assert sampled == np.float32(math.nextafter(2.0, 0.0)) == 2.0


@pytest.mark.parametrize("bounds", [(-2, 2), (0, 1e-8), (-1.25, 1.25), (-3, 1)])
def test_no_sample_is_zero(bounds):
    low, high = bounds
    k = round(-low / (high - low) * 2**24)
    u = torch.tensor([0, *range(max(k - 50, 0), k + 50)], dtype=torch.float64) / 2**24
    x = Range.interval(low, high).sample(u.float().reshape(1, 1, -1))
    assert (x != 0).all()
    assert x.abs().min() <= (high - low) * 2**-23


def test_draws_follow_the_order_of_the_reference():
    random = np.random.RandomState(8689336)
    first, second = random.uniform(-6, -2, (5, 2)), random.uniform(2, 6, (5, 2))
    coin = random.randint(2, size=(5, 2))
    drawn = Range.union((-6, -2), (2, 6)).draw(np.random.RandomState(8689336), (5, 2))
    np.testing.assert_array_equal(drawn, np.where(coin == 1, first, second))


def test_a_single_interval_draws_no_coin():
    expected = np.random.RandomState(3).uniform(1, 2, (4, 3))
    drawn = Range.interval(1, 2).draw(np.random.RandomState(3), (4, 3))
    np.testing.assert_array_equal(drawn, expected)


def test_the_coin_is_fair_even_between_unequal_widths():
    drawn = Range.union((0, 1), (2, 102)).draw(np.random.RandomState(0), (20_000, 1))
    assert abs((drawn < 1).mean() - 0.5) < 0.02


def test_one_uniform_number_for_one_interval_and_two_for_more():
    assert Range.interval(1, 2).uniforms == 1
    assert Range.union((1, 2), (3, 4), (5, 6)).uniforms == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[1,2]", Range.interval(1, 2)),
        (" [ 1 , 2 ) ", Range.interval(1, 2)),
        ("[-.5,1e-8]", Range.interval(-0.5, 1e-8)),
        ("[-6,-2)∪[2,6)", Range.union((-6, -2), (2, 6))),
        ("[-6,-2] U [2,6]", Range.union((-6, -2), (2, 6))),
        ("[[-6,-2],[2,6]]", Range.union((-6, -2), (2, 6))),
    ],
)
def test_parse(text, expected):
    assert Range.parse(text) == expected


@pytest.mark.parametrize("r", [each for pair in DIVISION_RANGES for each in pair], ids=str)
def test_text_reads_back(r):
    assert Range.parse(str(r)) == r


def test_text_is_short():
    assert str(Range.union((-6, -2), (0.25, 1e-8 + 1))) == "[-6,-2)∪[0.25,1.00000001)"


@pytest.mark.parametrize("text", ["", "1,2", "[1]", "[1,2", "[1,2]x[3,4]", "[a,b]", "[1,2,3]"])
def test_parse_refuses_what_is_not_a_range(text):
    with pytest.raises(InvalidValueError, match=r"range should look like \[1,2\]"):
        Range.parse(text)


@pytest.mark.parametrize(
    ("intervals", "error", "message"),
    [
        ((), InvalidValueError, "at least one"),
        (((2, 1),), InvalidValueError, "low < high, found low=2.0, high=1.0"),
        (((1, 1),), InvalidValueError, "low < high"),
        (((1, math.inf),), InvalidValueError, "high should be finite"),
        (((math.nan, 1),), InvalidValueError, "low should be finite"),
        ((("one", 2),), InvalidTypeError, "low should be a number, found 'one'"),
    ],
)
def test_wrong_intervals_are_refused(intervals, error, message):
    with pytest.raises(error, match=message):
        Range(intervals=intervals)
