"""Division on the other distributions of the published code."""

import numpy as np
import pytest

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._mistry2021division._distributions import DISTRIBUTIONS

NAMES = {"distributions": (2, 50_000), "distributions-redundancy": (10, 100_000)}


@pytest.mark.parametrize("name", NAMES)
def test_the_four_models_learn_six_distributions_with_25_seeds(name):
    experiment = entries()[f"mistry2021division/{name}"]
    inputs, steps = NAMES[name]
    units = ["Real NPU (baseline)", "Real NPU (modified)", "NRU", "NMRU"]
    assert [each.unit for each in experiment.settings] == [u for u in units for _ in range(6)]
    assert len(experiment.runs()) == 600
    assert {each.task.in_features for each in experiment.settings} == {inputs}
    assert {each.recipe.iterations for each in experiment.settings} == {steps}
    assert f"600 runs of {steps:,} steps" in experiment.note


@pytest.mark.parametrize("pair", DISTRIBUTIONS, ids=str)
def test_what_is_extrapolated_to_is_not_what_was_trained_on(pair):
    both = (pair.interpolation, pair.extrapolation)
    inner, outer = (each.draw(np.random.RandomState(0), (2000, 1)) for each in both)
    inside = (outer >= inner.min()) & (outer <= inner.max())
    assert inside.mean() < 0.2
