"""Tasks of one's own function."""

from functools import partial

import numpy as np
import pytest
import torch
from torch import nn

from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.tasks import FunctionTask, Range
from nalm.training import Recipe, Run, train


def damped(amplitude, time, rate=1.0):
    return amplitude * torch.exp(-rate * time) * torch.sin(time)


def both(a, b):
    return a + b, a * b


def as_row(a, b):
    return torch.stack((a, b), -1)


def single_number(a, b):
    return 1.0


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        (FunctionTask(function=damped, in_features=2), lambda a, t: [a * np.exp(-t) * np.sin(t)]),
        (
            FunctionTask(function=partial(damped, rate=0.5), in_features=2),
            lambda a, t: [a * np.exp(-t / 2) * np.sin(t)],
        ),
        (
            FunctionTask(function=both, in_features=2, out_features=2),
            lambda a, b: [a + b, a * b],
        ),
    ],
)
def test_arrays_and_tensors_have_the_same_targets(task, expected):
    x = np.random.RandomState(0).uniform(0, 3, (5, 2))
    found = task.target(x, {})
    assert found.dtype == np.float64
    assert np.allclose(found, np.stack(expected(*x.T), -1), rtol=1e-12)
    assert np.array_equal(found, task.target(torch.tensor(x), {}).numpy())


def test_it_is_named_after_its_function_and_every_seed_learns_it():
    task = FunctionTask(function=partial(damped, rate=2.0), in_features=2)
    assert task.name == "damped"
    assert task.instance(0) == task.instance(7) == {}


@pytest.mark.parametrize("function", [lambda a, b: a, "a * b", np.sin, nn.ReLU(), str.upper])
def test_what_has_no_definition_in_a_module_is_refused(function):
    with pytest.raises(InvalidTypeError, match="write it with def at the top level"):
        FunctionTask(function=function, in_features=2)


@pytest.mark.parametrize(
    ("function", "sizes", "said"),
    [
        (damped, (1, 1), "called with 1 tensors, as many as in_features"),
        (both, (3, 2), "called with 3 tensors"),
        (both, (2, 1), "1 tensor.s. of shape .2,. from both, as many as out_features"),
        (damped, (2, 2), "2 tensor.s. of shape"),
        (as_row, (2, 1), "from as_row"),
        (single_number, (2, 1), "found ..float.."),
        (damped, (0, 1), "at least 1, found 0 and 1"),
        (damped, (2, 0), "at least 1, found 2 and 0"),
    ],
)
def test_sizes_that_do_not_fit_are_refused(function, sizes, said):
    with pytest.raises(InvalidValueError, match=said):
        FunctionTask(function=function, in_features=sizes[0], out_features=sizes[1])


def test_runs_are_identified_by_the_function_and_learn_it():
    runs = [
        Run(
            network=partial(nn.Linear, 2, 1),
            task=FunctionTask(function=each, in_features=2),
            interpolation=Range.interval(0, 1),
            extrapolation=Range.interval(1, 2),
            recipe=Recipe(iterations=40, evaluate_every=20, evaluation_rows=16),
            seed=0,
        )
        for each in (damped, partial(damped, rate=0.5))
    ]
    assert runs[0].key != runs[1].key
    for run in runs:
        (outcome,) = train([run], compile=False)
        assert outcome.test[-1] < outcome.test[0]
