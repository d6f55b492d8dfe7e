from dataclasses import replace

import numpy as np
import pytest
import torch

from nalm.experiments import Experiment, Trained, View, execute, trained
from nalm.experiments.catalogue import entries
from nalm.results import Store
from tests.experiments._tiny import EAGER

VIEW = entries()["madsen2020/gating-histogram"]


def short(setting):
    recipe = replace(setting.recipe, iterations=2, evaluate_every=1, evaluation_rows=40)
    return replace(setting, recipe=recipe)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    settings = tuple(short(setting) for setting in VIEW.experiment.settings)
    experiment = replace(VIEW.experiment, settings=settings, seeds=3)
    with Store(tmp_path_factory.mktemp("gating") / "runs.db") as store:
        for _ in execute(experiment, store, options=EAGER):
            pass
        return list(trained(experiment, store))


def test_it_shows_the_experiment_of_the_table():
    assert isinstance(VIEW, View)
    assert isinstance(VIEW.experiment, Experiment)
    assert entries()["madsen2020/gating"] is VIEW.experiment


def test_every_run_is_in_one_of_25_bins(runs):
    table = VIEW.compute(runs)
    assert table["runs"].sum() == len(runs) == 6 * 3
    assert (table.groupby(["task", "unit"])["runs"].sum() == 3).all()
    assert sorted(set(table["gate"])) == pytest.approx(np.arange(0.02, 1, 0.04))
    assert set(table["outcome"]) <= {"solved", "not solved"}
    columns = {VIEW.chart.x, VIEW.chart.y, VIEW.chart.series, VIEW.chart.panel, VIEW.chart.row}
    assert columns == set(table.columns)


@pytest.mark.parametrize("value, gate", [(50.0, 0.98), (-50.0, 0.02)])
def test_a_gate_that_is_open_or_closed(runs, value, gate):
    run = next(each for each in runs if each.setting.unit == "Gated NAU/NMU")
    weights = {name: np.abs(array) for name, array in run.stored.parameters.items()}
    weights["1.gate"] = np.full_like(weights["1.gate"], value)
    changed = Trained(
        setting=run.setting, seed=run.seed, stored=replace(run.stored, parameters=weights)
    )
    table = VIEW.compute([changed])
    assert table.loc[table["runs"] == 1, "gate"].tolist() == [gate]


def test_the_gate_is_that_of_the_forward_pass(runs):
    network = runs[0].network()
    assert network[1].get_parameter("gate").shape == (1, 2)
    assert torch.equal(network[1].gate, torch.tensor(runs[0].stored.parameters["1.gate"]))
