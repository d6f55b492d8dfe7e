"""A trial has every unit once, and is another experiment than its original."""

from dataclasses import replace

from nalm.experiments import quick
from nalm.training import LBFGS
from nalm.units import NMU
from tests.experiments._tiny import experiment, recipe, setting

LONG = {"recipe": recipe(iterations=10_000, evaluate_every=1000, evaluation_rows=10_000)}


def test_each_unit_is_there_once_and_for_seconds():
    whole = experiment(setting(**LONG), setting(low=3, **LONG), setting(NMU, **LONG), seeds=25)
    trial = quick(whole)
    assert [each.unit for each in trial.settings] == ["NAU", "NMU"]
    assert trial.settings[0].interpolation == whole.settings[0].interpolation
    assert trial.run_steps() == 2 * 2 * 10
    assert trial.name == whole.name
    assert trial.trial
    assert not whole.trial


def test_its_runs_are_other_runs():
    whole = experiment(setting(**LONG))
    assert not {run.key for run in whole.runs()} & {run.key for run in quick(whole).runs()}


def test_a_second_phase_is_cut_short_too():
    whole = experiment(setting(recipe=recipe(polishing=LBFGS(iterations=1000))))
    assert quick(whole).settings[0].recipe.last_step <= 30


def test_data_that_have_to_be_fetched_are_replaced():
    stand_in = replace(experiment(setting(NMU, **LONG)), name="paper2020/small")
    trial = quick(replace(experiment(setting(**LONG)), stand_in=stand_in))
    assert [each.unit for each in trial.settings] == ["NMU"]
    assert (trial.name, trial.stand_in) == ("paper2020/tiny", None)
