"""What a worker does for a call."""

from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from nalm.backends import _remote
from nalm.backends._remote import call, hash_of_code, versions
from nalm.backends._sent import pickled
from nalm.backends._stopping import stop_caller
from nalm.errors import BackendError, WorkerLostError


@pytest.fixture(autouse=True)
def worker(monkeypatch):
    threads = torch.get_num_threads()
    monkeypatch.setattr(_remote, "get_worker", lambda: SimpleNamespace(address="tcp://here"))
    yield
    torch.set_num_threads(threads)


def test_a_call_says_where_it_was_done():
    assert call(pickled(abs, -2), versions(), caller="one") == ("tcp://here", 2)


def test_a_worker_uses_one_thread():
    done = call(pickled(lambda _: torch.get_num_threads(), None), versions(), caller="one")
    assert done == ("tcp://here", 1)


@pytest.mark.parametrize("name", ["Python", "torch", "nalm"])
def test_other_versions_are_refused_before_anything_is_unpickled(name):
    expected = {**versions(), name: "0.0"}
    with pytest.raises(BackendError, match=rf"tcp://here has {name} .*this process {name} 0\.0"):
        call(b"no pickle", expected, caller="one")


def test_other_code_of_the_same_version_is_refused(tmp_path):
    def code(name, **files):
        folder = tmp_path / name
        folder.mkdir()
        for file, text in files.items():
            (folder / f"{file}.py").write_text(text)
        return folder

    first, same = (code(name, a="x = 1", b="") for name in ("first", "same"))
    others = [code("changed", a="x = 2", b=""), code("renamed", a="x = 1", c=""),
              code("moved", a="", b="x = 1")]  # fmt: skip
    assert hash_of_code(first) == hash_of_code(same)
    assert len({hash_of_code(each) for each in (first, *others)}) == 4
    assert hash_of_code(Path(_remote.__file__).parents[1]) in versions()["nalm"]


def test_a_caller_that_has_stopped_gets_nothing():
    stop_caller("two")
    with pytest.raises(WorkerLostError, match="before it began"):
        call(pickled(abs, -2), versions(), caller="two")
