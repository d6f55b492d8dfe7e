import pytest

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._faber2023nsr._comparisons import training_pairs
from nalm.tasks import Comparison, evaluation_set
from tests._tiers import slow
from tests.experiments.catalogue._training import train


def settings(what, **labels):
    whole = entries()[f"faber2023nsr/{what}"].settings
    return [s for s in whole if all(s.labels()[key] == value for key, value in labels.items())]


def labels(setting, distribution):
    rows = len(distribution.values)
    return evaluation_set(setting.task, distribution, rows=rows).targets[:, 0]


def test_training_pairs_are_all_pairs_of_digits():
    assert len(training_pairs(balanced=False).values) == 81
    balanced = training_pairs(scale=10.0, balanced=True).values
    assert len(balanced) == 144
    assert sum(a == b for a, b in balanced) == 72
    assert max(balanced) == (90, 90)


def test_labels_of_the_paper_are_of_both_kinds():
    for setting in settings("comparisons"):
        share = labels(setting, setting.interpolation).mean()
        assert 0.4 < share < 0.6, setting.task


def test_labels_of_the_code_are_all_the_same():
    for setting in settings("comparisons-code"):
        found = {float(x) for x in labels(setting, setting.interpolation)}
        assert found == {float(setting.task.comparison in (Comparison.GREATER, Comparison.UNEQUAL))}


def test_scales():
    found = {str(s.parameter) for s in settings("scaling")}
    assert len(found) == 63
    assert {"scale 0.001 on data 0.001", "scale 1000 on data 100000"} <= found
    assert {s.network().scale for s in settings("scaling")} == {10.0**k for k in range(-3, 4)}


@pytest.mark.thorough
@pytest.mark.parametrize("task", [">", slow("<"), slow(">="), "<=", "=="])
def test_the_nsr_learns_from_digits_what_holds_at_any_magnitude(task):
    (setting,) = settings("comparisons", unit="NSR", task=task)
    (run,) = train(setting, iterations=1500)
    assert setting.solves(run.stored.trace.test[-1])
