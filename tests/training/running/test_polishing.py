"""The second phase of training."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pytest
import torch
from torch import nn

from nalm.errors import InvalidValueError
from nalm.tasks import Operation, Range, SingleModuleTask
from nalm.training import (
    LBFGS,
    Constant,
    LargestWeight,
    LevenbergMarquardt,
    Penalty,
    Recipe,
    Rounding,
    Run,
    Trainer,
    train,
)
from nalm.units import NAU, NMU, SPU, Exponents

SOLVER = LevenbergMarquardt(iterations=60, rounding=(Rounding(parameters="weight"),), states=4)
DOUBLE = {"iterations": 0, "dtype": torch.float64, "batch_size": 32, "polishing": SOLVER}


def runs(unit=NAU, operation=Operation.ADD, seeds=(0, 1, 2), **recipe):
    recipe = {"iterations": 20, "evaluation_rows": 40, "polishing": LBFGS(iterations=40), **recipe}
    return [
        Run(
            network=partial(unit, 2, 1),
            task=SingleModuleTask(operation=operation),
            interpolation=Range.interval(1, 2),
            extrapolation=Range.interval(2, 6),
            recipe=Recipe(**recipe),
            seed=seed,
        )
        for seed in seeds
    ]


def test_polishing_ends_at_the_minimum_that_the_steps_were_far_from():
    for outcome in train(runs(), compile=False):
        assert outcome.step.tolist() == [0, 20, 60]
        assert outcome.validation[1] > 1.0
        assert outcome.validation[2] < 1e-10


def test_a_run_is_polished_alone_as_in_a_cohort():
    together = train(runs(NMU, Operation.MUL), compile=False)
    alone = train(runs(NMU, Operation.MUL, seeds=(1,)), compile=False)[0]
    np.testing.assert_array_equal(alone.validation, together[1].validation)


@pytest.mark.thorough
@pytest.mark.compile
@pytest.mark.usefixtures("evaluated_eagerly")
def test_compiled_ends_where_eager_does():
    eager, compiled = (train(runs(), compile=compile) for compile in (False, True))
    for one, other in zip(eager, compiled, strict=True):
        np.testing.assert_allclose(one.parameters["weight"], other.parameters["weight"], atol=1e-6)


def test_constrained_parameters_end_in_their_interval():
    for outcome in train(runs(NAU, Operation.SQUARED), compile=False):  # asks for weights near 4
        assert (np.abs(outcome.parameters["weight"]) <= 1).all()


def test_a_snapshot_before_polishing_ends_in_the_same_place():
    undisturbed = train(runs(), compile=False)
    trainer = Trainer(runs(), compile=False)
    steps = iter(trainer)
    assert [next(steps), next(steps)] == [0, 20]
    again = Trainer(runs(), compile=False)
    again.restore(trainer.snapshot())
    assert list(again) == [60]
    for one, other in zip(undisturbed, again.outcomes(), strict=True):
        np.testing.assert_array_equal(one.validation, other.validation)


def test_least_squares_solve_a_product_to_the_last_digit_and_keep_intervals():
    for outcome in train(runs(NMU, Operation.MUL, **DOUBLE), compile=False):
        assert outcome.validation[-1] < 1e-20
        assert (np.abs(outcome.parameters["weight"]) <= 1).all()


def test_a_run_is_solved_alone_as_in_a_cohort():
    together = train(runs(NMU, Operation.MUL, seeds=range(5), **DOUBLE), compile=False)
    alone = train(runs(NMU, Operation.MUL, seeds=(3,), **DOUBLE), compile=False)[0]
    np.testing.assert_array_equal(alone.parameters["weight"], together[3].parameters["weight"])


def test_a_penalty_takes_part_in_the_least_squares():
    # With weights w the data ask for w = 1 and the penalty too; with a weight of 10⁶ it decides.
    penalty = Penalty(measure=LargestWeight(), schedule=Constant(value=1e6))
    held = {**DOUBLE, "polishing": LevenbergMarquardt(iterations=60)}
    free, pulled = (
        train(runs(NAU, Operation.SQUARED, penalties=penalties, **held), compile=False)[0]
        for penalties in ((), (penalty,))
    )
    assert np.abs(pulled.parameters["weight"]).max() == pytest.approx(1, abs=1e-6)
    assert pulled.validation[-1] >= free.validation[-1]


def test_a_pattern_without_a_parameter_is_refused_before_training():
    polishing = LevenbergMarquardt(rounding=(Rounding(parameters="1.*"),))
    with pytest.raises(InvalidValueError, match=r"Rounding\.parameters: expected a pattern"):
        Trainer(runs(polishing=polishing), compile=False)


def dropping(inputs, outputs):
    """Return a sum whose terms are dropped in training."""
    return nn.Sequential(nn.Dropout(0.5), NAU(inputs, outputs))


def test_residuals_are_those_of_evaluation_mode():
    one = {**DOUBLE, "polishing": LevenbergMarquardt(iterations=30)}
    for outcome in train(runs(dropping, **one), compile=False):
        assert outcome.validation[-1] < 1e-19


def normalised(*_):
    return nn.Sequential(nn.Linear(2, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))


def test_least_squares_see_the_running_statistics_that_training_wrote():
    (run,) = runs(normalised, seeds=(0,), **{**DOUBLE, "iterations": 200, "batches": 1})
    solver = LevenbergMarquardt(iterations=50)
    run = replace(run, recipe=replace(run.recipe, polishing=solver, evaluate_every=200))
    _, trained, polished = train([run], compile=False)[0].validation
    assert polished < 0.1 * trained


@dataclass(frozen=True, kw_only=True)
class Bounded(LevenbergMarquardt):
    """Compares an end of an interval with the number that it was given as."""

    def minimise(self, problem, start):
        assert problem.high.tolist() == [0.7, 0.7, 0.7, 0.7, 1.0, 1.0]
        return start


def test_the_ends_of_intervals_are_told_in_double_precision():
    """In single precision 0.7 is less than seven tenths, which `Rounding` would not try."""
    unit = partial(SPU, exponents=Exponents(largest=0.7, step=0.1))
    train(
        runs(unit, Operation.MUL, seeds=(0,), **{**DOUBLE, "polishing": Bounded()}), compile=False
    )
