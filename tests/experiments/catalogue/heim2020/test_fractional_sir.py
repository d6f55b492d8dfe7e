"""The settings are the published ones, and a run can be trained and measured."""

import math

import numpy as np
import pytest
import torch

from nalm.experiments import measure_all
from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._heim2020 import _fractional_sir
from nalm.networks import Integrator
from nalm.results import Store
from nalm.training import initialise

CATALOGUE = entries()
EULER = CATALOGUE["heim2020/fractional-sir"]
VIEWS = {name: entry for name, entry in CATALOGUE.items() if name.startswith("heim2020/fig")}


def setting(unit, hidden=6):
    return next(s for s in EULER.settings if s.unit == unit and s.parameter.value == hidden)


def test_the_grid_is_the_published_one():
    assert len(EULER.runs()) == 300
    assert len({run.signature for run in EULER.runs()}) == 15  # the weights train together
    assert len(CATALOGUE["heim2020/fractional-sir-rk4"].runs()) == 50
    assert len({run.key for name in CATALOGUE if "fractional" in name
                for run in CATALOGUE[name].runs()}) == 650  # fmt: skip


@pytest.mark.parametrize(
    ("unit", "count"),
    [("NPU", lambda h: 9 * h + 3), ("RealNPU", lambda h: 6 * h + 3),
     ("Dense", lambda h: h * h + 8 * h + 3)],
)  # fmt: skip
def test_the_networks_have_the_published_sizes(unit, count):
    for hidden in _fractional_sir.HIDDEN_SIZES:
        network = setting(f"{unit} (L1 0.1)", hidden).network()
        assert sum(p.numel() for p in network.parameters()) == count(hidden)


def test_the_networks_start_as_in_the_code():
    torch.manual_seed(0)
    npu = setting("NPU (L1 0)", 20).network().field
    bound = 0.2 * math.sqrt(6 / 23)
    for weight in (npu[0].weight_real, npu[1].weight):
        assert 0.9 * bound < weight.abs().max() <= bound
    assert not npu[0].weight_imag.any()
    assert (npu[0].gate == 0.5).all()
    dense = setting("Dense (L1 0)", 20).network().field
    assert 0.9 * math.sqrt(6 / 40) < dense[1].weight.abs().max() <= math.sqrt(6 / 40)


def test_the_only_input_is_the_start():
    x = EULER.settings[0].interpolation.draw(np.random.RandomState(0), (2, 3))
    assert x.tolist() == [[100, 0.01, 0]] * 2


def test_the_weight_of_the_norm_is_a_number_of_the_run():
    losses = {weight: setting(f"RealNPU (L1 {weight})").run(0) for weight in ("0", "1")}
    network = initialise(losses["1"].network, 0)
    penalty = losses["1"].recipe.penalties[0]
    total = sum(p.abs().sum().item() for p in network.parameters())
    assert penalty.measure(network).item() == pytest.approx(total)
    assert losses["0"].signature == losses["1"].signature


def test_runs_are_measured(runs):
    experiment, path, trained = runs
    with Store(path) as store:
        table = measure_all(experiment, store).set_index(["unit", "metric"])["value"]
    assert table["NPU (L1 1)", "mse"] == trained[0].stored.trace.test[-1]
    assert 0 < table["RealNPU (L1 1)", "parameters"] <= 39
    assert np.isfinite(table["RealNPU (L1 1)", "power_i"])
    assert np.isnan(table["Dense (L1 1)", "power_s"])
    found = trained[1].network()(torch.tensor([_fractional_sir.TASK.START]).double())
    target = torch.tensor(_fractional_sir.TASK.instance(0)["course"])
    assert (found - target).square().mean().item() == pytest.approx(table["RealNPU (L1 1)", "mse"])


def test_the_accurate_integrator_is_named():
    rk4 = CATALOGUE["heim2020/fractional-sir-rk4"].settings[0].network()
    assert rk4.scheme.integrator is Integrator.RK4
    assert len(rk4.scheme.steps) == 39 * 6
