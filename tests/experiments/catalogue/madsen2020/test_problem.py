"""A problem is trained by every model in the same way."""

import numpy as np
import pytest

from nalm.experiments.catalogue._madsen2020._models import NMU_MODEL
from nalm.experiments.catalogue._madsen2020._problem import THRESHOLDS, Problem, sums_of_inputs
from nalm.tasks import Operation, Range, SingleModuleTask
from tests.experiments.catalogue.madsen2020._thresholds import nearly_exact_mse


def test_the_target_is_a_product_of_two_sums_of_25_that_share_12_inputs():
    task = sums_of_inputs()
    assert task.in_features == 100
    subsets = task.instance(0)["subsets"]
    assert subsets.sum(1).tolist() == [25, 25]
    assert (subsets[0] * subsets[1]).sum() == 12
    assert task.target(np.ones((1, 100)), task.instance(0)).tolist() == [[625.0]]


def test_a_model_learns_the_problem_with_its_hidden_units():
    problem = Problem(task=sums_of_inputs(inputs=10), threshold=0.5, hidden=3, iterations=7)
    found = problem.setting(NMU_MODEL)
    assert (found.unit, found.threshold, found.recipe.iterations) == ("NMU", 0.5, 7)
    assert [layer.out_features for layer in found.network()] == [3, 1]
    assert (str(found.interpolation), str(found.extrapolation)) == ("[1,2)", "[2,6)")


@pytest.mark.parametrize("excess, close", [(1, True), (0, False)])
def test_published_thresholds_are_simulated_with_one_input_too_many(excess, close):
    task = sums_of_inputs(Operation.ADD)
    found = nearly_exact_mse(task, Range.interval(2, 6), excess=excess, samples=20_000)
    assert (found == pytest.approx(THRESHOLDS[Operation.ADD], rel=0.005)) is close


def test_the_error_of_a_sum_comes_from_what_is_left_out():
    # (1 - ε)x₁ + ε(x₂ + x₃) + (1 - ε)x₂ + ε(x₁ + x₃) exceeds x₁ + x₂ by 2 ε x₃.
    task = SingleModuleTask(operation=Operation.ADD, in_features=3)
    inputs = Range.interval(2, 6)
    x3 = inputs.draw(np.random.RandomState(0), (1000, 3))[:, 2]
    found = nearly_exact_mse(task, inputs, excess=0, samples=1000)
    assert found == pytest.approx(4e-10 * (x3**2).mean(), rel=1e-6)
