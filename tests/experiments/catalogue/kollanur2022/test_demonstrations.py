import numpy as np
import pytest

from nalm.experiments.catalogue import entries

ENTRIES = entries()


def test_four_layers_raise_the_inputs_to_the_power_of_four_each():
    table = ENTRIES["kollanur2022/section6.1-layers"].compute()
    worst = table[(table["start"] == "all inputs multiplied") & (table["x"] == "x = 2")]
    assert worst["magnitude"].tolist()[:3] == pytest.approx([2.0**4, 2.0**16, 2.0**64], rel=1e-3)
    assert worst["overflow"].tolist() == [0, 0, 0, 1]  # 2 to the power of 256


def test_the_paths_pull_a_shared_weight_apart():
    table = ENTRIES["kollanur2022/section7.1-conflict"].compute()
    best = table.loc[table.groupby("path")["error"].idxmin()].set_index("path")
    assert best.loc["sum", "w"] == -1
    assert best.loc["product", "w"] == 1
    assert best.loc["product", "error"] == pytest.approx(0, abs=1e-9)


def test_only_a_weight_near_minus_one_divides_by_a_small_input():
    table = ENTRIES["kollanur2022/section7.1-leaky-gate"].compute()
    small = table[np.isclose(table["c"], 1e-7)].set_index("w_c")
    assert small.loc["-1e-05", "leak"] == pytest.approx(0.01, rel=1e-3)  # a b / 10⁴, c or not
    assert small.loc["-1", "leak"] > 10_000
