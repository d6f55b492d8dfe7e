import numpy as np
import pytest

from nalm import NMU
from nalm.errors import InvalidValueError
from nalm.experiments import Options, execute, field, field_recipe, quick, summarise
from nalm.results import Store
from nalm.tasks import DIVISION_RANGES, TEST_SEED, Comparison, Operation
from nalm.training import Adam

MINE = field("Mine", NMU, recipe=field_recipe(learning_rate=1e-2, sparsity=10.0))


def thresholds(operation):
    return [
        setting.threshold
        for setting in field("Mine", NMU, inputs=(2,)).settings
        if setting.task.operation is operation
    ]


def operands(pair):
    return pair.extrapolation.draw(np.random.RandomState(TEST_SEED), (10_000, 2)).T


def test_every_operation_is_on_every_range_but_roots_on_the_positive_ones():
    assert len(MINE.settings) == 2 * (7 * 9 + 4)
    roots = [s for s in MINE.settings if s.task.operation is Operation.ROOT]
    starts = {str(setting.interpolation)[:2] for setting in roots}
    assert len(roots) == 8
    assert starts == {"[0", "[1"}


def test_a_number_of_inputs_trains_in_one_program():
    assert len({setting.run(0).signature for setting in MINE.settings}) == 2
    assert len({run.key for run in MINE.runs()}) == len(MINE.runs()) == 3350


@pytest.mark.parametrize(
    ("operation", "error"),
    [
        (Operation.ADD, lambda a, b: 1e-3 * (a + b)),
        (Operation.MUL, lambda a, b: (1.001**2 - 1) * a * b),
        (Operation.DIV, lambda a, b: (1.001 / 0.999 - 1) * a / b),
        (Operation.RECIPROCAL, lambda a, b: (1 / 0.999 - 1) / a),
        (Operation.SQUARED, lambda a, b: (1.001**2 - 1) * a**2),
    ],
)
def test_a_threshold_is_the_same_demand_at_every_scale(operation, error):
    for pair, found in zip(DIVISION_RANGES, thresholds(operation), strict=True):
        if str(pair.interpolation) != "[-2,2)":  # operands of two signs: errors partly cancel
            assert found == pytest.approx(np.mean(error(*operands(pair)) ** 2), rel=1e-6)


def test_a_comparison_may_miss_pairs_that_are_nearly_equal():
    for pair, found in zip(DIVISION_RANGES, thresholds(Comparison.GREATER), strict=True):
        a, b = operands(pair)
        near = np.abs(a - b) < 1e-3 * np.abs(a + b) * 1.001
        assert 0 < found <= near.mean()


def test_a_recipe_has_two_numbers_of_its_own():
    plain, sparse = field_recipe(), field_recipe(learning_rate=0.1, sparsity=2.0)
    assert plain.penalties == ()
    assert sparse.optimizer == Adam(learning_rate=0.1)
    schedule = sparse.penalties[0].schedule
    assert (schedule.scale, schedule.start, schedule.end) == (2.0, 10_000, 15_000)
    assert (plain.iterations, plain.batch_size) == (sparse.iterations, sparse.batch_size)
    assert plain.clipping == sparse.clipping


def test_a_trial_trains_and_is_summarised(tmp_path):
    trial = quick(MINE)
    with Store(tmp_path / "runs.db") as store:
        list(execute(trial, store, options=Options(compile=False)))
        [row] = summarise(trial, store)
    assert (row.unit, row.task, row.parameter, row.runs) == ("Mine", "add", "inputs 2", 2)
    assert row.milliseconds > 0


def test_too_few_inputs_are_refused():
    with pytest.raises(InvalidValueError, match="in_features"):
        field("Mine", NMU, inputs=(1,))
