"""Tables 1 and 2 have the models, operations and thresholds of the paper."""

import numpy as np
import pytest

from nalm.tasks import Range
from tests.experiments.catalogue.madsen2020._settings import (
    MODELS,
    PAPER,
    ramp,
    setting,
    settings,
)


@pytest.mark.parametrize(
    "task, threshold",
    [
        ("mul", 0.16005),
        ("add", 1.4785e-5),
        ("sub", 1.3855e-8),
        ("div", 4.95e-12),
        ("squared", 0.15947),
        ("root", 8.95e-9),
    ],
)
def test_table_2_has_all_models_on_all_operations(task, threshold):
    found = settings("table2", task=task)
    assert [each.unit for each in found] == MODELS
    assert {each.threshold for each in found} == {threshold}
    assert {str(each.extrapolation) for each in found} == {"[2,6)"}
    for each in found:
        assert (each.task.subset_size, each.task.overlap) == (25, 12)
        expected = (0.01, 5e3, 5e4) if each.unit == "NAU" else (10, 1e6, 2e6)
        assert ramp(each) == expected


def test_the_simple_task_ends_before_its_regulariser_begins():
    for each in PAPER["table1"].settings:
        assert each.threshold == 2.157e-6
        assert each.recipe.iterations < ramp(each)[1]


def test_the_simulation_of_the_simple_task_needs_no_additional_input():
    # (z₁ + ε(s - 2 z₁))(z₂ - ε z₂) - z₁ z₂ with s the sum of all: the second row selects all.
    task = setting("table1", unit="NMU").task
    x = Range.interval(2, 6).draw(np.random.RandomState(0), (200_000, 4))
    z1, z2 = x[:, :2].sum(1), x.sum(1)
    nearly = (z1 + 1e-5 * (z2 - 2 * z1)) * (z2 * (1 - 1e-5))
    mse = ((nearly - task.target(x, {})[:, 0]) ** 2).mean()
    assert mse == pytest.approx(2.157e-6, rel=0.005)
