"""Sums of 100 inputs."""

import pytest

from nalm.experiments.catalogue import entries
from nalm.tasks import Operation
from nalm.training import LevenbergMarquardt, initialise, train

NAMES = ("product", "quotient", "square", "root")


@pytest.mark.parametrize("name", NAMES)
def test_task_ranges_and_threshold_are_those_of_the_paper(name):
    experiment = entries()[f"nalm2026spu/arithmetic-{name}"]
    paper = entries()["madsen2020/table2"].settings
    for setting in experiment.settings:
        (like, *_) = [each for each in paper if each.task == setting.task]
        for field in ("threshold", "interpolation", "extrapolation"):
            assert getattr(setting, field) == getattr(like, field)


@pytest.mark.parametrize("name", NAMES)
def test_there_are_more_rows_than_coefficients(name):
    for setting in entries()[f"nalm2026spu/arithmetic-{name}"].settings:
        network = dict(initialise(setting.network, 0).named_parameters())
        coefficients = network["0.weight"].numel()
        if isinstance(setting.recipe.polishing, LevenbergMarquardt):
            assert setting.recipe.batch_size > coefficients


def test_the_most_rows_are_those_of_the_product():
    settings = entries()["nalm2026spu/arithmetic-rows"].settings
    rows = [setting.recipe.batch_size for setting in settings]
    assert rows == sorted(set(rows))
    product = entries()["nalm2026spu/arithmetic-product"].settings[0]
    assert settings[-1].run(0).key == product.run(0).key


@pytest.mark.slow
def test_a_quotient_of_sums_of_100_inputs_is_solved():
    experiment = entries()["nalm2026spu/arithmetic-quotient"]
    chosen = experiment.settings[0]
    assert chosen.task.operation is Operation.DIV
    (outcome,) = train([chosen.run(0)], compile=False)
    assert outcome.test[-1] < chosen.threshold
