import pytest

from nalm.experiments.catalogue import entries
from tests.experiments.catalogue._training import train, values

ENTRIES = entries()


@pytest.mark.thorough
def test_a_nalu_has_no_negative_product_whatever_it_learns():
    experiment = ENTRIES["kollanur2022/section6.2"]
    setting = next(s for s in experiment.settings if s.unit == "NALU" and s.task.name == "mul")
    for run in train(setting, seeds=3, iterations=300, evaluate_every=300, evaluation_rows=10):
        assert values(experiment.measurements[0], run)["accuracy_relative"] < 0.6


def test_four_layers_of_large_inputs_overflow_and_one_does_not():
    settings = ENTRIES["kollanur2022/section6.1"].settings
    worst = {str(s.parameter): s for s in settings if str(s.interpolation) == "[1000,2000)"}
    short = {"seeds": 5, "iterations": 20, "evaluate_every": 20, "evaluation_rows": 10}
    assert not any(run.stored.diverged for run in train(worst["layers 1"], **short))
    assert any(run.stored.diverged for run in train(worst["layers 4"], **short))


def test_the_grid_has_54_starts():
    experiment = ENTRIES["kollanur2022/section6.3"]
    assert len({str(setting.parameter) for setting in experiment.settings}) == 54
    start = experiment.where({"parameter": "start g 1, w -1, m 0, sd 0.1"}).settings[0]
    layer = start.network()[0]
    assert abs(layer.w_hat.mean().item() + 1) < 0.5
    assert abs(layer.gate.mean().item() - 1) < 0.5
