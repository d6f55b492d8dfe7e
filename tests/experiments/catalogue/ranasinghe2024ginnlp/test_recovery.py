import numpy as np
import pytest

from nalm.experiments.catalogue import entries
from nalm.tasks import evaluation_set
from tests.experiments.catalogue._training import train

LAURENT = entries()["ranasinghe2024ginnlp/laurent"]


def test_a_growing_network_trains_one_term_more_at_a_time():
    updates = LAURENT.settings[0].recipe.alternating_updates
    names = [name for name, _ in LAURENT.settings[0].network().named_parameters()]
    trained = [{n for n in names if each.covers(n)} for each in updates]
    assert [len(each) for each in trained] == [3, 5, 7, 9]
    assert trained[0] == {"bias", "terms.0.exponents", "terms.0.coefficient"}
    assert sum(each.steps for each in updates) == LAURENT.settings[0].recipe.iterations


def test_thresholds_leave_a_thousandth_of_the_variance():
    for setting in LAURENT.settings[::20]:
        targets = evaluation_set(setting.task, setting.extrapolation).targets
        assert setting.threshold == pytest.approx(1e-3 * np.var(targets), rel=0.25)


def test_a_later_term_waits():
    (run,) = train(LAURENT.settings[0], iterations=3, evaluate_every=3, evaluation_rows=50)
    assert run.stored.parameters["terms.1.coefficient"] == 0
    assert run.stored.parameters["terms.0.coefficient"] != 1
