"""Discrete states in the order of their distance."""

from itertools import product

import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.training import Rounding
from nalm.training._recipe._rounding import nearest_states

VALUES = [torch.tensor([0.0, 1.0]), torch.tensor([-1.0, 0.0, 1.0]), torch.tensor([0.0, 0.5, 1.0])]


@pytest.mark.parametrize(
    ("parts", "interval", "expected"),
    [
        (1, (-1.0, 1.0), [-1, 0, 1]),
        (2, (0.0, 1.0), [0, 0.5, 1]),
        (1, (0.25, 2.5), [1, 2]),
        (10, (-0.1, 0.1), [-0.1, 0, 0.1]),
    ],
)
def test_values_are_the_multiples_in_the_interval(parts, interval, expected):
    assert Rounding(parameters="*", parts=parts).values(*interval).tolist() == expected


@pytest.mark.parametrize("count", [1, 5, 18, 100])
def test_the_nearest_states_come_first(count):
    parameters = torch.rand(4, 3, generator=torch.Generator().manual_seed(0))
    every = torch.tensor(list(product(*[each.tolist() for each in VALUES])))
    found = nearest_states(parameters, VALUES, count=count)
    for run in range(4):
        order = ((parameters[run] - every) ** 2).sum(1).argsort()
        torch.testing.assert_close(found[run], every[order[:count]])


def test_without_discrete_parameters_there_is_one_state():
    assert nearest_states(torch.zeros(4, 0), [], count=5).shape == (4, 1, 0)


@pytest.mark.parametrize("parts", [0, 1.5, True])
def test_a_number_of_parts_that_is_not_positive_is_refused(parts):
    with pytest.raises(InvalidValueError, match=r"Rounding\.parts: expected a whole number"):
        Rounding(parameters="*", parts=parts)
