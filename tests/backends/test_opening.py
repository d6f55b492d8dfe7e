"""Schedulers that are not there; those that are have their tests beside `Dask`."""

import dask.config
import pytest

from nalm.backends import Dask
from nalm.backends._opening import find
from nalm.errors import BackendError


@pytest.mark.parametrize("open_", [find, Dask.connect])
def test_a_scheduler_that_does_not_answer_is_told_of(tmp_path, open_):
    with dask.config.set({"distributed.comm.timeouts.connect": "0.2s"}):
        with pytest.raises(BackendError, match=r"127\.0\.0\.1:9: expected a running"):
            open_(address="tcp://127.0.0.1:9", file=None)
        with pytest.raises(BackendError, match=r"none\.json: expected the file"):
            open_(address=None, file=tmp_path / "none.json")
