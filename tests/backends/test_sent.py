"""Calls as a worker gets them."""

import pickle
import subprocess
import sys
from concurrent.futures import CancelledError

import cloudpickle
import pytest

from nalm.backends._sent import Sent, pickled
from nalm.errors import BackendError, WorkerLostError

SCALE = 3


def scaled(item):
    return SCALE * item


def test_a_process_without_the_users_files_can_do_a_call(tmp_path):
    """The definitions travel, and what they need."""
    (tmp_path / "call").write_bytes(pickled(scaled, 14))
    script = "import pickle; f, x = pickle.load(open('call', 'rb')); print(f(x))"
    words = [sys.executable, "-c", script]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("42\n", "")


def test_other_calls_are_pickled_as_before():
    pickled(scaled, 1)
    assert cloudpickle.list_registry_pickle_by_value() == set()
    assert b"scaled" in pickle.dumps(scaled)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ModuleNotFoundError("No module named 'nalm'"), BackendError),
        (AttributeError("module 'nalm.backends' has no attribute 'x'"), BackendError),
        (ModuleNotFoundError("No module named 'other'"), ModuleNotFoundError),
        (WorkerLostError("gone"), WorkerLostError),
        (ZeroDivisionError("mine"), ZeroDivisionError),
    ],
)
def test_what_a_worker_lacks_is_told_from_what_the_user_did_wrong(error, kind):
    job = Sent(None, near=None)
    job.outcome = type(error), error, None
    with pytest.raises(kind) as raised:
        job.result()
    assert kind is BackendError or raised.value is error


def test_what_was_cancelled_is_lost():
    job = Sent(None, near=None)
    job.outcome = CancelledError("key")
    with pytest.raises(WorkerLostError, match="key"):
        job.result()


def test_a_result_comes_with_its_place():
    job = Sent(None, near=None)
    job.outcome = "tcp://here", 7
    assert (job.result(), job.place) == (7, "tcp://here")
