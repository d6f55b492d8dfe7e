"""Figure 4 divides numbers of different signs."""

import numpy as np
import pytest

from nalm.experiments.catalogue import entries

PAPER = "mistry2021division"


def settings(what, unit):
    found = [s for s in entries()[f"{PAPER}/{what}"].settings if s.unit == unit]
    assert found, f"{what} has no {unit}"
    return found


def keys(what, unit):
    return [setting.run(3).key for setting in settings(what, unit)]


@pytest.mark.parametrize("what, figure", [("fig4", "fig3"), ("fig4-redundancy", "fig6")])
def test_the_third_mixed_sign_dataset_is_one_of_the_nine_ranges(what, figure):
    third = keys(what, "Real NPU (modified)")[2]
    assert third == keys(figure, "Real NPU (modified)")[4]


@pytest.mark.parametrize(
    ("what", "units", "steps", "inputs"),
    [
        ("fig4", ["Real NPU (modified)"], 50_000, 2),
        ("fig4-nru-nmru", ["NRU", "NMRU"], 50_000, 2),
        ("fig4-redundancy", ["Real NPU (modified)", "NRU", "NMRU"], 100_000, 10),
    ],
)
def test_every_model_learns_the_five_datasets_with_25_seeds(what, units, steps, inputs):
    experiment = entries()[f"{PAPER}/{what}"]
    assert [each.unit for each in experiment.settings] == [u for u in units for _ in range(5)]
    assert experiment.seeds == 25
    assert {each.recipe.iterations for each in experiment.settings} == {steps}
    assert {each.task.in_features for each in experiment.settings} == {inputs}


@pytest.mark.parametrize("dataset", [1, 2, 4, 5])
def test_numerator_and_denominator_have_the_signs_of_the_dataset(dataset):
    setting = entries()[f"{PAPER}/fig4"].settings[dataset - 1]
    signs = (-1, 1) if dataset < 3 else (1, -1)
    for distribution in (setting.interpolation, setting.extrapolation):
        x = distribution.draw(np.random.RandomState(0), (100, 2))
        assert (np.sign(x) == signs).all()
