from dataclasses import replace

import pytest

from nalm.experiments.catalogue import entries

ENTRIES = {name: each for name, each in entries().items() if name.startswith("schloer2020/")}


def test_experiments_1_and_2_have_four_models_four_operations_seven_distributions():
    for number, inputs in (("1", 2), ("1-unclipped", 2), ("2", 10), ("2-unclipped", 10)):
        settings = ENTRIES[f"schloer2020/experiment{number}"].settings
        assert len(settings) == 4 * 4 * 7
        assert len({str(setting.interpolation) for setting in settings}) == 7
        assert {setting.task.in_features for setting in settings} == {inputs}


@pytest.mark.parametrize("number", [1, 2])
def test_nothing_but_the_clipping_is_left_out(number):
    there, here = (ENTRIES[f"schloer2020/experiment{number}{end}"] for end in ("", "-unclipped"))
    for first, second in zip(there.settings, here.settings, strict=True):
        assert first.recipe.clipping
        assert second == replace(first, recipe=replace(first.recipe, clipping=()))


def test_experiment_3_has_54_starts_of_which_one_is_everyones():
    settings = ENTRIES["schloer2020/experiment3"].settings
    assert len({str(setting.parameter) for setting in settings}) == 54
    assert "start g 0, m -1, w 1, sd 0.1" in {str(setting.parameter) for setting in settings}
    assert {setting.recipe.iterations for setting in settings} == {201_000}


def test_experiment_4_selects_from_a_hundred_inputs_through_two_neurons():
    for setting in ENTRIES["schloer2020/experiment4"].settings:
        assert [each.out_features for each in setting.network()] == [2, 1]
        assert setting.task.in_features == 100


def test_success_is_an_error_below_1e_5():
    for experiment in ENTRIES.values():
        assert {setting.threshold for setting in experiment.settings} == {1e-5}
