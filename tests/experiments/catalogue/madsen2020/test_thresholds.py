"""The error of nearly exact weights is the published threshold."""

import numpy as np
import pytest

from nalm.experiments.catalogue._madsen2020._thresholds import nearly_exact_mse
from nalm.tasks import Operation, Range, SingleModuleTask


@pytest.mark.parametrize("excess, close", [(1, True), (0, False)])
def test_published_thresholds_are_simulated_with_one_input_too_many(excess, close):
    task = SingleModuleTask.from_ratios(
        Operation.ADD, in_features=100, subset_ratio=0.25, overlap_ratio=0.5
    )
    found = nearly_exact_mse(task, Range.interval(2, 6), excess=excess, samples=20_000)
    assert (found == pytest.approx(1.4785e-5, rel=0.005)) is close


def test_the_error_of_a_sum_comes_from_what_is_left_out():
    # (1 - ε)x₁ + ε(x₂ + x₃) + (1 - ε)x₂ + ε(x₁ + x₃) exceeds x₁ + x₂ by 2 ε x₃.
    task = SingleModuleTask(operation=Operation.ADD, in_features=3)
    inputs = Range.interval(2, 6)
    x3 = inputs.draw(np.random.RandomState(0), (1000, 3))[:, 2]
    found = nearly_exact_mse(task, inputs, excess=0, samples=1000)
    assert found == pytest.approx(4e-10 * (x3**2).mean(), rel=1e-6)
