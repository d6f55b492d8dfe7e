import numpy as np
import pytest

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._trask2018._identity import IdentityCurves, identity_error
from tests.experiments.catalogue._training import train, values

EXPERIMENT = entries()["trask2018/fig1"]
(MEASUREMENT,) = EXPERIMENT.measurements


@pytest.fixture(scope="module")
def runs():
    chosen = [s for s in EXPERIMENT.settings if s.unit in ("Tanh", "PReLU")]
    return [run for s in chosen for run in train(s, seeds=3, iterations=300, evaluate_every=300)]


def test_tanh_fails_outside_and_prelu_does_not(runs):
    far = {run.setting.unit: values(MEASUREMENT, run)["error_far"] for run in runs}
    assert far["Tanh"] > 10
    assert far["PReLU"] < 3
    for run in runs:
        assert values(MEASUREMENT, run)["error_inside"] < 1


def test_the_parts_of_the_error_make_up_its_curve(runs):
    curve = IdentityCurves(low=-20, high=20)(runs[:1])
    found = values(MEASUREMENT, runs[0])
    inside = curve["x"].between(-5, 5)
    assert curve["error"][inside].mean() == pytest.approx(found["error_inside"])
    assert curve["error"][~inside].mean() == pytest.approx(found["error_outside"])
    assert curve["error"].iloc[[0, -1]].mean() == pytest.approx(found["error_far"])


def test_curves_have_a_band_over_the_seeds(runs):
    curves = IdentityCurves(low=-20, high=20)(runs)
    assert curves["unit"].value_counts().to_dict() == {"Tanh": 301, "PReLU": 301}
    assert (curves["low"] <= curves["high"]).all()
    first = curves[curves["unit"] == runs[0].setting.unit]
    errors = np.stack([identity_error(run, first["x"].to_numpy()) for run in runs[:3]])
    np.testing.assert_allclose(first["error"], errors.mean(0))
