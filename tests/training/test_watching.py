from functools import partial

import numpy as np
import pytest

from nalm.training import Trainer
from tests.training._modules import NORM, layers, module_runs
from tests.training._runs import runs


def test_an_evaluation_holds_the_errors_of_every_run():
    seen = []
    trainer = Trainer(runs(3), compile=False, on_evaluation=seen.append)
    list(trainer)
    for index, evaluation in enumerate(seen):
        assert evaluation.runs == trainer.runs
        errors = (evaluation.validation, evaluation.test, evaluation.sparsity)
        np.testing.assert_array_equal(errors, trainer.errors[index])


def test_parameters_are_those_of_the_evaluation():
    seen = []

    def watch(evaluation):
        seen.append([evaluation.parameters(index) for index in range(2)])

    trainer = Trainer(module_runs(2, partial(layers, NORM)), compile=False, on_evaluation=watch)
    list(trainer)
    for outcome, first, last in zip(trainer.outcomes(), seen[0], seen[-1], strict=True):
        assert outcome.parameters.keys() == last.keys()
        assert all((outcome.parameters[name] == last[name]).all() for name in last)
        assert not (first["0.weight"] == last["0.weight"]).all()
        assert not (first["1.running_mean"] == last["1.running_mean"]).all()


def test_what_is_seen_later_does_not_change():
    seen = []
    trainer = Trainer(runs(2), compile=False, on_evaluation=seen.append)
    steps = iter(trainer)
    next(steps)
    before = seen[0].validation.copy()
    seen[0].validation[:] = 0
    np.testing.assert_array_equal(trainer.errors[0, 0], before)


def test_an_error_while_watching_ends_the_training():
    def refuse(evaluation):
        raise KeyError(evaluation.step)

    trainer = Trainer(runs(2), compile=False, on_evaluation=refuse)
    with pytest.raises(KeyError, match="0"):
        next(iter(trainer))


def test_a_restored_training_is_watched_from_there_on():
    first = Trainer(runs(2), compile=False)
    steps = iter(first)
    next(steps), next(steps)
    seen = []
    second = Trainer(runs(2), compile=False, on_evaluation=seen.append)
    second.restore(first.snapshot())
    list(second)
    assert [each.step for each in seen] == [50, 75, 100]
