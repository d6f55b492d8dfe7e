"""A table from a store made by hand."""

import dataclasses
import math

import numpy as np
import pytest

from nalm import NMU
from nalm.experiments import summarise
from nalm.results import Store, Trace
from nalm.statistics import Mode, solved_at, sparsity_error, success_rate
from nalm.tasks import Operation
from tests.experiments._tiny import experiment, record, setting

TABLE = experiment(setting(), setting(low=-2), setting(NMU, Operation.MUL), seeds=5)
STEPS = [10, 20, 40]
SPARSITY = [0.1, 0.2, 0.25]


@pytest.fixture
def store(tmp_path):
    """Of the first setting three runs are solved, one diverged and one is missing; of the second
    one run is there and not solved; of the third nothing."""
    first, second = (TABLE.settings[index] for index in (0, 1))
    pairs = zip(STEPS, SPARSITY, strict=True)
    runs = [
        record(first.run(seed), solved_at=step, sparsity=sparsity)
        for seed, (step, sparsity) in enumerate(pairs)
    ]
    runs.append(record(first.run(4), diverged=True, sparsity=math.nan))
    runs.append(record(second.run(2), sparsity=0.5))
    with Store(tmp_path / "runs.db") as store:
        store.add(runs)
        yield store


def test_there_is_one_row_per_setting_in_order(store):
    rows = summarise(TABLE, store)
    assert {row.experiment for row in rows} == {"paper2020/tiny"}
    labels = ("unit", "task", "interpolation", "extrapolation", "parameter")
    assert [tuple(getattr(row, name) for name in labels) for row in rows] == [
        tuple(each.labels().values()) for each in TABLE.settings
    ]


def test_runs_are_counted(store):
    names = ("runs", "expected_runs", "solved", "diverged")
    rows = [tuple(getattr(row, name) for name in names) for row in summarise(TABLE, store)]
    assert rows == [(4, 5, 3, 1), (1, 5, 0, 0), (0, 5, 0, 0)]


def test_missing_runs_do_not_count_as_failures(store):
    first, second, third = summarise(TABLE, store)
    assert first.success == success_rate(3, 4)
    assert second.success == success_rate(0, 1)
    assert math.isnan(third.success.estimate)


@pytest.mark.parametrize("mode", Mode)
def test_speed_and_sparsity_are_those_of_the_solved_runs(store, mode):
    row = summarise(TABLE, store, mode=mode)[0]
    assert row.solved_at == solved_at(np.array(STEPS))
    assert row.solved_at.estimate == pytest.approx(np.mean(STEPS))
    assert row.solved_at_median == 20
    assert row.sparsity == sparsity_error(np.array(SPARSITY), mode)
    assert row.sparsity_median == 0.2


def test_the_published_quirk_is_only_in_the_paper_mode(store):
    paper, fixed = (summarise(TABLE, store, mode=mode)[0] for mode in (Mode.PAPER, Mode.FIXED))
    assert fixed == summarise(TABLE, store)[0]
    assert fixed.sparsity.estimate == pytest.approx(np.mean(SPARSITY), rel=0.1)
    assert paper.sparsity.estimate == pytest.approx(np.mean(SPARSITY) / 2, rel=0.1)
    assert dataclasses.replace(paper, sparsity=fixed.sparsity) == fixed


def test_without_a_solved_run_speed_and_sparsity_are_unknown(store):
    for row in summarise(TABLE, store)[1:]:
        for interval in (row.solved_at, row.sparsity):
            assert math.isnan(interval.estimate)
        assert math.isnan(row.solved_at_median)
        assert math.isnan(row.sparsity_median)


def test_the_settings_decide_what_is_solved_not_the_store(store):
    inclusive = dataclasses.replace(TABLE.settings[0], threshold=0.0, inclusive=True)
    strict = dataclasses.replace(inclusive, inclusive=False)
    both = dataclasses.replace(TABLE, settings=(inclusive, strict))
    assert [row.solved for row in summarise(both, store)] == [3, 0]


def test_fewer_seeds_use_fewer_of_the_stored_runs(store):
    row = summarise(TABLE.with_seeds(2), store)[0]
    assert (row.runs, row.expected_runs, row.solved, row.diverged) == (2, 2, 2, 0)
    assert row.solved_at_median == 15


def test_weights_are_not_read(store, monkeypatch):
    seen = []
    iterate = Store.iterate

    def spy(self, keys, *, parameters=False):
        seen.append(parameters)
        return iterate(self, keys, parameters=parameters)

    monkeypatch.setattr(Store, "iterate", spy)
    summarise(TABLE, store)
    assert seen == [False] * 3


def test_the_same_store_gives_the_same_rows(store):
    assert repr(summarise(TABLE, store)) == repr(summarise(TABLE, store))


def test_the_time_is_that_of_1000_steps(store):
    known, unknown = (summarise(TABLE, store)[index] for index in (0, 2))
    run = record(TABLE.settings[0].run(0))
    assert known.milliseconds == pytest.approx(1e6 * run.seconds / run.trace.step[-1])
    assert math.isnan(unknown.milliseconds)


def test_the_time_is_that_of_the_steps_that_a_run_took(tmp_path):
    first = TABLE.settings[0]
    whole = record(first.run(0))
    kept = slice(0, 3)
    trace = {name: values[kept] for name, values in whole.trace.arrays().items()}
    stopped = dataclasses.replace(whole, trace=Trace(**trace), seconds=whole.seconds / 4)
    with Store(tmp_path / "stopped.db") as store:
        store.add([stopped])
        (row, *_) = summarise(TABLE, store)
    assert row.milliseconds == pytest.approx(1e6 * stopped.seconds / trace["step"][-1])
