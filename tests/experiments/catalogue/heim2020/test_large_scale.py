"""The large-scale task has the paper's sums, sizes and settings."""

import numpy as np
import pytest
import torch

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._heim2020 import _large_scale as large
from tests.experiments.catalogue.heim2020._tiny import tiny, train

TOTALS = {"NPU": 10_300, "RealNPU": 10_200, "NaiveNPU": 10_200, "NMU": 10_100, "NALU": 30_401}


def settings(unit):
    return [s for s in large.LARGE_SCALE.settings if s.unit == unit]


@pytest.mark.parametrize("unit", TOTALS)
def test_networks_have_the_published_numbers_of_parameters(unit):
    network = settings(unit)[0].network()
    assert sum(p.numel() for p in network.parameters()) == TOTALS[unit]


def test_sums_are_of_half_the_inputs_and_share_twelve():
    first, second = (set(range(*subset)) for subset in large.SUBSETS)
    assert (len(first), len(second), len(first & second)) == (50, 50, 12)


def test_targets_are_the_four_functions_of_the_sums():
    x = np.random.RandomState(0).uniform(0.1, 1, (20, 100))
    a, b = x[:, :50].sum(1), x[:, 38:88].sum(1)
    expected = {"add": a + b, "mul": a * b, "reciprocal": 1 / a, "root": np.sqrt(a)}
    for setting in settings("NPU"):
        t = setting.task.target(x, setting.task.instance(0))
        np.testing.assert_allclose(t[:, 0], expected.pop(setting.task.name))
    assert not expected


@pytest.mark.parametrize("unit", TOTALS)
def test_weights_start_small_and_positive(unit):
    torch.manual_seed(0)
    network = settings(unit)[0].network()
    for name, parameter in network.named_parameters():
        if name.endswith(("imag", "bias")):
            assert not parameter.any()
        elif name != "1.gate" or unit == "NALU":
            assert 0 <= parameter.min() < parameter.max() <= 0.1


def test_the_gate_of_the_npu_starts_open_but_not_in_the_printed_variant():
    def gate(setting):
        return setting.network()[1].gate.detach().unique().tolist()

    assert gate(settings("NPU")[0]) == [1.0]
    assert gate(settings("RealNPU")[0]) == [0.5]
    printed = entries()["heim2020/large-scale-printed"].settings
    assert gate(printed[0]) == [0.5]


def test_only_finite_targets_are_tested_in_the_printed_variant():
    printed = entries()["heim2020/large-scale-printed"].settings
    assert {s.task.name for s in printed} == {"add", "mul", "root"}
    assert {str(s.extrapolation) for s in printed if s.task.name != "root"} == {"Sobol[-4,4)"}


def test_the_nalu_trains_in_double_precision():
    dtypes = {s.unit: s.recipe.dtype for s in large.LARGE_SCALE.settings}
    assert [unit for unit, dtype in dtypes.items() if dtype is torch.float64] == ["NALU"]


def test_measurements_are_the_last_errors_and_the_parameters_above_a_hundredth(tmp_path):
    small = tiny(large.LARGE_SCALE, units={"RealNPU"}, iterations=1)
    run = train(small, tmp_path / "runs.db")[2]
    found = {(each.task, each.metric): each.value for each in large.ErrorsAndSize()(run)}
    flat = np.concatenate([values.ravel() for values in run.stored.parameters.values()])
    assert found == {
        ("div", "test_mse"): run.stored.trace.test[-1],
        ("div", "train_mse"): run.stored.trace.validation[-1],
        ("div", "nonzero_parameters"): (np.abs(flat) > 0.01).sum(),
    }
    assert 0 < found["div", "nonzero_parameters"] < TOTALS["RealNPU"]
