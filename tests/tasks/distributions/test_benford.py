import numpy as np
import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.tasks import Benford
from tests.tasks._distributions import uniforms

PUBLISHED = [0.301, 0.176, 0.125, 0.097, 0.079, 0.067, 0.058, 0.051, 0.046]


@pytest.mark.parametrize("digits", [2, 3, 4, 7])
def test_numbers_have_the_length_and_are_whole(digits):
    numbers = Benford(digits=digits)
    x = numbers.sample(uniforms(numbers)).numpy()
    for values in (x, numbers.draw(np.random.RandomState(0), (4096, 2))):
        assert (values == np.floor(values)).all()
        assert values.min() >= 10 ** (digits - 1)
        assert values.max() < 10**digits


def test_the_second_digit_is_never_zero_as_in_the_reference():
    drawn = Benford(digits=3).draw(np.random.RandomState(0), (10_000, 1))
    assert (drawn // 10 % 10 > 0).all()


def test_first_digits_follow_the_law():
    numbers = Benford(digits=2)
    sampled = numbers.sample(uniforms(numbers, batch=100_000)).numpy() // 10
    drawn = numbers.draw(np.random.RandomState(0), (100_000, 2)) // 10
    for first in (sampled, drawn):
        rates = [(first == digit).mean() for digit in range(1, 10)]
        np.testing.assert_allclose(rates, PUBLISHED, atol=0.004)


def test_pinned_values():
    u = torch.tensor([[[0.0, 0.31, 0.9999]], [[0.0, 0.5, 0.9999]]])
    assert Benford(digits=2).sample(u).tolist() == [[11.0, 25.0, 99.0]]


def test_draws_follow_the_order_of_the_reference():
    random = np.random.RandomState(2)
    first = random.choice(10, size=(4, 2), p=[0, *PUBLISHED])
    rest = random.randint(10, 100, size=(4, 2))
    drawn = Benford(digits=3).draw(np.random.RandomState(2), (4, 2))
    np.testing.assert_array_equal(drawn, first * 100 + rest)


def test_text():
    assert str(Benford(digits=3)) == "Benford[100,1000)"


@pytest.mark.parametrize("digits", [1, 8, 2.5])
def test_wrong_lengths_are_refused(digits):
    with pytest.raises(InvalidValueError, match="digits should be an int from 2 to 7"):
        Benford(digits=digits)
