from dataclasses import replace

from nalm.cli._laboratory._listed import Listed, chosen, listed
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


def test_a_pattern_is_of_whole_names_and_other_text_of_any_part():
    entries = {
        name: Listed(name=name, title=title, source="Figure 1")
        for name, title in (("a/fig1", "Sums [1,2]"), ("a/fig10", "Products"), ("b/fig1", "Sums"))
    }
    assert [*chosen(entries, "a/fig?")] == ["a/fig1"]
    assert [*chosen(entries, "*FIG1*")] == [*entries]
    assert [*chosen(entries, "sums")] == ["a/fig1", "b/fig1"]
    assert [*chosen(entries, "[1,2]")] == ["a/fig1"]
    assert chosen(entries, "?") == {}
