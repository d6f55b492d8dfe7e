from dataclasses import replace

from nalm.cli._laboratory._listed import Listed, listed
from nalm.cli._progress._cost import estimate_seconds
from tests.cli.examples import CURVE, NAME, small_catalogue, small_experiment


def test_an_experiment_has_what_it_costs_and_the_keys_of_its_runs():
    experiment = replace(small_experiment(), first_seed=3)
    found = listed(experiment)
    assert (found.name, found.title, found.source) == (NAME, experiment.title, experiment.source)
    assert (found.kind, found.runs, found.run_steps) == ("", 16, 64)
    assert found.seconds == round(estimate_seconds(experiment)) > 0
    assert found.keys() == {run.key for run in experiment.runs()}
    assert len(found.keys()) == 16


def test_a_figure_has_its_kind_and_no_runs():
    expected = Listed(name=CURVE, title="Small numbers", source="Figure 5", kind="computed")
    found = listed(small_catalogue()[CURVE])
    assert found == expected
    assert found.keys() == set()
