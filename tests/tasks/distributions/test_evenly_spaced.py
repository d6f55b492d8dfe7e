import numpy as np
import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.tasks import EvenlySpaced
from tests.tasks._distributions import assert_traces

GRID = EvenlySpaced(low=-5, high=5)


def test_every_batch_is_the_grid():
    first, second = (GRID.sample(torch.rand(1, 1, 11)) for _ in range(2))
    assert first.tolist() == second.tolist() == [[float(k) for k in range(-5, 6)]]


def test_draws_are_the_grid_in_every_column():
    drawn = GRID.draw(np.random.RandomState(0), (3, 2))
    assert drawn.tolist() == [[-5, -5], [0, 0], [5, 5]]


def test_a_batch_of_one_is_the_lower_end():
    assert GRID.sample(torch.rand(1, 2, 1)).tolist() == [[-5.0], [-5.0]]


def test_a_cohort_can_be_traced():
    assert_traces(GRID)


def test_text():
    assert str(GRID) == "-5..5"


def test_an_empty_interval_is_refused():
    with pytest.raises(InvalidValueError, match="low < high"):
        EvenlySpaced(low=1, high=1)
