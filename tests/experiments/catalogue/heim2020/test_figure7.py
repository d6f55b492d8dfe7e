"""Ours lie beside the published points."""

import numpy as np
import pandas as pd
import pytest

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._heim2020 import _figure7
from nalm.experiments.catalogue._heim2020._large_scale import LARGE_SCALE
from tests.experiments.catalogue.heim2020._tiny import tiny, train

VIEW = entries()["heim2020/fig7"]


def test_the_published_points_have_the_medians_of_the_published_table():
    medians = pd.DataFrame(_figure7.published()).groupby(["task", "unit"])["mse"].median()
    expected = {
        ("add", "NMU"): 0.00602,
        ("mul", "RealNPU"): 3.09,
        ("div", "RealNPU"): 1.4e-6,
        ("sqrt", "NPU"): 0.054,
    }
    for key, value in expected.items():
        assert medians[key] == pytest.approx(value, rel=0.02)


def test_no_published_network_has_more_parameters_than_there_are():
    points = pd.DataFrame(_figure7.published())
    largest = points.groupby("unit")["parameters"].max()
    assert largest["NPU"] <= 10_300
    assert largest["NALU"] <= 30_401
    assert points["parameters"].min() == 52  # one pruned sum, an exponent and a gate
    sizes = points.groupby(["task", "unit"]).size()
    assert len(sizes) == 4 * 5
    assert sizes.between(8, 10).all()  # runs without a number are left out


def test_every_run_is_a_point(tmp_path):
    runs = train(tiny(LARGE_SCALE, units={"RealNPU"}, iterations=1), tmp_path / "runs.db")
    table = VIEW.compute(runs)
    ours = table[table["origin"] == "nalm"]
    assert ours["task"].tolist() == ["add", "mul", "div", "sqrt"]
    tests = [run.stored.trace.test[-1] for run in runs]
    np.testing.assert_allclose(ours["mse"], np.minimum(tests, _figure7.LARGEST))
    assert table["mse"].max() == _figure7.LARGEST
    columns = {VIEW.chart.x, VIEW.chart.y, VIEW.chart.series, VIEW.chart.panel, VIEW.chart.row}
    assert columns == set(table.columns)


def test_nothing_trained_leaves_the_published_points():
    assert set(VIEW.compute([])["origin"]) == {"published"}
