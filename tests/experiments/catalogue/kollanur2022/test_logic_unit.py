import numpy as np
import pytest

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._kollanur2022._logic_unit import REINITIALISATION
from nalm.training import ValidationHistory

ENTRIES = entries()
SECTIONS = {"4.1": 6 * 2, "4.1-sum": 2 * 2, "4.2": 4 * 2, "5.1": 10 * 4, "7.1": 10 * 4}


@pytest.mark.parametrize("section", SECTIONS)
def test_every_task_has_every_model(section):
    assert len(ENTRIES[f"kollanur2022/section{section}"].settings) == SECTIONS[section]


@pytest.mark.parametrize("section", ["5.1", "7.1"])
def test_comparisons_share_their_plain_runs_with_section_4(section):
    compared = {run.key for run in ENTRIES[f"kollanur2022/section{section}"].runs()}
    for part in ("4.1", "4.2"):
        assert {run.key for run in ENTRIES[f"kollanur2022/section{part}"].runs()} <= compared


def test_only_the_strategy_differs():
    experiment = ENTRIES["kollanur2022/section5.1"]
    for setting in experiment.settings:
        expected = REINITIALISATION if "reinitialised" in setting.unit else None
        assert setting.recipe.restart == expected


def test_independent_weights_are_parameters_of_their_own():
    for setting in ENTRIES["kollanur2022/section7.1"].settings:
        names = [name for name, _ in setting.network().named_parameters()]
        assert ("0.w_hat_mul" in names) == ("independent" in setting.unit)
        assert ("1.w_hat" in names) == ("2 layers" in setting.unit)


def test_a_stuck_run_is_reinitialised_at_the_first_check():

    history = ValidationHistory(interval=1000, errors=np.array([[5.0, 0.5]] * 11))
    due = REINITIALISATION.due(10_000, np.zeros(2, dtype=np.int64), history)
    assert due.tolist() == [True, False]
