"""The error maps belong to the best run of each model."""

import numpy as np
import pytest

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._heim2020 import _figure6
from nalm.experiments.catalogue._heim2020._errors import SIGNED, GridErrors
from nalm.experiments.catalogue._heim2020._simple import TABLE_A2
from tests.experiments.catalogue.heim2020._tiny import tiny, train

VIEW = entries()["heim2020/fig6"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    small = tiny(TABLE_A2, seeds=3, units={"RealNPU", "Dense"})
    return train(small, tmp_path_factory.mktemp("store") / "runs.db")


def total(run):
    return sum(found.value for found in GridErrors()(run))


def test_the_best_run_has_the_least_sum(runs):
    best = _figure6.best_runs(runs)
    assert [run.setting.unit for run in best] == ["RealNPU", "Dense"]
    for chosen in best:
        rivals = [run for run in runs if run.setting.unit == chosen.setting.unit]
        assert len(rivals) == 3
        assert total(chosen) == min(map(total, rivals))


def test_there_is_a_map_per_model_and_function(runs):
    table = VIEW.compute(runs)
    sizes = table.groupby(["unit", "task"]).size()
    assert len(sizes) == 2 * 4
    assert set(sizes.xs("sqrt", level="task")) == {50 * 50}
    assert set(sizes.drop("sqrt", level="task")) == {41 * 41}
    assert table["error"].between(*VIEW.chart.limits).all()
    columns = {VIEW.chart.x, VIEW.chart.y, VIEW.chart.value, VIEW.chart.panel, VIEW.chart.row}
    assert columns == set(table.columns)


def test_a_map_is_the_logarithm_of_the_mean_that_the_table_has(runs):
    frame = _figure6.error_map(runs[0], 1, grid=SIGNED, limits=(-np.inf, np.inf))
    assert set(frame["task"]) == {"mul"}
    expected = next(found.value for found in GridErrors()(runs[0]) if found.task == "mul")
    assert (10 ** frame["error"]).mean() == pytest.approx(expected)


def test_nothing_trained_is_an_empty_figure():
    assert list(VIEW.compute([]).columns) == ["unit", "task", "x", "y", "error"]


def test_a_diverged_run_is_never_the_best(runs):
    broken = runs[0].stored.parameters
    nan = {name: np.full_like(values, np.nan) for name, values in broken.items()}
    stored = type(runs[0].stored)(**{**vars(runs[0].stored), "parameters": nan})
    diverged = type(runs[0])(setting=runs[0].setting, seed=9, stored=stored)
    assert _figure6.best_runs([diverged]) == []
