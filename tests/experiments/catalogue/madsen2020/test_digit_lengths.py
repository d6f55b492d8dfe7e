"""Errors by length, and which of them solve the task."""

import numpy as np
import pytest
import torch

from nalm.experiments import Measured
from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._madsen2020._digit_lengths import LengthErrors, success_by_length
from tests.experiments.catalogue._training import train

PRODUCT = entries()["madsen2020/sequential-product-8x8"]
MEASURE = LengthErrors(lengths=(1, 2, 20))
TINY = {"iterations": 2, "evaluate_every": 1, "evaluation_rows": 20}


@pytest.fixture(scope="module")
def runs():
    by_unit = {setting.unit: setting for setting in PRODUCT.settings}
    return [
        run
        for unit in ("Reference", "NMU", "LSTM")
        for run in train(by_unit[unit], seeds=3, **TINY)
    ]


def test_the_error_of_the_training_length_is_the_test_error(runs):
    run = runs[0]
    sequences = run.setting.extrapolation
    index = sequences.groups(np.random.RandomState(88253339))
    pixels, digits = sequences.held_part()
    x = np.concatenate([pixels[index].reshape(len(index), -1), digits[index]], axis=1)
    t = run.setting.task.target(x, {})
    y = run.network()(torch.tensor(x, dtype=torch.float32))
    expected = ((y.detach().numpy() - t) ** 2).mean()
    found = {each.task: each.value for each in MEASURE(run)}
    assert found["length 2"] == pytest.approx(expected, rel=1e-4)
    assert list(found) == ["length 1", "length 2", "length 20"]


def test_a_length_without_enough_images_is_left_out(runs):
    assert len(LengthErrors(lengths=(2, 1000))(runs[0])) == 1


def test_success_is_measured_against_the_reference(runs, monkeypatch):
    errors = {"Reference": [1.0, 2.0, 3.0], "NMU": [2.0, 2.5, 90.0], "LSTM": [7.0, 8.0, 9.0]}
    errors = {unit: iter(values) for unit, values in errors.items()}

    def measure(self, run):
        return [Measured("length_error", next(errors[run.setting.unit]), "length 1")]

    monkeypatch.setattr(LengthErrors, "__call__", measure)
    table = success_by_length(runs, measure=MEASURE).set_index("unit")
    assert table.loc["NMU", "success_rate"] == pytest.approx(2 / 3)
    assert table.loc["LSTM", "success_rate"] == 0
    assert table["threshold"].iloc[0] == pytest.approx(6.021, abs=1e-3)
    assert table["runs"].eq(3).all()


def test_a_reference_run_that_did_not_solve_it_does_not_raise_the_threshold(runs, monkeypatch):
    values = iter([1.0, 1.0 + 1e-6, 1e6, *[5.0] * 6])
    monkeypatch.setattr(
        LengthErrors, "__call__", lambda self, run: [Measured("e", next(values), "length 1")]
    )
    table = success_by_length(runs, measure=MEASURE)
    assert table["threshold"].iloc[0] < 1.1
