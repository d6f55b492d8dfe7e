import pytest

from nalm.errors import InvalidValueError
from nalm.tasks import DIVISION_RANGES, Operation, Range, SingleModuleTask, simulated_mse

PUBLISHED = [
    ("[20,40]", 3.67e-5, 0.0349, 4.67e-8),
    ("[2,6]", 6.67e-7, 1.2e-5, 5.77e-8),
    ("[-6,-2]∪[2,6]", 6.67e-7, 1.2e-5, 5.77e-8),
    ("[-6.1,-1.2]", 5.7e-7, 9.4e-6, 8.35e-8),
    ("[0.2,2]", 5.4e-8, 8.75e-8, 1.48e-7),
    ("[1.2,6]", 5.57e-7, 8.9e-6, 8.23e-8),
]
CASES = [
    (text, operation, value)
    for text, added, multiplied, divided in PUBLISHED
    for operation, value in (
        (Operation.ADD, added),
        (Operation.SUB, added),
        (Operation.MUL, multiplied),
        (Operation.DIV, divided),
    )
]


@pytest.mark.parametrize(("text", "operation", "published"), CASES)
def test_thresholds_as_published(text, operation, published):
    task = SingleModuleTask(operation=operation)
    found = simulated_mse(task, Range.parse(text), samples=200_000)
    assert found == pytest.approx(published, rel=0.015)


def test_closed_form():
    # E[(a + b)²] = (E a + E b)² + 2 Var a, with a and b uniform on [20, 40].
    task = SingleModuleTask(operation=Operation.ADD)
    exact = 1e-8 * (60**2 + 2 * 20**2 / 12)
    assert simulated_mse(task, Range.interval(20, 40)) == pytest.approx(exact, rel=1e-3)


def test_every_published_range_has_a_threshold():
    task = SingleModuleTask(operation=Operation.DIV)
    for pair in DIVISION_RANGES:
        assert 0 < simulated_mse(task, pair.extrapolation, samples=1000) < 1e-5


def test_ignored_inputs_add_to_the_error():
    small, large = (
        SingleModuleTask(operation=Operation.MUL, in_features=inputs) for inputs in (2, 10)
    )
    threshold = simulated_mse(large, Range.interval(2, 6), samples=10_000)
    assert threshold > 10 * simulated_mse(small, Range.interval(2, 6), samples=10_000)


def test_the_seed_decides_and_the_samples_are_counted():
    task, inputs = SingleModuleTask(operation=Operation.ADD), Range.interval(1, 2)
    one, again, other = (simulated_mse(task, inputs, samples=150_001, seed=s) for s in (1, 1, 2))
    assert one == again != other


@pytest.mark.parametrize(
    "task",
    [
        SingleModuleTask(operation=Operation.ROOT),
        SingleModuleTask(operation=Operation.ADD, in_features=4, subset_size=2),
        SingleModuleTask(operation=Operation.ADD, in_features=3, subset_count=3),
    ],
)
def test_tasks_without_a_published_threshold_are_refused(task):
    with pytest.raises(InvalidValueError, match="task should be ADD, SUB, MUL or DIV"):
        simulated_mse(task, Range.interval(1, 2))


def test_wrong_numbers_are_refused():
    task = SingleModuleTask(operation=Operation.ADD)
    with pytest.raises(InvalidValueError, match="epsilon should be > 0"):
        simulated_mse(task, Range.interval(1, 2), epsilon=0.0)
    with pytest.raises(InvalidValueError, match="samples should be >= 1"):
        simulated_mse(task, Range.interval(1, 2), samples=0)
