"""Every experiment of the catalogue trains, is summarised, measured and viewed: in a trial."""

import numpy as np
import pandas as pd
import pytest

from nalm.experiments import (
    Experiment,
    Options,
    View,
    execute,
    measure_all,
    quick,
    summarise,
    trained,
)
from nalm.experiments.catalogue import entries
from nalm.results import Store
from tests._tiers import kept

VIEWS = [each for each in entries().values() if isinstance(each, View)]
EXPERIMENTS = {name: each for name, each in entries().items() if isinstance(each, Experiment)}

SAMPLE = (  # the quickest of each paper, some with views
    "curry2025dmu/redundancy",
    "dujardin2025hill/inalu",
    "faber2023nsr/comparisons-code",
    "heim2020/large-scale-nmu",
    "heim2020draft/fig1-training",
    "kollanur2022/section2",
    "kollanur2022/section4.1",
    "madsen2020/gating",
    "madsen2020/regularisation",
    "mistry2021division/fig1b",
    "mistry2021division/fig4",
    "mistry2022primer/sub",
    "odrzywolek2026eml/recovery",
    "ranasinghe2024ginnlp/laurent",
    "schloer2020/experiment3",
    "trask2018/functions",
)


@pytest.mark.parametrize("name", kept(EXPERIMENTS, *SAMPLE, every=6))
def test_an_experiment_runs_and_its_views_are_drawn(name, tmp_path):
    experiment = quick(EXPERIMENTS[name])
    with Store(tmp_path / "trial.db") as store:
        train(experiment, store)
        rows = summarise(experiment, store)
        found = measure_all(experiment, store)
        for view in VIEWS:
            if view.experiment.name == name:
                check_view(view, store)
    assert all(row.runs == row.expected_runs for row in rows)
    assert len(found) >= len(experiment.runs()) * bool(experiment.measurements)


def test_every_view_is_of_an_experiment_of_the_catalogue():
    assert {view.experiment.name for view in VIEWS} <= set(EXPERIMENTS)


def train(experiment, store):
    """Train the runs that the store lacks."""
    list(execute(experiment, store, options=Options(compile=False)))


def check_view(view, store):
    experiment = quick(view.experiment)
    train(experiment, store)
    runs = list(trained(experiment, store))
    with np.errstate(all="ignore"):
        frame = view.compute(runs)
    assert isinstance(frame, pd.DataFrame), view.name
    assert len(frame), view.name
    columns = {view.chart.x, view.chart.y, view.chart.value, view.chart.series, view.chart.panel}
    assert columns - {""} <= set(frame.columns), view.name
