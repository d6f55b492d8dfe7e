"""The recording of weights; what else a cohort does is tested by executing (`test_execute.py`)."""

from contextlib import closing
from itertools import islice

import numpy as np
import pytest

from nalm.experiments import Options, execute
from nalm.results import Store
from tests.experiments._tiny import THREE_COHORTS, contents

PLAIN = Options(compile=False, checkpoint_seconds=0)
RECORDING = Options(compile=False, checkpoint_seconds=0, record_weights=True)


def recorded(path):
    with Store(path, read_only=True) as store:
        return store.load([run.key for run in THREE_COHORTS.runs()])


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs.db"


def run(path, options, *, evaluations=None):
    with Store(path) as store, closing(execute(THREE_COHORTS, store, options=options)) as steps:
        for _ in islice(steps, evaluations):
            pass


def test_recorded_weights_end_at_the_final_ones_and_change_nothing_else(path, tmp_path):
    run(path, RECORDING)
    run(tmp_path / "plain.db", PLAIN)
    assert contents(THREE_COHORTS, path) == contents(THREE_COHORTS, tmp_path / "plain.db")
    assert not any(each.trajectory for each in recorded(tmp_path / "plain.db"))
    for each in recorded(path):
        assert each.trajectory.keys() == each.parameters.keys()
        for name, values in each.trajectory.items():
            assert len(values) == len(each.trace.step)
            np.testing.assert_array_equal(values[-1], each.parameters[name])
            assert (values[0] != values[-1]).any()


def test_recorded_weights_survive_an_interruption(path, tmp_path):
    for _ in range(4):
        run(path, RECORDING, evaluations=5)
    run(path, RECORDING)
    run(tmp_path / "undisturbed.db", RECORDING)
    for found, expected in zip(recorded(path), recorded(tmp_path / "undisturbed.db"), strict=True):
        for name, values in expected.trajectory.items():
            np.testing.assert_array_equal(found.trajectory[name], values)


def test_what_was_not_recorded_before_an_interruption_is_not_a_number(path):
    run(path, PLAIN, evaluations=3)
    run(path, RECORDING)
    first = recorded(path)[0]
    values = np.stack([each.ravel() for each in first.trajectory["weight"]])
    assert np.isnan(values).all(axis=1).tolist() == [True] * 3 + [False] * (len(values) - 3)
