import numpy as np
import pytest

from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.tasks import Operation, Range, SingleModuleTask
from nalm.training import Adam, EarlyStopping, Recipe, Run
from tests.training._runs import SMALL_NMRU

STEPS = np.array([0, 100, 200, 250])


@pytest.mark.parametrize(
    ("patience", "errors", "due"),
    [
        (0, [2.0, 2.0, 2.0, 0.5], True),
        (0, [0.5, 0.5, 0.5, 2.0], False),
        (0, [2.0, 2.0, 2.0, 1.0], False),  # not below
        (50, [2.0, 2.0, 0.5, 0.5], True),
        (51, [2.0, 2.0, 0.5, 0.5], False),
        (150, [2.0, 0.5, 2.0, 0.5], False),
        (250, [0.5, 0.5, 0.5, 0.5], True),
        (251, [0.5, 0.5, 0.5, 0.5], False),
        (0, [0.5, 0.5, 0.5, np.nan], False),
        (50, [0.5, np.nan, 0.5, 0.5], True),
        (100, [0.5, np.nan, 0.5, 0.5], False),
    ],
)
def test_a_run_is_due_when_its_error_has_stayed_below_long_enough(patience, errors, due):
    rule = EarlyStopping(threshold=1.0, patience=patience)
    assert rule.due(STEPS, np.array(errors)[:, None]).tolist() == [due]


def test_the_first_evaluation_may_be_enough():
    rule = EarlyStopping(threshold=1.0)
    assert rule.due(STEPS[:1], np.array([[0.5, 2.0]])).tolist() == [True, False]


@pytest.mark.parametrize("threshold", [0, -1.0, "1e-9", None, float("nan")])
def test_a_threshold_is_a_positive_number(threshold):
    with pytest.raises(InvalidValueError, match=r"EarlyStopping\.threshold: expected a positive"):
        EarlyStopping(threshold=threshold)


@pytest.mark.parametrize("patience", [-1, 0.5, None])
def test_a_patience_is_a_count(patience):
    with pytest.raises(InvalidValueError, match=r"EarlyStopping\.patience: expected a whole"):
        EarlyStopping(threshold=1.0, patience=patience)


def run(rule):
    return Run(
        network=SMALL_NMRU,
        task=SingleModuleTask(operation=Operation.DIV, in_features=3),
        interpolation=Range.interval(1, 2),
        extrapolation=Range.interval(2, 6),
        recipe=Recipe(iterations=10, optimizer=Adam(), early_stopping=rule),
        seed=0,
    )


def test_another_rule_is_another_run_but_no_rule_changes_no_key():
    rules = [None, EarlyStopping(threshold=1e-9), EarlyStopping(threshold=1e-8)]
    assert len({run(rule).key for rule in rules}) == 3
    assert "early_stopping" not in run(None).description()["recipe"]


def test_runs_that_differ_in_the_threshold_train_together():
    first, second = (run(EarlyStopping(threshold=t)) for t in (1e-9, 1e-8))
    assert first.signature == second.signature


def test_something_else_than_a_rule_is_refused():
    with pytest.raises(InvalidTypeError, match=r"EarlyStopping\(threshold=1e-9\)"):
        Recipe(iterations=10, early_stopping=1e-9)
