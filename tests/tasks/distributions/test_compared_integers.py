import numpy as np
import pytest

from nalm.errors import InvalidValueError
from nalm.tasks import ComparedIntegers
from tests.tasks._distributions import uniforms

HALF = ComparedIntegers(low=-10, high=10, equal=0.5)


def both(distribution, inputs=5, rows=20_000):
    sampled = distribution.sample(uniforms(distribution, inputs=inputs, batch=rows)).T.numpy()
    return sampled, distribution.draw(np.random.RandomState(0), (rows, inputs))


def test_integers_of_the_two_ranges():
    for x in both(HALF):
        assert x.shape == (20_000, 5)
        assert set(np.unique(x[:, :2])) == set(range(-10, 10))
        assert set(np.unique(x[:, 2:])) == set(range(-100, 101))


@pytest.mark.parametrize("equal", [0.0, 0.5, 1.0])
def test_share_of_equal_pairs(equal):
    for x in both(ComparedIntegers(low=-10, high=10, equal=equal)):
        share = (x[:, 0] == x[:, 1]).mean()
        assert share == pytest.approx(equal + (1 - equal) / 20, abs=0.012)


def test_two_inputs_are_enough():
    assert both(HALF, inputs=2, rows=3)[1].shape == (3, 2)


def test_text():
    assert str(HALF) == "-10..9 (0.5 equal)"
    assert str(ComparedIntegers(low=1, high=10)) == "1..9"


def test_wrong_numbers_are_refused():
    with pytest.raises(InvalidValueError, match="equal should be between 0 and 1"):
        ComparedIntegers(low=0, high=2, equal=1.5)
    with pytest.raises(InvalidValueError, match="low < high"):
        ComparedIntegers(low=2, high=2)
