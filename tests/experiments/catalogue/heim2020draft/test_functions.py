"""Figure 2 shows the best network of each model beyond its training data."""

import numpy as np
import pytest

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._heim2020draft import _functions
from tests.experiments.catalogue.heim2020._tiny import tiny, train

VIEW = entries()["heim2020draft/fig2"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    small = tiny(_functions.TRAINING, units={"NPU", "Dense"}, seeds=2)
    return train(small, tmp_path_factory.mktemp("store") / "runs.db")


def test_training_points_are_a_tenth_apart():
    for curve in _functions.CURVES:
        low, high = curve.train
        assert (high - low) / (curve.points - 1) == pytest.approx(0.1)


def test_the_whole_grid_is_a_batch():
    for setting in _functions.TRAINING.settings:
        points = setting.interpolation.draw(
            np.random.RandomState(0), (setting.recipe.batch_size, 1)
        )
        assert np.diff(points[:, 0]) == pytest.approx(0.1)


def test_only_units_with_imaginary_weights_are_penalised():
    penalised = {s.unit for s in _functions.TRAINING.settings if s.recipe.penalties}
    assert penalised == {"NaiveNPU", "NPU"}


def test_curves_are_the_target_and_each_model(runs):
    table = VIEW.compute(runs)
    assert set(table["function"]) == {"log₁₀ |exp|", "log", "sin"}
    sizes = table.groupby(["function", "unit"]).size()
    assert len(sizes) == 3 * 3
    assert set(sizes) == {201}
    target = table[(table["function"] == "log₁₀ |exp|") & (table["unit"] == "target")]
    np.testing.assert_allclose(target["y"], target["x"] / np.log(10), atol=1e-12)
    assert (target["x"].min(), target["x"].max()) == (-10, 10)


def test_the_run_with_the_least_training_error_is_drawn(runs):
    sines = [r for r in runs if r.setting.task.name == "sin" and r.setting.unit == "Dense"]
    best = min(sines, key=lambda run: run.stored.trace.validation[-1])
    (other,) = (run for run in sines if run is not best)
    assert VIEW.compute(sines).equals(VIEW.compute([best]))
    assert not VIEW.compute(sines).equals(VIEW.compute([other]))


def test_nothing_trained_is_an_empty_figure():
    assert list(VIEW.compute([]).columns) == ["function", "unit", "x", "y"]
