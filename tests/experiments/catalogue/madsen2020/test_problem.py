"""A problem is trained by every model in the same way."""

import numpy as np

from nalm.experiments.catalogue._madsen2020._models import NMU_MODEL
from nalm.experiments.catalogue._madsen2020._problem import Problem, sums_of_inputs


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
