import dataclasses
import re
from collections import Counter

import numpy as np
import pytest
import torch

from nalm.experiments import Computation, Experiment
from nalm.experiments.catalogue import entries
from nalm.training import Trainer
from tests._tiers import kept, thorough

ENTRIES = entries()
EXPERIMENTS = {name: each for name, each in ENTRIES.items() if isinstance(each, Experiment)}
SINGLE_LAYER = {
    name: each
    for name, each in EXPERIMENTS.items()
    if name.startswith(("mistry2021division/", "mistry2022primer/", "mistry2022robust/single"))
    and "digits" not in name
}
COMPUTATIONS = {name: each for name, each in ENTRIES.items() if isinstance(each, Computation)}

STUCK = ("NMRU", "Benford[10,100)", 10)
"""The product of ten numbers up to 100 gives a gradient whose squared norm is infinite in single
precision; clipping scales it to 0, as `torch.nn.utils.clip_grad_norm_` does."""

WITHOUT_LOGARITHM = ("MulMCFC", "[-20,-10)", 2)
"""It takes logarithms of its inputs, as published, and all of these are negative."""


def numbers(spec):
    """Yield name and value of every field that is annotated as a number, at any depth."""
    for field in dataclasses.fields(spec):
        value = getattr(spec, field.name)
        if field.type in (float, "float"):
            yield f"{type(spec).__name__}.{field.name}", value
        for part in value if isinstance(value, tuple) else (value,):
            if dataclasses.is_dataclass(part) and not isinstance(part, type):
                yield from numbers(part)


def test_names_are_paper_and_what_and_agree_with_their_keys():
    for name, entry in ENTRIES.items():
        assert entry.name == name
        assert re.fullmatch(r"(field|[a-z]+\d{4}[a-z]*)/[a-z0-9.-]+", name)


def test_entries_are_the_callers_own():
    first = entries()
    first.clear()
    assert entries() == ENTRIES
    assert list(entries()) == list(ENTRIES)


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=lambda entry: entry.name)
def test_every_entry_tells_what_it_is(entry):
    assert entry.title[0].isupper()
    assert not entry.title.endswith(".")
    assert entry.source
    assert entry.note.endswith(".")
    assert entry.note[0].isupper() or entry.note[0].isdigit()


@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=lambda each: each.name)
class TestExperiment:
    def test_a_cost_in_a_note_is_right(self, experiment):
        stated = re.match(r"([\d,]+) runs of ([\d,]+) steps[.;:,]", experiment.note)
        if stated is None:
            return
        runs, steps = stated.groups()
        runs, steps = int(runs.replace(",", "")), int(steps.replace(",", ""))
        assert len(experiment.runs()) == runs
        assert experiment.run_steps() == pytest.approx(runs * steps, rel=1e-6)

    def test_no_two_settings_have_the_same_labels(self, experiment):
        labels = Counter(tuple(setting.labels().values()) for setting in experiment.settings)
        assert max(labels.values()) == 1

    def test_runs_are_distinct(self, experiment):
        runs = experiment.runs()
        assert len({run.key for run in runs}) == len(runs)
        assert len(runs) == experiment.seeds * len(experiment.settings)

    def test_numbers_are_floats(self, experiment):
        for setting in experiment.settings:
            for spec in (setting.recipe, setting.interpolation, setting.extrapolation):
                assert [n for n, value in numbers(spec) if not isinstance(value, float)] == []
            assert isinstance(setting.threshold, float)
            assert setting.threshold > 0 or np.isnan(setting.threshold)

    def test_networks_map_inputs_to_outputs(self, experiment):
        distinct = {setting.run(0).signature: setting for setting in experiment.settings}
        for setting in distinct.values():
            network = setting.network().to(setting.recipe.dtype)
            x = torch.ones(3, setting.task.in_features, dtype=setting.recipe.dtype)
            assert network(x).shape == (3, setting.task.out_features)


@pytest.mark.parametrize("experiment", SINGLE_LAYER.values(), ids=lambda each: each.name)
class TestSingleLayer:
    def test_a_model_trains_all_its_ranges_of_one_kind_together(self, experiment):
        signatures = {}
        for setting in experiment.settings:
            kind = (setting.unit, type(setting.interpolation))
            signatures.setdefault(kind, set()).add(setting.run(0).signature)
        assert all(len(each) == 1 for each in signatures.values())

    def test_networks_have_one_layer_from_the_inputs_to_one_output(self, experiment):
        assert experiment.seeds == 25
        for setting in experiment.settings:
            network = setting.network()
            assert not list(network.children())
            assert network.in_features == setting.task.in_features
            assert network.out_features == 1


def short_runs():
    """Return one short run of every kind, with what tells it from the others."""
    runs = {}
    for experiment in SINGLE_LAYER.values():
        for setting in experiment.settings:
            recipe = dataclasses.replace(
                setting.recipe, iterations=10, evaluate_every=5, evaluation_rows=100
            )
            run = dataclasses.replace(setting, recipe=recipe).run(0)
            label = (setting.unit, str(setting.interpolation), setting.task.in_features)
            runs.setdefault(run.signature, (label, run))
    return list(runs.values())


@pytest.mark.parametrize("every", [10, thorough(1)])
def test_every_kind_of_run_trains(every):
    runs = short_runs()
    assert len(runs) > 75
    for label, run in runs[::every]:
        trainer = Trainer([run], compile=False)
        initial = {k: v.copy() for k, v in trainer.outcomes()[0].parameters.items()}
        assert list(trainer) == [0, 5, 10]
        (outcome,) = trainer.outcomes()
        moved = [not np.array_equal(outcome.parameters[name], initial[name]) for name in initial]
        assert any(moved) == (label != STUCK), label
        finite = all(np.isfinite(value).all() for value in outcome.parameters.values())
        assert finite == (label != WITHOUT_LOGARITHM), label


@pytest.mark.parametrize("name", kept(COMPUTATIONS, "madsen2020/output-expectation"))
def test_computations_are_repeatable(name):
    first, second = (COMPUTATIONS[name].compute() for _ in range(2))
    assert len(first) > 0
    assert first.equals(second)
