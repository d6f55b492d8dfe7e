from pathlib import Path

import numpy as np
import pytest

from nalm.errors import InvalidTypeError, StoreError
from nalm.results import Checkpoint, StoredRun, Trace
from nalm.results._rows import checkpoint_of_row, row_of_checkpoint, row_of_run, run_of_row

PATH = Path("runs.db")
ERROR = np.zeros(1)
RUN = StoredRun(
    key="a",
    description={"range": (1.0, 2.0), "unit": "NMU"},
    seed=np.int64(5),
    trace=Trace(step=np.zeros(1, np.int64), validation=ERROR, test=ERROR, sparsity=ERROR),
    parameters={"w": np.ones(2)},
    seconds=np.float32(0.5),
    diverged=np.bool_(True),
)


def test_a_run_becomes_a_row_of_plain_values_and_comes_back():
    row = row_of_run(RUN)
    assert row[:5] == ("a", 5, 0.5, True, '{"range": [1.0, 2.0], "unit": "NMU"}')
    assert [type(value) for value in row] == [str, int, float, bool, str, bytes, bytes]
    found = run_of_row(row, PATH)
    assert (found.seed, found.seconds, found.diverged) == (5, 0.5, True)
    assert found.description == {"range": [1.0, 2.0], "unit": "NMU"}


def test_weights_over_time_come_back_apart_from_the_final_ones():
    row = row_of_run(StoredRun(**(vars(RUN) | {"trajectory": {"w": np.eye(2)}})))
    found = run_of_row(row, PATH)
    assert {name: array.tolist() for name, array in found.parameters.items()} == {"w": [1, 1]}
    assert found.trajectory["w"].tolist() == [[1, 0], [0, 1]]
    assert run_of_row((*row[:-1], None), PATH).trajectory == {}


def test_a_row_without_parameters_is_a_run_without_parameters():
    assert dict(run_of_row((*row_of_run(RUN)[:-1], None), PATH).parameters) == {}


def test_a_checkpoint_comes_back():
    checkpoint = Checkpoint(cohort="c", members=("a", "b"), step=9, arrays={"w": ERROR})
    found = checkpoint_of_row(row_of_checkpoint(checkpoint), PATH)
    assert (found.cohort, found.members, found.step) == ("c", ("a", "b"), 9)
    assert list(found.arrays) == ["w"]


@pytest.mark.parametrize("value", [object(), np.int64(1), {1, 2}])
def test_a_description_that_is_not_json_is_refused(value):
    broken = StoredRun(**(vars(RUN) | {"description": {"x": value}}))
    with pytest.raises(InvalidTypeError, match="`description` of run 'a' must be JSON"):
        row_of_run(broken)


def test_a_damaged_row_names_the_file_and_the_run():
    with pytest.raises(StoreError, match=r"`runs\.db` must hold run 'a'.*found damage"):
        run_of_row((*row_of_run(RUN)[:5], b"", b""), PATH)
    with pytest.raises(StoreError, match=r"`runs\.db` must hold the checkpoint of cohort 'c'"):
        checkpoint_of_row(("c", "[]", 1, b""), PATH)
