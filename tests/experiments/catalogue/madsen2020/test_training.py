"""Every kind of model of the paper trains."""

from dataclasses import replace

import numpy as np
import pytest

from nalm.experiments.catalogue import entries
from nalm.training import Trainer

STATIC = ("table1", "table2", "gating", "ablation", "learning-rate", "subsets")


def families():
    """Return a setting of every model and optimiser, whatever it is trained on."""
    found = {}
    for name in STATIC:
        for setting in entries()[f"madsen2020/{name}"].settings:
            found.setdefault(setting.unit, setting)
    return found


FAMILIES = families()


def test_the_families_are_those_of_the_paper():
    assert len(FAMILIES) == 11 + 3 + 9 + 2 + 1  # table 2, ablation, learning rate, gating, code


@pytest.mark.parametrize("unit", FAMILIES)
def test_a_model_trains(unit):
    setting = FAMILIES[unit]
    recipe = replace(setting.recipe, iterations=4, evaluate_every=2, evaluation_rows=50)
    trainer = Trainer([replace(setting, recipe=recipe).run(seed) for seed in (0, 1)], compile=False)
    initial = [{k: v.copy() for k, v in each.parameters.items()} for each in trainer.outcomes()]
    assert list(trainer) == [0, 2, 4]
    for outcome, before in zip(trainer.outcomes(), initial, strict=True):
        moved = [name for name in before if (outcome.parameters[name] != before[name]).any()]
        assert moved
        assert np.isfinite(outcome.validation).all()
