import pytest
import torch

from nalm.experiments.catalogue import entries
from nalm.reports import published_number
from tests.experiments.catalogue._training import train, values

TABLE = entries()["dujardin2025hill/inalu"]


def setting(unit, task, distribution):
    (found,) = [
        s
        for s in TABLE.settings
        if (s.unit, s.task.name) == (unit, task) and str(s.extrapolation).startswith(distribution)
    ]
    return found


def test_weights_start_at_zero_and_snap():
    for each in TABLE.settings:
        (unit,) = each.network()
        assert unit.snap == 1e-6
        assert not torch.cat([unit.w_hat, unit.m_hat]).any()


def test_every_cell_has_its_published_error():
    for each in TABLE.settings:
        labels = each.labels()
        labels.pop("extrapolation")
        assert published_number(TABLE.name, "mse", **labels) is not None
    labels = setting("Hill (matched)", "mul", "[-10").labels()
    labels.pop("extrapolation")
    assert published_number(TABLE.name, "mse", **labels).value == 3300


@pytest.mark.parametrize("task", ["add", "mul"])
def test_positive_data_teach_what_holds_for_negative_numbers(task):
    each = setting("Hill (universal)", task, "[-10")
    (run,) = train(each, iterations=300, evaluate_every=300, evaluation_rows=100)
    (measure,) = TABLE.measurements
    assert values(measure, run)["mse"] < 0.5 < 100 < run.stored.trace.test[0]
