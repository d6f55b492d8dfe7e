"""Errors are those of a network on the paper's points, output by output."""

from functools import partial

import numpy as np
import pytest
import torch

from nalm.experiments import Setting, Trained
from nalm.experiments.catalogue._heim2020 import _errors as errors
from nalm.networks import Constant, Initial, stack
from nalm.results import StoredRun, Trace
from nalm.tasks import Operation, OperationsTask, Range
from nalm.training import Recipe
from nalm.units import NAU

FOUR = OperationsTask(operations=(Operation.ADD, Operation.MUL, Operation.DIV, Operation.ROOT))


def zero_predictor(interpolation=(1.0, 2.0), extrapolation=(2.0, 3.0)):
    setting = Setting(
        unit="zero",
        network=partial(
            stack, partial(NAU, 2, 4), initial=(Initial(parameters="*", draw=Constant(value=1.0)),)
        ),
        task=FOUR,
        interpolation=Range.interval(*interpolation),
        extrapolation=Range.interval(*extrapolation),
        recipe=Recipe(iterations=0, dtype=torch.float64),
    )
    run = setting.run(0)
    one = np.zeros(1)
    stored = StoredRun(
        key=run.key,
        description=run.description(),
        seed=0,
        trace=Trace(step=np.zeros(1, dtype=int), validation=one, test=one, sparsity=one),
        parameters={"0.weight": np.zeros((4, 2))},
        seconds=0.0,
        diverged=False,
    )
    return Trained(setting=setting, seed=0, stored=stored)


def test_the_grids_are_the_papers():
    assert errors.SIGNED.shape == (41 * 41, 2)
    assert (errors.SIGNED.min(), errors.SIGNED.max()) == (-4.1, 3.9)
    assert np.abs(errors.SIGNED).min() == 0.1
    assert errors.POSITIVE.shape == (40 * 40, 2)
    assert (errors.POSITIVE.min(), errors.POSITIVE.max()) == (0.1, 4.0)


def test_a_network_that_predicts_zero_has_the_known_errors():
    # Means of |x + y|, |x y|, |x / y| and √x over the grids, to the digits of the literature.
    found = {each.task: each.value for each in errors.GridErrors()(zero_predictor())}
    expected = {"add": 2.737, "mul": 4.208, "div": 2.493, "sqrt": 1.357}
    assert found == pytest.approx(expected, abs=6e-4)


def test_the_measurement_names_its_metric():
    assert {each.metric for each in errors.GridErrors()(zero_predictor())} == {
        "mean_absolute_error"
    }


def test_squared_errors_are_of_the_training_and_of_the_test_range():
    found = errors.OutputErrors()(zero_predictor(extrapolation=(10.0, 11.0)))
    by_name = {(each.metric, each.task): each.value for each in found}
    assert len(by_name) == 8
    assert by_name["train_mse", "sqrt"] == pytest.approx(1.5, abs=0.01)  # the mean of x
    assert by_name["test_mse", "sqrt"] == pytest.approx(10.5, abs=0.01)
    assert by_name["train_mse", "add"] == pytest.approx(9 + 1 / 6, abs=0.03)


def test_errors_are_absolute_and_have_a_column_per_output():
    points = np.array([[1.0, -2.0], [4.0, 2.0]])
    found = errors.absolute_errors(zero_predictor(), points)
    np.testing.assert_allclose(found, [[1, 2, 0.5, 1], [6, 8, 2, 2]])


def test_the_second_value_of_a_grid_varies_fastest():
    assert errors.square_grid(np.array([1.0, 2.0])).tolist() == [[1, 1], [1, 2], [2, 1], [2, 2]]
