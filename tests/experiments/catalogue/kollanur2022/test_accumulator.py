import numpy as np
import pytest

from nalm.experiments.catalogue import entries
from nalm.training import RMSprop
from tests._tiers import thorough
from tests.experiments.catalogue._training import train, values

ENTRIES = entries()
FAST = {
    "optimizer": RMSprop(learning_rate=0.1, alpha=0.9),
    "evaluate_every": 1000,
    "evaluation_rows": 10,
}
"""The same descent in fewer and larger steps."""


@pytest.mark.parametrize(
    ("name", "operands"),
    [
        thorough("kollanur2022/section3.1", 1),
        ("kollanur2022/section3.2", 5),
        thorough("kollanur2022/section3.1", 5),
        thorough("kollanur2022/section3.2", 1),
    ],
)
def test_every_seed_adds_and_subtracts_outside_of_its_range(name, operands):
    experiment = ENTRIES[name]
    setting = experiment.settings[operands - 1]
    assert str(setting.parameter) == f"operands {operands}"
    for run in train(setting, seeds=5, iterations=600, **FAST):
        assert values(experiment.measurements[0], run)["accuracy_0.01"] == 1


@pytest.mark.thorough
def test_weights_end_within_rounding_of_the_signs():
    experiment = ENTRIES["kollanur2022/section3.3"]
    for setting in experiment.settings:
        for run in train(setting, seeds=3, iterations=1000, **FAST):
            assert values(experiment.measurements[1], run)["sign_distance"] < 5e-5


@pytest.mark.thorough
def test_the_printed_weights_are_the_signs():
    view = ENTRIES["kollanur2022/section3.3-weights"]
    signs = view.compute(train(view.experiment.settings[0], iterations=1000, **FAST))
    printed = signs[signs["matrix"] == "W"].sort_values("input")["value"].round(4)
    assert printed.tolist() == [1, 1, -1, 1, -1, 1, -1, -1]


def test_the_view_prints_both_parameters_and_the_weight():
    view = ENTRIES["kollanur2022/section3.3-weights"]
    table = view.compute(train(view.experiment.settings[0], seeds=2, iterations=1))
    assert len(table) == 2 * 3 * 8
    one = table[(table["seed"] == 1) & (table["input"] == 3)].set_index("matrix")["value"]
    assert one["W"] == pytest.approx(np.tanh(one["w_hat"]) / (1 + np.exp(-one["m_hat"])))
