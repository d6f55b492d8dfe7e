import numpy as np
import pytest

from nalm.tasks import (
    SMALL_NUMBER_TASKS,
    TEST_SEED,
    VALIDATION_SEED,
    Operation,
    Range,
    SingleModuleTask,
    evaluation_set,
)

DIV = SingleModuleTask(operation=Operation.DIV, in_features=10)
RANGE = Range.interval(2, 6)


def test_seeds_are_the_references():
    assert (VALIDATION_SEED, TEST_SEED) == (43953907, 8689336)


def test_inputs_are_shared_and_targets_are_not():
    first, second = (evaluation_set(DIV, RANGE, seed=seed, rows=100) for seed in (0, 2))
    np.testing.assert_array_equal(first.inputs, second.inputs)
    assert (first.targets != second.targets).any()


def test_inputs_and_targets_are_rounded_separately():
    double = evaluation_set(DIV, RANGE, rows=1000, dtype=np.float64)
    single = evaluation_set(DIV, RANGE, rows=1000)
    assert single.inputs.dtype == single.targets.dtype == np.float32
    np.testing.assert_array_equal(single.inputs, double.inputs.astype(np.float32))
    np.testing.assert_array_equal(single.targets, double.targets.astype(np.float32))
    recomputed = DIV.target(single.inputs.astype(np.float64), DIV.instance(0))
    assert (recomputed.astype(np.float32) != single.targets).any()


def test_validation_and_test_inputs_differ():
    test = evaluation_set(DIV, RANGE, rows=10)
    validation = evaluation_set(DIV, RANGE, rows=10, stream=VALIDATION_SEED)
    assert (test.inputs != validation.inputs).all()


def test_pinned_first_input():
    expected = np.random.RandomState(8689336).uniform(2, 6, (10_000, 10))
    found = evaluation_set(DIV, RANGE, dtype=np.float64).inputs
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("name", "highest", "published"),
    [
        ("easy", 1e-8, 1.02e5),
        ("easy", 1e-6, 60.6),
        ("medium", 1e-8, 1.78e5),
        ("medium", 1e-6, 36.0),
    ],
)
def test_rounding_the_inputs_gives_the_published_floor_near_zero(name, highest, published):
    task = SMALL_NUMBER_TASKS[name]
    inputs, targets = evaluation_set(task, Range.interval(0, highest))
    error = np.square(1 / inputs[:, :1] - targets).mean()
    assert error == pytest.approx(published, rel=0.02)


def test_targets_beyond_single_precision_are_infinite_and_silent():
    task = SingleModuleTask(operation=Operation.MUL)
    targets = evaluation_set(task, Range.interval(1e20, 2e20), rows=10).targets
    assert np.isposinf(targets).all()
