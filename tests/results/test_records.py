import dataclasses

import numpy as np
import pytest

from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.results import Checkpoint, StoredRun, Trace


def trace(**changes):
    error = np.zeros(2)
    arrays = {"step": np.arange(2), "validation": error, "test": error, "sparsity": error}
    return Trace(**(arrays | changes))


def run(**changes):
    fields = {"key": "a", "description": {}, "seed": 0, "trace": trace(), "parameters": {}}
    return StoredRun(**(fields | {"seconds": 0.0, "diverged": False} | changes))


def test_a_trace_names_its_arrays_in_order():
    assert list(trace().arrays()) == ["step", "validation", "test", "sparsity"]
    assert trace().arrays()["step"].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"step": np.zeros(2)}, InvalidTypeError, "`step` must be an array of int64"),
        ({"test": np.zeros(2, np.float32)}, InvalidTypeError, "`test`.*float64; found float32"),
        ({"test": np.zeros(3)}, InvalidValueError, r"`test`.*as long as `step`, \(2,\).*\(3,\)"),
        ({"step": np.zeros((2, 1), int)}, InvalidValueError, "`step` must be a vector"),
        ({"step": np.array(1)}, InvalidValueError, "`step` must be a vector"),
    ],
)
def test_a_trace_refuses_arrays_that_do_not_fit(changes, error, message):
    with pytest.raises(error, match=message):
        trace(**changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"key": ""}, "`key` must be a hash"),
        ({"seed": 2**63}, "`seed` must fit in 64 signed bits; found 9223372036854775808"),
        ({"seconds": -1.0}, "`seconds` must be finite and at least 0; found -1.0"),
        ({"seconds": float("nan")}, "`seconds` must be finite"),
        ({"seconds": float("inf")}, "`seconds` must be finite"),
    ],
)
def test_a_run_refuses_what_cannot_be_stored(changes, message):
    with pytest.raises(InvalidValueError, match=message):
        run(**changes)


def test_records_are_frozen_and_compare_by_identity():
    one = run()
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.seed = 1
    assert one == one and one != run()
    assert Checkpoint(cohort="c", members=("a",), step=1, arrays={}).members == ("a",)
