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

EXPERIMENTS = {name: each for name, each in entries().items() if isinstance(each, Experiment)}
VIEWS = {name: each for name, each in entries().items() if isinstance(each, View)}


def trial(experiment, path):
    store = Store(path)
    for _ in execute(experiment, store, options=Options(compile=False)):
        pass
    return store


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_runs(name, tmp_path):
    experiment = quick(EXPERIMENTS[name])
    with trial(experiment, tmp_path / "trial.db") as store:
        rows = summarise(experiment, store)
        found = measure_all(experiment, store)
    assert all(row.runs == row.expected_runs for row in rows)
    assert len(found) >= len(experiment.runs()) * bool(experiment.measurements)


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_is_drawn_from_what_was_trained(name, tmp_path):
    view = VIEWS[name]
    experiment = quick(view.experiment)
    with trial(experiment, tmp_path / "trial.db") as store, np.errstate(all="ignore"):
        frame = view.compute(list(trained(experiment, store)))
    assert isinstance(frame, pd.DataFrame)
    assert len(frame)
    columns = {view.chart.x, view.chart.y, view.chart.value, view.chart.series, view.chart.panel}
    assert columns - {""} <= set(frame.columns)
