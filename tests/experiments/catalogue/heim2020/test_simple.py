"""The tables of the simple arithmetic task: what their runs share, and what they do not."""

import dataclasses

import pytest
import torch

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._heim2020._simple import TABLE_A2

PRINTED = entries()["heim2020/table-a2-paper"]
INALU = entries()["heim2020/table-a2-inalu"]


def by_unit(experiment):
    return {setting.unit: setting for setting in experiment.settings}


def test_the_models_are_the_columns_of_the_table():
    assert list(by_unit(TABLE_A2)) == ["NPU", "RealNPU", "NMU", "NALU", "iNALU", "Dense"]
    assert TABLE_A2.seeds == 20
    assert TABLE_A2.run_steps() == 120 * 20_000


def test_nalu_and_inalu_train_with_rmsprop():
    rates = {
        unit: (type(s.recipe.optimizer).__name__, s.recipe.optimizer.learning_rate)
        for unit, s in by_unit(TABLE_A2).items()
    }
    assert rates.pop("NALU") == ("RMSprop", 5e-3)
    assert rates.pop("iNALU") == ("RMSprop", 1e-3)
    assert set(rates.values()) == {("Adam", 5e-3)}


def test_only_the_nalu_is_in_double_precision():
    double = [s.unit for s in TABLE_A2.settings if s.recipe.dtype is torch.float64]
    assert double == ["NALU"]


def test_the_printed_variant_differs_in_optimiser_and_range_alone():
    for code, printed in zip(TABLE_A2.settings, PRINTED.settings, strict=True):
        assert str(printed.interpolation) == "[0.1,2)"
        assert str(code.interpolation) == "[0.1,2.1)"
        assert printed.recipe.optimizer.learning_rate == 1e-3
        same = {"interpolation": code.interpolation}
        recipe = dataclasses.replace(printed.recipe, optimizer=code.recipe.optimizer)
        assert dataclasses.replace(printed, recipe=recipe, **same) == code


def test_the_inalu_of_the_table_is_trained_once():
    assert INALU.settings[0].run(3).key == by_unit(TABLE_A2)["iNALU"].run(3).key
    assert INALU.settings[1].run(3).key != INALU.settings[0].run(3).key


@pytest.mark.parametrize("experiment", [TABLE_A2, PRINTED, INALU], ids=lambda each: each.name)
def test_every_function_has_a_value_wherever_a_network_is_judged(experiment):
    for setting in experiment.settings:
        assert setting.extrapolation.intervals[0][0] > 0
