import numpy as np
import pytest

from nalm.errors import InvalidValueError
from nalm.tasks import PerInput, Range
from tests.tasks._distributions import uniforms

NEGATIVE, POSITIVE = Range.interval(-2, -1), Range.interval(1, 2)
BOTH = PerInput(parts=(NEGATIVE, POSITIVE))


@pytest.mark.parametrize(("inputs", "negative"), [(2, 1), (5, 2), (10, 5), (1, 0)])
def test_the_first_half_comes_from_the_first_part(inputs, negative):
    signs = [-1.0] * negative + [1.0] * (inputs - negative)
    sampled = BOTH.sample(uniforms(BOTH, inputs=inputs, batch=8))
    drawn = BOTH.draw(np.random.RandomState(0), (8, inputs))
    np.testing.assert_array_equal(sampled.sign().numpy(), np.tile(signs, (8, 1)).T)
    np.testing.assert_array_equal(np.sign(drawn), np.tile(signs, (8, 1)))


def test_draws_follow_the_order_of_the_reference():
    random = np.random.RandomState(4)
    first, second = random.uniform(-2, -1, (6, 5)), random.uniform(1, 2, (6, 5))
    drawn = BOTH.draw(np.random.RandomState(4), (6, 5))
    np.testing.assert_array_equal(drawn, np.hstack([first[:, :2], second[:, 2:]]))


def test_needs_the_uniforms_of_its_most_demanding_part():
    assert BOTH.uniforms == 1
    assert PerInput(parts=(NEGATIVE, Range.union((1, 2), (3, 4)))).uniforms == 2


def test_text():
    assert str(BOTH) == "[-2,-1) × [1,2)"


def test_no_part_is_refused():
    with pytest.raises(InvalidValueError, match="at least one distribution"):
        PerInput(parts=())
