"""Experiments are settings × seeds, of which parts can be chosen; and they are entries."""

import dataclasses

import pytest

from nalm import NMU
from nalm.errors import InvalidValueError
from nalm.experiments import Entry, Figure
from nalm.tasks import Benford, Operation, PerInput, Range
from tests.experiments._tiny import STEPS, experiment, recipe, setting

PAIR = PerInput(parts=(Range.interval(-2, -1), Range.interval(1, 2)))
UNION = Range.union((-6, -2), (2, 6))
MANY = experiment(
    setting(),
    setting(low=-2),
    setting(NMU, operation=Operation.MUL),
    dataclasses.replace(setting(low=0.1), unit="Real NPU (modified)"),
    dataclasses.replace(setting(interpolation=UNION), unit="NAC•"),
    dataclasses.replace(setting(interpolation=PAIR), unit="NRU"),
    dataclasses.replace(setting(interpolation=Benford(digits=2)), unit="NRU"),
)


def indices(filtered):
    return [MANY.settings.index(each) for each in filtered.settings]


def test_conditions_are_combined_and_keep_everything_else():
    filtered = MANY.where({"unit": "NAU", "range": "[-2,-1]"})
    assert indices(filtered) == [1]
    assert dataclasses.replace(filtered, settings=MANY.settings) == MANY
    assert MANY.where({}) == MANY


def test_runs_and_run_steps_are_settings_times_seeds():
    two = experiment(setting(), setting(recipe=recipe(iterations=30)), seeds=4)
    runs = two.runs()
    assert [run.seed for run in runs] == [0, 1, 2, 3] * 2
    assert [run.recipe.iterations for run in runs] == [STEPS] * 4 + [30] * 4
    assert two.run_steps() == 4 * (STEPS + 30) == sum(run.recipe.iterations for run in runs)


def test_more_seeds_keep_the_runs_there_were():
    few = {run.key for run in MANY.runs()}
    assert few < {run.key for run in MANY.with_seeds(5).runs()}
    assert MANY.with_seeds(MANY.seeds) == MANY


@pytest.mark.parametrize("seeds", [0, -1])
def test_seeds_are_positive(seeds):
    with pytest.raises(InvalidValueError, match=rf"--seeds: .* found {seeds}"):
        MANY.with_seeds(seeds)


def test_paper_is_the_first_part_of_the_name():
    assert MANY.paper == "paper2020"


def test_an_experiment_answers_what_every_entry_is_asked():
    other = experiment(setting())
    assert MANY.trained_part() is MANY
    assert MANY.on(other) is other
    assert MANY.drawn_from == ""
    assert MANY.either(experiment=lambda each: each.seeds, figure=lambda _: None) == MANY.seeds


@pytest.mark.parametrize("kind", [Entry, Figure])
def test_an_entry_that_does_not_answer_cannot_be_made(kind):
    with pytest.raises(TypeError, match="abstract"):
        kind(name="paper2020/x", title="", source="")
